//! Parameters and caches counted from Hugging Face configurations, against the tensors that public models have.
//!
//! Source of the true sizes: the safetensors metadata of the model pages on <https://huggingface.co>, under the names in
//! the table; of the sizes in the configurations: their `config.json`.

use std::fs;
use std::process::Command;

use chipwise::derive::hf_config::{Config, Read, read, stored};
use chipwise::derive::memory::kv_cache_bytes;
use serde_json::{Value as Json, json};

fn config(json: &Json) -> Config {
    fn add(config: &mut Config, key: String, json: &Json) {
        let below = |part: &str| if key.is_empty() { part.to_owned() } else { format!("{key}.{part}") };
        match json {
            Json::Object(map) => map.iter().for_each(|(part, inner)| add(config, below(part), inner)),
            Json::Array(items) => {
                items.iter().enumerate().for_each(|(index, item)| add(config, below(&index.to_string()), item));
            }
            Json::Null => {}
            Json::String(text) => drop(config.entries.insert(key, text.clone())),
            other => drop(config.entries.insert(key, other.to_string())),
        }
    }
    let mut found = Config::default();
    add(&mut found, String::new(), json);
    found
}

fn fact(read: &Read, name: &str) -> Option<f64> {
    read.facts.iter().find(|(fact, _)| *fact == name).map(|(_, value)| *value)
}

/// A decoder in the style of Llama: layers, hidden, heads, key-value heads, inner, vocabulary.
fn llama(kind: &str, sizes: [u64; 6], more: Json) -> Json {
    let [layers, hidden, heads, kv_heads, inner, vocab] = sizes;
    let mut json = json!({
        "model_type": kind, "num_hidden_layers": layers, "hidden_size": hidden, "num_attention_heads": heads,
        "num_key_value_heads": kv_heads, "intermediate_size": inner, "vocab_size": vocab,
    });
    for (key, value) in more.as_object().unwrap() {
        json[key] = value.clone();
    }
    json
}

/// Name, configuration, true parameters, and heads times width of the keys of a layer where a decoder keeps them.
fn models() -> Vec<(&'static str, Json, f64, Option<f64>)> {
    let tied = || json!({ "tie_word_embeddings": true });
    let none = || json!({});
    vec![
        (
            "meta-llama/Llama-2-7b-hf",
            llama("llama", [32, 4096, 32, 32, 11008, 32000], none()),
            6_738_415_616.0,
            Some(4096.0),
        ),
        (
            "meta-llama/Llama-2-13b-hf",
            llama("llama", [40, 5120, 40, 40, 13824, 32000], none()),
            13_015_864_320.0,
            Some(5120.0),
        ),
        (
            "meta-llama/Llama-2-70b-hf",
            llama("llama", [80, 8192, 64, 8, 28672, 32000], none()),
            68_976_648_192.0,
            Some(1024.0),
        ),
        (
            "meta-llama/Llama-3.1-8B",
            llama("llama", [32, 4096, 32, 8, 14336, 128_256], none()),
            8_030_261_248.0,
            Some(1024.0),
        ),
        (
            "meta-llama/Llama-3.1-70B",
            llama("llama", [80, 8192, 64, 8, 28672, 128_256], none()),
            70_553_706_496.0,
            Some(1024.0),
        ),
        (
            "meta-llama/Llama-3.1-405B",
            llama("llama", [126, 16384, 128, 8, 53248, 128_256], none()),
            405_853_388_800.0,
            Some(1024.0),
        ),
        (
            "meta-llama/Llama-3.2-1B",
            llama("llama", [16, 2048, 32, 8, 8192, 128_256], json!({ "head_dim": 64, "tie_word_embeddings": true })),
            1_235_814_400.0,
            Some(512.0),
        ),
        (
            "mistralai/Mistral-7B-v0.1",
            llama("mistral", [32, 4096, 32, 8, 14336, 32000], json!({ "sliding_window": 4096 })),
            7_241_732_096.0,
            Some(1024.0),
        ),
        ("Qwen/Qwen2.5-7B", llama("qwen2", [28, 3584, 28, 4, 18944, 152_064], none()), 7_615_616_512.0, Some(512.0)),
        ("Qwen/Qwen2.5-0.5B", llama("qwen2", [24, 896, 14, 2, 4864, 151_936], tied()), 494_032_768.0, Some(128.0)),
        (
            "Qwen/Qwen3-8B",
            llama("qwen3", [36, 4096, 32, 8, 12288, 151_936], json!({ "head_dim": 128 })),
            8_190_735_360.0,
            Some(1024.0),
        ),
        (
            "google/gemma-2b",
            llama("gemma", [18, 2048, 8, 1, 16384, 256_000], json!({ "head_dim": 256 })),
            2_506_172_416.0,
            Some(256.0),
        ),
        (
            "google/gemma-7b",
            llama("gemma", [28, 3072, 16, 16, 24576, 256_000], json!({ "head_dim": 256 })),
            8_537_680_896.0,
            Some(4096.0),
        ),
        (
            "google/gemma-2-9b",
            llama("gemma2", [42, 3584, 16, 8, 14336, 256_000], json!({ "head_dim": 256 })),
            9_241_705_984.0,
            Some(2048.0),
        ),
        (
            "google/gemma-2-27b",
            llama("gemma2", [46, 4608, 32, 16, 36864, 256_000], json!({ "head_dim": 128 })),
            27_227_128_320.0,
            Some(2048.0),
        ),
        (
            "microsoft/Phi-3-mini-4k-instruct",
            llama("phi3", [32, 3072, 32, 32, 8192, 32064], none()),
            3_821_079_552.0,
            Some(3072.0),
        ),
        (
            "mistralai/Mixtral-8x7B-v0.1",
            llama(
                "mixtral",
                [32, 4096, 32, 8, 14336, 32000],
                json!({ "num_local_experts": 8, "num_experts_per_tok": 2 }),
            ),
            46_702_792_704.0,
            Some(1024.0),
        ),
        (
            "mistralai/Mixtral-8x22B-v0.1",
            llama(
                "mixtral",
                [56, 6144, 48, 8, 16384, 32768],
                json!({ "num_local_experts": 8, "num_experts_per_tok": 2 }),
            ),
            140_630_071_296.0,
            Some(1024.0),
        ),
        (
            "Qwen/Qwen3-30B-A3B",
            llama(
                "qwen3_moe",
                [48, 2048, 32, 4, 6144, 151_936],
                json!({ "head_dim": 128, "num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 768, "mlp_only_layers": [], "decoder_sparse_step": 1 }),
            ),
            30_532_122_624.0,
            Some(512.0),
        ),
        (
            "Qwen/Qwen3-235B-A22B",
            llama(
                "qwen3_moe",
                [94, 4096, 64, 4, 12288, 151_936],
                json!({ "head_dim": 128, "num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 1536 }),
            ),
            235_093_634_560.0,
            Some(512.0),
        ),
        (
            "openai/gpt-oss-120b",
            llama(
                "gpt_oss",
                [36, 2880, 64, 8, 2880, 201_088],
                json!({ "head_dim": 64, "attention_bias": true, "num_local_experts": 128, "num_experts_per_tok": 4 }),
            ),
            116_829_156_672.0,
            Some(512.0),
        ),
        (
            "openai/gpt-oss-20b",
            llama(
                "gpt_oss",
                [24, 2880, 64, 8, 2880, 201_088],
                json!({ "head_dim": 64, "attention_bias": true, "num_local_experts": 32, "num_experts_per_tok": 4 }),
            ),
            20_914_757_184.0,
            Some(512.0),
        ),
        (
            "openai-community/gpt2",
            json!({ "model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "n_positions": 1024, "vocab_size": 50257 }),
            124_439_808.0,
            Some(768.0),
        ),
        (
            "openai-community/gpt2-xl",
            json!({ "model_type": "gpt2", "n_layer": 48, "n_embd": 1600, "n_head": 25, "n_positions": 1024, "vocab_size": 50257 }),
            1_557_611_200.0,
            Some(1600.0),
        ),
        (
            "facebook/opt-1.3b",
            json!({ "model_type": "opt", "num_hidden_layers": 24, "hidden_size": 2048, "num_attention_heads": 32, "ffn_dim": 8192, "max_position_embeddings": 2048, "vocab_size": 50272, "word_embed_proj_dim": 2048 }),
            1_315_758_080.0,
            Some(2048.0),
        ),
        (
            "EleutherAI/gpt-neox-20b",
            json!({ "model_type": "gpt_neox", "num_hidden_layers": 44, "hidden_size": 6144, "num_attention_heads": 64, "intermediate_size": 24576, "vocab_size": 50432 }),
            20_554_567_680.0,
            Some(6144.0),
        ),
        (
            "tiiuae/falcon-7b",
            json!({ "model_type": "falcon", "num_hidden_layers": 32, "hidden_size": 4544, "num_attention_heads": 71, "multi_query": true, "vocab_size": 65024, "bias": false }),
            6_921_720_704.0,
            Some(64.0),
        ),
        ("deepseek-ai/DeepSeek-V3", deepseek_v3(), 671_026_419_200.0, None),
        ("google-bert/bert-base-uncased", bert(12, 768, 12, 3072, 30522, 512, 2, "bert"), 109_482_240.0, None),
        ("google-bert/bert-large-uncased", bert(24, 1024, 16, 4096, 30522, 512, 2, "bert"), 335_141_888.0, None),
        ("FacebookAI/roberta-base", bert(12, 768, 12, 3072, 50265, 514, 1, "roberta"), 124_645_632.0, None),
        (
            "distilbert-base-uncased",
            json!({ "model_type": "distilbert", "n_layers": 6, "dim": 768, "n_heads": 12, "hidden_dim": 3072, "vocab_size": 30522, "max_position_embeddings": 512 }),
            66_362_880.0,
            None,
        ),
        ("google/vit-base-patch16-224", vit(12, 768, 12, 3072), 86_567_656.0, None),
        ("google/vit-large-patch16-224", vit(24, 1024, 16, 4096), 304_326_632.0, None),
        (
            "google-t5/t5-small",
            json!({ "model_type": "t5", "d_model": 512, "d_ff": 2048, "d_kv": 64, "num_heads": 8, "num_layers": 6, "vocab_size": 32128, "feed_forward_proj": "relu" }),
            60_506_624.0,
            None,
        ),
        (
            "google/flan-t5-xl",
            json!({ "model_type": "t5", "d_model": 2048, "d_ff": 5120, "d_kv": 64, "num_heads": 32, "num_layers": 24, "vocab_size": 32128, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": false }),
            2_849_757_184.0,
            None,
        ),
        (
            "facebook/bart-large",
            json!({ "model_type": "bart", "d_model": 1024, "encoder_layers": 12, "decoder_layers": 12, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "encoder_attention_heads": 16, "max_position_embeddings": 1024, "vocab_size": 50265 }),
            406_291_456.0,
            None,
        ),
        ("openai/whisper-large-v3", whisper(1280, 32, 20, 5120, 128, 51866), 1_543_490_560.0, None),
        ("openai/whisper-small", whisper(768, 12, 12, 3072, 80, 51865), 241_734_912.0, None),
    ]
}

fn deepseek_v3() -> Json {
    json!({
        "model_type": "deepseek_v3", "num_hidden_layers": 61, "hidden_size": 7168, "num_attention_heads": 128,
        "num_key_value_heads": 128, "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_routed_experts": 256,
        "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3, "q_lora_rank": 1536,
        "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128, "vocab_size": 129_280,
    })
}

#[allow(clippy::too_many_arguments)]
fn bert(layers: u64, hidden: u64, heads: u64, inner: u64, vocab: u64, positions: u64, types: u64, kind: &str) -> Json {
    json!({
        "model_type": kind, "num_hidden_layers": layers, "hidden_size": hidden, "num_attention_heads": heads,
        "intermediate_size": inner, "vocab_size": vocab, "max_position_embeddings": positions, "type_vocab_size": types,
    })
}

fn vit(layers: u64, hidden: u64, heads: u64, inner: u64) -> Json {
    json!({
        "model_type": "vit", "num_hidden_layers": layers, "hidden_size": hidden, "num_attention_heads": heads,
        "intermediate_size": inner, "image_size": 224, "patch_size": 16, "num_channels": 3,
    })
}

fn whisper(hidden: u64, layers: u64, heads: u64, inner: u64, mels: u64, vocab: u64) -> Json {
    json!({
        "model_type": "whisper", "d_model": hidden, "encoder_layers": layers, "decoder_layers": layers,
        "encoder_attention_heads": heads, "encoder_ffn_dim": inner, "decoder_ffn_dim": inner, "num_mel_bins": mels,
        "max_source_positions": 1500, "max_target_positions": 448, "vocab_size": vocab,
    })
}

#[test]
fn parameters_of_public_models_are_within_two_percent() {
    let mut off = Vec::new();
    for (name, json, truth, _) in models() {
        let counted = fact(&read(&config(&json)), "model.params").unwrap_or_default();
        if (counted / truth - 1.0).abs() > 0.02 {
            off.push(format!("{name}: {counted} counted, {truth} in truth"));
        }
    }
    assert!(off.is_empty(), "\n{}", off.join("\n"));
}

/// Most are counted to the last parameter; a vision transformer is counted without its head for single classes.
#[test]
fn most_are_counted_exactly() {
    let exact = |(_, json, truth, _): &(&str, Json, f64, Option<f64>)| {
        fact(&read(&config(json)), "model.params") == Some(*truth)
    };
    let all = models();
    let missed: Vec<&str> = all.iter().filter(|row| !exact(row)).map(|row| row.0).collect();
    assert!(missed.len() <= 8, "{missed:?}");
}

/// The cache is a tensor of keys and one of values for each layer, [tokens, heads, width] in two bytes.
#[test]
fn caches_of_public_models_are_within_two_percent() {
    let mut seen = 0;
    for (name, json, _, width) in models() {
        let Some(width) = width else { continue };
        let read = read(&config(&json));
        let of = |name: &str| fact(&read, name).unwrap_or_default();
        let counted = kv_cache_bytes(2.0, of("model.kv_heads") * of("model.head_dim"), of("model.layers"), 8192.0, 1.0);
        let layers = ["num_hidden_layers", "n_layer"].iter().find_map(|key| json[key].as_f64()).unwrap();
        let one_tensor = 8192.0 * width * 2.0;
        let truth: f64 = (0..layers as usize).map(|_| one_tensor + one_tensor).sum();
        assert!((counted / truth - 1.0).abs() < 0.02, "{name}: {counted} counted, {truth} in truth");
        seen += 1;
    }
    assert!(seen >= 12, "{seen}");
}

#[test]
fn experts_that_a_token_visits_are_counted() {
    for (name, billions) in [
        ("mistralai/Mixtral-8x7B-v0.1", 12.9),
        ("Qwen/Qwen3-30B-A3B", 3.3),
        ("Qwen/Qwen3-235B-A22B", 22.2),
        ("openai/gpt-oss-120b", 5.7),
        ("deepseek-ai/DeepSeek-V3", 37.6),
    ] {
        let json = models().into_iter().find(|row| row.0 == name).unwrap().1;
        let active = fact(&read(&config(&json)), "model.active_params").unwrap() / 1e9;
        assert!((active / billions - 1.0).abs() < 0.03, "{name}: {active}");
    }
}

#[test]
fn what_is_not_known_is_left_open_and_never_guessed() {
    let hybrid = llama(
        "qwen3",
        [36, 4096, 32, 8, 12288, 151_936],
        json!({ "layer_types": ["full_attention", "linear_attention"] }),
    );
    let tower =
        json!({ "model_type": "llava", "text_config": llama("llama", [32, 4096, 32, 8, 14336, 128_256], json!({})) });
    for (json, facts) in [
        (json!({ "model_type": "jamba", "hidden_size": 4096, "num_hidden_layers": 32 }), 0),
        (json!({ "hidden_size": 4096 }), 0),
        (hybrid, 0),
        (json!({ "model_type": "llama", "hidden_size": "wide" }), 0),
        (tower, 7),
    ] {
        let read = read(&config(&json));
        assert!(read.left_open.is_some(), "{json}");
        assert_eq!(read.facts.len(), facts, "{json}: {read:?}");
        assert_eq!(fact(&read, "model.params"), None);
    }
    let deepseek = read(&config(&deepseek_v3()));
    assert_eq!(fact(&deepseek, "model.kv_heads"), None, "its cache is no number of heads");
    let sliding = llama("mistral", [32, 4096, 32, 8, 14336, 32000], json!({ "layer_types": ["sliding_attention"] }));
    assert!(read(&config(&sliding)).left_open.is_none());
}

#[test]
fn what_is_missing_is_named_and_what_is_known_is_listed() {
    let because = |json: Json| read(&config(&json)).left_open.unwrap();
    let told = because(json!({ "model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32 }));
    assert!(told.contains("`num_hidden_layers`, `vocab_size`") && !told.contains("hidden_size"), "{told}");
    let told = because(json!({ "model_type": "vit", "hidden_size": 768 }));
    assert!(told.contains("`patch_size`") && told.contains("`num_attention_heads`"), "{told}");
    let told = because(json!({ "model_type": "jamba" }));
    assert!(told.contains("jamba") && told.contains("llama") && told.contains("whisper"), "{told}");
    assert_eq!(fact(&read(&config(&vit(12, 768, 12, 3072))), "sequence_length"), Some(197.0));
}

/// How many layers see how many tokens.
type Windows = Option<(f64, f64)>;

fn with_windows() -> Vec<(&'static str, Json, Windows)> {
    let mistral = |window: Json| llama("mistral", [32, 4096, 32, 8, 14336, 32000], json!({ "sliding_window": window }));
    let qwen = |more: Json| llama("qwen2", [28, 3584, 28, 4, 18944, 152_064], more);
    let gemma = |kind, layers, more: Json| llama(kind, [layers, 3584, 16, 8, 14336, 256_000], more);
    vec![
        ("Mistral-7B-v0.1: every layer", mistral(json!(4096)), Some((32.0, 4096.0))),
        ("Mistral-7B-v0.3: none", mistral(Json::Null), None),
        (
            "Gemma 2 9B: every second layer",
            gemma("gemma2", 42, json!({ "sliding_window": 4096 })),
            Some((21.0, 4096.0)),
        ),
        (
            "Gemma 3: five of six layers",
            gemma("gemma3_text", 62, json!({ "sliding_window": 1024, "sliding_window_pattern": 6 })),
            Some((52.0, 1024.0)),
        ),
        (
            "Qwen2.5 7B: switched off",
            qwen(json!({ "sliding_window": 131_072, "use_sliding_window": false, "max_window_layers": 28 })),
            None,
        ),
        (
            "Qwen2.5 switched on: from layer 20 on",
            qwen(json!({ "sliding_window": 4096, "use_sliding_window": true, "max_window_layers": 20 })),
            Some((8.0, 4096.0)),
        ),
        (
            "as the layers are listed",
            gemma(
                "gemma2",
                2,
                json!({ "sliding_window": 512, "layer_types": ["sliding_attention", "full_attention"] }),
            ),
            Some((1.0, 512.0)),
        ),
        ("Llama has none", llama("llama", [32, 4096, 32, 8, 14336, 32000], json!({ "sliding_window": 4096 })), None),
    ]
}

#[test]
fn layers_with_a_sliding_window_are_told() {
    for (name, json, windows) in with_windows() {
        let read = read(&config(&json));
        let told = fact(&read, "config.windowed_layers").zip(fact(&read, "config.window"));
        assert_eq!(told, windows, "{name}");
    }
}

#[test]
fn what_no_formula_describes_is_told_from_what_one_does() {
    let of = |json: Json| read(&config(&json)).architecture;
    let hybrid = json!({ "layer_types": ["full_attention", "linear_attention"] });
    for other in [
        json!({ "model_type": "mamba" }),
        json!({ "model_type": "jamba", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32 }),
        llama("qwen3", [36, 4096, 32, 8, 12288, 151_936], hybrid),
        json!({ "model_type": "x_vl", "text_config": { "model_type": "mamba" } }),
    ] {
        assert_eq!(of(other.clone()), Some("other"), "{other}");
    }
    assert_eq!(of(deepseek_v3()), Some("transformer"));
    assert_eq!(of(json!({ "model_type": "llama" })), Some("transformer"), "fields are missing, not formulas");
    assert_eq!(of(json!({ "hidden_size": 4096 })), None);
}

fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_chipwise")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn a_configuration_fills_what_the_profile_does_not_state() {
    let folder = std::env::temp_dir().join(format!("chipwise-hf-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    write("config.json", &llama("llama", [32, 4096, 32, 8, 14336, 128_256], json!({})).to_string());
    write("other.json", "{\"model_type\": \"mamba\"}");
    let profile = write("w.yaml", "phase: inference\ndomain: llm\nprecision: bf16\nmodel: {hf_config: config.json}\n");
    let (out, err, code) = run(&["size", &profile, "--format", "json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let sized: Json = serde_json::from_str(&out).unwrap();
    assert_eq!(sized["memory"]["weights"]["low"], json!(2_u64 * 8_030_261_248));
    let stated = write("s.yaml", "phase: inference\nprecision: bf16\nmodel: {hf_config: config.json, params: 1B}\n");
    let sized: Json = serde_json::from_str(&run(&["size", &stated, "--format", "json"]).0).unwrap();
    assert_eq!(sized["memory"]["weights"]["low"], json!(2_000_000_000_u64));
    let set: Json =
        serde_json::from_str(&run(&["size", &profile, "--set", "model.params=70B", "--format", "json"]).0).unwrap();
    assert_eq!(set["memory"]["weights"]["low"], json!(140_000_000_000_u64));
    let open = write("o.yaml", "phase: inference\nmodel: {hf_config: other.json}\n");
    let (_, err, code) = run(&["size", &open]);
    assert_eq!(code, 0);
    assert!(err.contains("mamba") && err.contains("warning"), "{err}");
    let missing = write("m.yaml", "phase: inference\nmodel: {hf_config: confg.json}\n");
    let (_, err, code) = run(&["recommend", &missing]);
    assert_eq!(code, 2);
    assert!(err.contains("m.yaml:2") && err.contains("model.hf_config") && err.contains("config.json"), "{err}");
    write("list.json", "[1]");
    let list = write("l.yaml", "phase: inference\nmodel: {hf_config: list.json}\n");
    let (_, err, code) = run(&["size", &list]);
    assert_eq!(code, 2);
    assert!(err.contains("list.json:1") && err.contains("is a list") && !err.contains("phase"), "{err}");
    let latent = deepseek_v3().to_string();
    write("latent.json", &latent);
    let text = "phase: inference\ndomain: llm\nserving: {context_length: 8192}\nmodel: {hf_config: latent.json}\n";
    let (out, _, _) = run(&["size", &write("d.yaml", text), "--format", "json"]);
    let sized: Json = serde_json::from_str(&out).unwrap();
    // 576 values for each of 61 layers and 8,192 tokens; in one byte or two where no precision is stated.
    let values = 576_u64 * 61 * 8192;
    assert_eq!(sized["memory"]["kv_cache"], json!({ "low": values, "high": 2 * values }), "{out}");
    assert_eq!(sized["memory_is_lower_bound"], json!(false), "{out}");
    // The judge knows of it as well: the memory of the recommendation is the same.
    let told: Json = serde_json::from_str(&run(&["recommend", &write("d.yaml", text), "--format", "json"]).0).unwrap();
    assert_eq!(told["estimates"]["sizing"]["memory"]["total"], sized["memory"]["total"]);
    let mut short = llama("llama", [32, 4096, 32, 8, 14336, 128_256], json!({ "max_position_embeddings": 2048 }));
    write("short.json", &short.to_string());
    let long = write("long.yaml", "phase: inference\nserving.context_length: 8192\nmodel.hf_config: short.json\n");
    let (_, err, code) = run(&["size", &long]);
    assert!(code == 0 && err.contains("long.yaml:2") && err.contains("longer than the positions"), "{err}");
    short["rope_scaling"] = json!({ "factor": 8.0 });
    write("short.json", &short.to_string());
    assert_eq!(run(&["size", &long]).1, "", "a scaling of positions reaches further");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_encoder_is_told_from_what_writes_one_token_after_another() {
    let of = |json: Json| read(&config(&json)).architecture;
    let bert = json!({ "model_type": "bert", "num_hidden_layers": 12, "hidden_size": 768, "num_attention_heads": 12,
        "intermediate_size": 3072, "vocab_size": 30522, "max_position_embeddings": 512 });
    assert_eq!(of(bert.clone()), Some("encoder"));
    assert_eq!(of(vit(12, 768, 12, 3072)), Some("encoder"));
    assert_eq!(of(json!({ "model_type": "vit" })), Some("encoder"), "fields are missing, and it stays one");
    let mut masked = bert;
    masked["is_decoder"] = json!(true);
    assert_eq!(of(masked), Some("transformer"));
    assert_eq!(of(json!({ "model_type": "whisper" })), Some("transformer"), "an encoder with a decoder");
}

#[test]
fn how_weights_are_stored_is_read_off_the_quantisation() {
    let of = |quantised: Json| stored(&config(&json!({ "quantization_config": quantised })));
    for (json, bits, precision) in [
        (json!({ "quant_method": "gptq", "bits": 4 }), Some(4.0), Some("int4")),
        (json!({ "quant_method": "awq", "bits": 4 }), Some(4.0), Some("int4")),
        (json!({ "quant_method": "gptq", "bits": 8 }), Some(8.0), Some("int8")),
        (json!({ "quant_method": "gptq", "bits": 3 }), Some(3.0), None),
        (json!({ "quant_method": "fp8", "weight_block_size": [128, 128] }), Some(8.0), Some("fp8")),
        (json!({ "quant_method": "mxfp4" }), Some(4.0), Some("fp4")),
        (json!({ "quant_method": "bitsandbytes", "load_in_4bit": true }), Some(4.0), Some("int4")),
        (
            json!({ "quant_method": "compressed-tensors",
                "config_groups": { "group_0": { "weights": { "num_bits": 8, "type": "float" } } } }),
            Some(8.0),
            Some("fp8"),
        ),
        (json!({ "quant_method": "of_its_own" }), None, None),
    ] {
        let told = of(json.clone()).unwrap();
        assert_eq!((told.bits, told.precision), (bits, precision), "{json}");
    }
    assert_eq!(stored(&config(&json!({ "model_type": "llama" }))), None);
}

/// What `size` warns of, for a configuration and a profile that names it.
fn warned(name: &str, config: &Json, profile: &str) -> String {
    let folder = std::env::temp_dir().join(format!("chipwise-warned-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.json"), config.to_string()).unwrap();
    let path = folder.join("w.yaml");
    fs::write(&path, profile).unwrap();
    let (_, err, code) = run(&["size", &path.to_string_lossy()]);
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(code, 0, "{err}");
    err
}

#[test]
fn parameters_that_contradict_the_configuration_are_told_as_such() {
    let dense = llama("llama", [80, 8192, 64, 8, 28672, 128_256], json!({}));
    let profile = |params: &str| {
        format!("phase: inference\ndomain: llm\nprecision: bf16\nmodel: {{params: {params}, hf_config: config.json}}\n")
    };
    for params in ["8B", "405B"] {
        let err = warned("params", &dense, &profile(params));
        let message = format!("`model.params` {params} contradicts the configuration (70.55B)");
        assert!(err.contains(&message) && err.contains("w.yaml:4:17") && !err.contains("experts"), "{err}");
    }
    // Names round: a model of 70.55 billions is called 70B.
    assert_eq!(warned("rounded", &dense, &profile("70B")), "");
    let mixtral = models().into_iter().find(|row| row.0 == "mistralai/Mixtral-8x7B-v0.1").unwrap().1;
    let err = warned("experts", &mixtral, &profile("8B"));
    assert!(err.contains("experts") && err.contains("contradicts the configuration (46.7B)"), "{err}");
}

#[test]
fn weights_that_are_narrower_in_the_file_than_counted_are_told() {
    let quantised =
        |json: Json| llama("llama", [32, 4096, 32, 8, 14336, 128_256], json!({ "quantization_config": json }));
    let profile = |precision: &str| format!("phase: inference\ndomain: llm\n{precision}model.hf_config: config.json\n");
    let gptq = quantised(json!({ "quant_method": "gptq", "bits": 4 }));
    let err = warned("bf16", &gptq, &profile("precision: bf16\n"));
    assert!(err.contains("(4-bit, gptq)") && err.contains("counted as `precision` bf16"), "{err}");
    assert!(err.contains("state `precision` int4"), "{err}");
    let err = warned("open", &gptq, &profile(""));
    assert!(err.contains("(4-bit, gptq)") && err.contains("`precision` is not stated"), "{err}");
    assert_eq!(warned("int4", &gptq, &profile("precision: int4\n")), "");
    let fp8 = quantised(json!({ "quant_method": "fp8" }));
    assert!(warned("wide", &fp8, &profile("precision: bf16\n")).contains("state `precision` fp8"));
    assert_eq!(warned("fp8", &fp8, &profile("precision: fp8\n")), "");
}
