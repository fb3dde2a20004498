use proptest::prelude::*;

use super::*;

/// The message of what is refused.
fn message<T: fmt::Debug>(read: Result<T, UnitError>) -> String {
    read.unwrap_err().message
}

/// Asserts that a spelling is refused for a reason that has these words.
fn refused<T: fmt::Debug>(read: Result<T, UnitError>, words: &str) {
    let message = message(read);
    assert!(message.contains(words), "{message}");
}

#[test]
fn counts_are_read_as_people_write_them() {
    let cases = [
        ("7B", 7e9),
        ("7 B", 7e9),
        (" 4096 ", 4096.0),
        ("8k", 8000.0),
        ("8K", 8000.0),
        ("1.5M", 1_500_000.0),
        ("1.1M", 1_100_000.0),
        ("15T", 15e12),
        ("1e9", 1e9),
        ("1E+9", 1e9),
        ("2.50e1", 25.0),
        ("1.50k", 1500.0),
        ("0", 0.0),
        ("0.5k", 500.0),
        ("4096.0", 4096.0),
        ("1e18", 1e18),
        ("0e300", 0.0),
    ];
    for (text, count) in cases {
        assert_eq!(parse_count(text), Ok(count), "{text}");
    }
}

#[test]
fn what_other_programs_read_otherwise_is_refused_with_the_reason() {
    refused(parse_count("012"), "octal; write `12`");
    refused(parse_count("00"), "octal; write `0`");
    refused(parse_count("007.5k"), "write `7.5k`");
    refused(parse_count("1_000"), "underscores in numbers; write `1000`");
    refused(parse_count("1,000"), "a comma may mean thousands or a fraction; write `1000`");
    refused(parse_count("1:30"), "base 60");
    refused(parse_count("0x10"), "decimal");
    refused(parse_count("0o17"), "decimal");
    refused(parse_count("2026-11-30"), "a date where a count belongs");
    refused(parse_count("2026-11-30T10:00:00"), "a date where a count belongs");
    refused(parse_count("-7B"), "negative");
    refused(parse_count("+7B"), "plus");
    refused(parse_count(".5k"), "write a zero before the point, `0.5k`");
    refused(parse_count("5.k"), "digits are missing");
    refused(parse_count("1.5"), "not a whole number");
    refused(parse_count("1.2345k"), "not a whole number");
    refused(parse_count("1e-3"), "not a whole number");
    for text in ["nan", "NaN", ".nan", "inf", "-inf", ".inf", "Infinity"] {
        refused(parse_count(text), "is not a number");
    }
}

#[test]
fn slips_in_a_count_are_named() {
    refused(parse_count(""), "nothing is written");
    refused(parse_count("many"), "must begin with a digit");
    refused(parse_count("7b"), "write `B` for billions");
    refused(parse_count("7m"), "write `M` for millions");
    refused(parse_count("7G"), "write `B` for billions");
    refused(parse_count("7 apples"), "`apples` is not one of");
    refused(parse_count("1.1e18"), "too large");
    refused(parse_count("1e999"), "out of range");
    refused(parse_count("1e99999999999999999999"), "out of range");
    refused(parse_count(&"9".repeat(1000)), "too long");
    refused(parse_count("７B"), "must begin with a digit");
    assert_eq!(parse_count("x").unwrap_err().allowed, ["7B", "1.5M", "4096"]);
}

#[test]
fn numbers_are_plain() {
    assert_eq!(parse_number("0.25"), Ok(0.25));
    assert_eq!(parse_number("1e-3"), Ok(0.001));
    assert_eq!(parse_number("12"), Ok(12.0));
    refused(parse_number("12k"), "without `k`");
    refused(parse_number("-1"), "negative");
}

#[test]
fn bytes_are_decimal_or_binary_by_their_unit() {
    let cases = [
        ("80GB", 80e9),
        ("80 GB", 80e9),
        ("40GiB", 40.0 * 1_073_741_824.0),
        ("1TB", 1e12),
        ("512 MiB", 536_870_912.0),
        ("1.1GB", 1_100_000_000.0),
        ("1.5GiB", 1_610_612_736.0),
        ("64kB", 64_000.0),
        ("64KB", 64_000.0),
        ("64KiB", 65_536.0),
        ("512B", 512.0),
        ("80gb", 80e9),
        ("2PiB", 2_251_799_813_685_248.0),
        ("0", 0.0),
    ];
    for (text, bytes) in cases {
        assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
    }
    refused(parse_bytes("80"), "needs a unit, such as `80GB`");
    refused(parse_bytes("80G"), "write `GB` for bytes");
    refused(parse_bytes("80Gi"), "write `GiB` for bytes");
    refused(parse_bytes("80Gb"), "may mean bits; write `GB`");
    refused(parse_bytes("80 bits"), "not a unit of memory");
    refused(parse_bytes("5000PB"), "too large");
}

#[test]
fn durations_need_a_unit_that_means_one_thing() {
    let cases = [
        ("50ms", 0.05),
        ("250us", 0.000_25),
        ("1 µs", 0.000_001),
        ("2s", 2.0),
        ("2 sec", 2.0),
        ("1 second", 1.0),
        ("20 min", 1200.0),
        ("1.5h", 5400.0),
        ("2 hours", 7200.0),
        ("3d", 259_200.0),
        ("3 weeks", 1_814_400.0),
        ("1w", 604_800.0),
        ("2 months", 5_184_000.0),
    ];
    for (text, seconds) in cases {
        assert_eq!(parse_duration(text), Ok(seconds), "{text}");
    }
    refused(parse_duration("5m"), "minutes or months");
    refused(parse_duration("20"), "needs a unit, such as `20 min`");
    refused(parse_duration("2026-11-30"), "a date where a duration belongs");
    refused(parse_duration("1:30"), "colon");
    refused(parse_duration("1h30min"), "one number and one unit");
    refused(parse_duration("2 years"), "months or days");
    refused(parse_duration("2 moons"), "`moons` is not a unit of time");
}

#[test]
fn rates_are_so_many_in_a_time() {
    let cases = [
        ("200/s", 200.0),
        ("1.5k/min", 25.0),
        ("3M/day", 3e6 / 86_400.0),
        ("36/h", 0.01),
        ("0.5 / s", 0.5),
        ("7 k/second", 7000.0),
    ];
    for (text, rate) in cases {
        assert_eq!(parse_rate(text), Ok(rate), "{text}");
    }
    refused(parse_rate("200"), "needs a unit, such as `200/s`");
    refused(parse_rate("200/m"), "minutes or months");
    refused(parse_rate("200/"), "a unit of time is missing");
    refused(parse_rate("200 rps"), "needs a unit");
    refused(parse_rate("200x/s"), "`x` is not one of");
}

#[test]
fn money_is_an_amount_and_a_currency() {
    assert_eq!(parse_money("12000 USD"), Ok((12_000.0, "USD".to_owned())));
    assert_eq!(parse_money("3.25EUR"), Ok((3.25, "EUR".to_owned())));
    refused(parse_money("12000"), "needs a currency in three capitals, such as `12000 USD`");
    refused(parse_money("$12000"), "the amount first");
    refused(parse_money("USD 12000"), "the amount first");
    refused(parse_money("12000 usd"), "three capitals");
    refused(parse_money("12,000 USD"), "comma");
}

#[test]
fn dates_are_days_of_the_calendar() {
    assert_eq!(parse_date("2026-11-30"), Ok(jiff::civil::date(2026, 11, 30)));
    refused(parse_date("2026-02-30"), "no day of the calendar");
    refused(parse_date("30.11.2026"), "write year-month-day");
    refused(parse_date("2026-1-1"), "write year-month-day");
    refused(parse_date("2026-11-30T00:00:00Z"), "write year-month-day");
}

#[test]
fn a_refusal_becomes_a_diagnostic_with_what_is_allowed() {
    let problem = parse_duration("5m").unwrap_err().into_diagnostic();
    assert_eq!(problem.code, "bad-quantity");
    assert_eq!(problem.allowed, ["50ms", "20 min", "3 weeks"]);
}

#[test]
fn counts_are_written_for_people() {
    let cases = [
        (7e9, "7B"),
        (8_030_261_248.0, "8.03B"),
        (4096.0, "4096"),
        (9_999.0, "9999"),
        (10_000.0, "10k"),
        (128_000.0, "128k"),
        (131_072.0, "131072"),
        (999_999_999.0, "1B"),
        (15e12, "15T"),
        (0.0, "0"),
        (0.125, "0.125"),
        (12.3456, "12.35"),
        (-7e9, "-7B"),
        (f64::INFINITY, "unlimited"),
    ];
    for (count, text) in cases {
        assert_eq!(format_count(count), text);
    }
}

#[test]
fn bytes_are_written_for_people() {
    let gib = 1_073_741_824.0;
    let cases =
        [(80e9, "80GB"), (40.0 * gib, "40GiB"), (16.235e9, "16.2GB"), (512.0, "512B"), (1.5e12, "1.5TB"), (0.0, "0B")];
    for (bytes, text) in cases {
        assert_eq!(format_bytes(bytes), text);
    }
}

#[test]
fn durations_are_written_for_people() {
    let cases = [
        (0.05, "50ms"),
        (1.0, "1s"),
        (90.0, "1.5 min"),
        (1200.0, "20 min"),
        (5400.0, "1.5 h"),
        (86_400.0, "1 day"),
        (1_814_400.0, "3 weeks"),
        (2_592_000.0, "1 month"),
        (5_184_000.0, "2 months"),
        (950_400.0, "11 days"),
        (12_345.678, "3.43 h"),
        (0.000_000_123_456, "0.123us"),
        (0.0, "0s"),
    ];
    for (seconds, text) in cases {
        assert_eq!(format_duration(seconds), text);
    }
}

#[test]
fn rates_are_written_for_people() {
    let cases = [(200.0, "200/s"), (12_000.0, "12k/s"), (0.5, "0.5/s"), (1.0 / 60.0, "1/min"), (0.0, "0/s")];
    for (rate, text) in cases {
        assert_eq!(format_rate(rate), text);
    }
    assert_eq!(parse_rate(&format_rate(3e6 / 86_400.0)), Ok(3e6 / 86_400.0));
}

#[test]
fn a_range_of_one_value_is_written_once() {
    assert_eq!(format_range(12e9, 16e9, format_bytes), "12GB to 16GB");
    assert_eq!(format_range(12e9, 12.001e9, |bytes| format!("{:.0}", bytes / 1e9)), "12");
}

#[test]
fn lossless_spellings_are_short() {
    assert_eq!(spell_count(7e9), "7B");
    assert_eq!(spell_count(8_030_261_248.0), "8030261248");
    assert_eq!(spell_bytes(80e9), "80GB");
    assert_eq!(spell_bytes(40.0 * 1_073_741_824.0), "40GiB");
    assert_eq!(spell_bytes(1.0), "1B");
    assert_eq!(spell_duration(0.05), "50ms");
    assert_eq!(spell_duration(604_800.0), "1 week");
    assert_eq!(spell_rate(200.0), "200/s");
    assert_eq!(spell_rate(3e6 / 86_400.0), "3M/day");
    assert_eq!(spell_money(12_000.0, "USD"), "12000 USD");
    assert_eq!(spell_number(0.25), "0.25");
}

/// A value of at most four significant digits.
fn four_digits(powers: std::ops::Range<i32>) -> impl Strategy<Value = f64> {
    (0u32..10_000, powers).prop_map(|(digits, power)| format!("{digits}e{power}").parse().unwrap_or(0.0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn four_digits_survive_being_written_for_people(
        count in four_digits(0..14),
        bytes in four_digits(0..14),
        seconds in four_digits(-6..8),
        number in four_digits(-6..8),
        rate in four_digits(-2..8),
    ) {
        prop_assert_eq!(parse_count(&format_count(count)), Ok(count));
        prop_assert_eq!(parse_bytes(&format_bytes(bytes)), Ok(bytes));
        prop_assert_eq!(parse_duration(&format_duration(seconds)), Ok(seconds));
        prop_assert_eq!(parse_number(&format_number(number)), Ok(number));
        prop_assert_eq!(parse_rate(&format_rate(rate)), Ok(rate));
    }

    #[test]
    fn what_was_written_in_a_unit_is_written_back_to_the_same_value(
        number in four_digits(-2..1),
        time in prop::sample::select(&["us", "ms", "s", "min", "h", "days", "weeks", "months"][..]),
        size in prop::sample::select(&["kB", "MB", "GB", "KiB", "MiB", "GiB", "TiB"][..]),
    ) {
        let seconds = parse_duration(&format!("{number}{time}")).unwrap();
        prop_assert_eq!(parse_duration(&spell_duration(seconds)), Ok(seconds));
        let bytes = parse_bytes(&format!("{number}{size}")).unwrap();
        prop_assert_eq!(parse_bytes(&spell_bytes(bytes)), Ok(bytes));
        if time != "us" && time != "ms" {
            let rate = parse_rate(&format!("{number}k/{time}")).unwrap();
            prop_assert_eq!(parse_rate(&spell_rate(rate)), Ok(rate));
        }
    }

    #[test]
    fn lossless_spellings_lose_nothing(
        count in 0u64..1_000_000_000_000_000_000,
        bytes in 0u64..1_000_000_000_000_000_000,
        seconds in 1e-9..1e12f64,
        rate in 1e-9..1e12f64,
        number in 0.0..1e15f64,
    ) {
        let (count, bytes) = (count as f64, bytes as f64);
        prop_assert_eq!(parse_count(&spell_count(count)), Ok(count));
        prop_assert_eq!(parse_bytes(&spell_bytes(bytes)), Ok(bytes));
        prop_assert_eq!(parse_duration(&spell_duration(seconds)), Ok(seconds));
        prop_assert_eq!(parse_rate(&spell_rate(rate)), Ok(rate));
        prop_assert_eq!(parse_number(&spell_number(number)), Ok(number));
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "[-+.0-9eEkMGTBi:_, /µa-zé]{0,14}") {
        let _ = (parse_count(&text), parse_number(&text), parse_bytes(&text), parse_duration(&text));
        let _ = (parse_rate(&text), parse_money(&text), parse_date(&text));
    }

    #[test]
    fn what_is_written_for_people_is_short(value in 0.0..1e16f64) {
        for text in [format_count(value), format_bytes(value), format_duration(value), format_rate(value)] {
            prop_assert!(text.len() <= 20, "{value} is written {text}");
        }
    }
}
