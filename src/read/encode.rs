//! A compact binary form of trees, so that built-in files are read once, when the program is built.
//!
//! First all texts in one piece, then the structure, which takes its texts from the front of that piece in order.
//! Decoding borrows the texts and checks them once as a whole, not one by one.

use std::borrow::Cow;

use super::tree::{Entry, Node, Tree};
use crate::diag::Place;

const NULL: u8 = 0;
const PLAIN: u8 = 1;
const QUOTED: u8 = 2;
const LIST: u8 = 3;
const MAP: u8 = 4;

/// Deeper trees are not decoded: damaged bytes must not exhaust the stack.
const DEEPEST: usize = 256;

/// The bytes that stand for files and their trees.
pub fn encode(files: &[(String, Node)]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(files.len());
    for (name, node) in files {
        writer.text(name);
        writer.node(node);
    }
    let mut bytes = Writer::default();
    bytes.number(writer.texts.len());
    let mut bytes = bytes.structure;
    bytes.extend(writer.texts.as_bytes());
    bytes.extend(writer.structure);
    bytes
}

#[derive(Default)]
struct Writer {
    texts: String,
    structure: Vec<u8>,
    line: u32,
}

impl Writer {
    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self, mut number: usize) {
        while number > 0x7F {
            self.structure.push((number & 0x7F) as u8 | 0x80);
            number >>= 7;
        }
        self.structure.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        self.texts.push_str(text);
        self.number(text.len());
    }

    /// The line as what it is further down than the last one, which most often is one byte. Lines above, which only
    /// a merged or copied piece has, wrap around.
    fn place(&mut self, place: Place) {
        self.number(place.line.wrapping_sub(self.line) as usize);
        self.number(place.column as usize);
        self.line = place.line;
    }

    fn node(&mut self, node: &Node) {
        let kind = match &node.tree {
            Tree::Null => NULL,
            Tree::Scalar { quoted: false, .. } => PLAIN,
            Tree::Scalar { quoted: true, .. } => QUOTED,
            Tree::List(_) => LIST,
            Tree::Map(_) => MAP,
        };
        self.structure.push(kind);
        self.place(node.place);
        match &node.tree {
            Tree::Null => {}
            Tree::Scalar { text, .. } => self.text(text),
            Tree::List(items) => {
                self.number(items.len());
                items.iter().for_each(|item| self.node(item));
            }
            Tree::Map(entries) => {
                self.number(entries.len());
                for entry in entries {
                    self.text(&entry.key);
                    self.place(entry.place);
                    self.node(&entry.value);
                }
            }
        }
    }
}

/// The files and trees that the bytes stand for; none when the bytes are damaged.
pub fn decode(bytes: &'static [u8]) -> Option<Vec<(String, Node)>> {
    let mut start = Reader { texts: "", structure: bytes, line: 0 };
    let length = start.number()?;
    let (texts, structure) = start.structure.split_at_checked(length)?;
    let mut reader = Reader { texts: std::str::from_utf8(texts).ok()?, structure, line: 0 };
    let count = reader.count()?;
    let mut files = Vec::with_capacity(count);
    for _ in 0..count {
        let name = reader.text()?.to_owned();
        files.push((name, reader.node(0)?));
    }
    (reader.structure.is_empty() && reader.texts.is_empty()).then_some(files)
}

/// What is left of the texts and of the structure.
struct Reader {
    texts: &'static str,
    structure: &'static [u8],
    line: u32,
}

impl Reader {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.structure.split_first()?;
        self.structure = rest;
        Some(first)
    }

    #[inline]
    fn number(&mut self) -> Option<usize> {
        match self.byte()? {
            small @ ..0x80 => Some(usize::from(small)),
            first => self.longer_number(usize::from(first & 0x7F)),
        }
    }

    fn longer_number(&mut self, mut number: usize) -> Option<usize> {
        for shift in (7..usize::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// A number of things that follow. There cannot be more than bytes, so that no memory is set aside in vain.
    fn count(&mut self) -> Option<usize> {
        self.number().filter(|&count| count <= self.structure.len())
    }

    #[inline]
    fn text(&mut self) -> Option<&'static str> {
        let length = self.number()?;
        let (text, rest) = self.texts.split_at_checked(length)?;
        self.texts = rest;
        Some(text)
    }

    #[inline]
    fn place(&mut self) -> Option<Place> {
        let further = u32::try_from(self.number()?).ok()?;
        let column = u32::try_from(self.number()?).ok()?;
        self.line = self.line.wrapping_add(further);
        Some(Place { line: self.line, column })
    }

    fn node(&mut self, depth: usize) -> Option<Node> {
        let kind = self.byte()?;
        let place = self.place()?;
        let tree = match kind {
            NULL => Tree::Null,
            PLAIN | QUOTED => Tree::Scalar { text: Cow::Borrowed(self.text()?), quoted: kind == QUOTED },
            _ if depth >= DEEPEST => return None,
            LIST => self.list(depth + 1)?,
            MAP => self.map(depth + 1)?,
            _ => return None,
        };
        Some(Node { tree, place })
    }

    fn list(&mut self, depth: usize) -> Option<Tree> {
        let count = self.count()?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(self.node(depth)?);
        }
        Some(Tree::List(items))
    }

    fn map(&mut self, depth: usize) -> Option<Tree> {
        let count = self.count()?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            let key = Cow::Borrowed(self.text()?);
            let place = self.place()?;
            entries.push(Entry { key, place, value: self.node(depth)? });
        }
        Some(Tree::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn leaked(bytes: Vec<u8>) -> &'static [u8] {
        Box::leak(bytes.into_boxed_slice())
    }

    fn any_place() -> impl Strategy<Value = Place> {
        (any::<u32>(), any::<u32>()).prop_map(|(line, column)| Place { line, column })
    }

    fn any_node() -> impl Strategy<Value = Node> {
        let scalar = (".{0,12}", any::<bool>()).prop_map(|(text, quoted)| Tree::Scalar { text: text.into(), quoted });
        let leaf = (prop_oneof![Just(Tree::Null), scalar], any_place()).prop_map(|(tree, place)| Node { tree, place });
        leaf.prop_recursive(5, 60, 6, |inner| {
            let entry = (".{0,12}", any_place(), inner.clone()).prop_map(|(key, place, value)| Entry {
                key: key.into(),
                place,
                value,
            });
            let list = prop::collection::vec(inner, 0..6).prop_map(Tree::List);
            let map = prop::collection::vec(entry, 0..6).prop_map(Tree::Map);
            (prop_oneof![list, map], any_place()).prop_map(|(tree, place)| Node { tree, place })
        })
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded_with_all_places(files in prop::collection::vec((".{0,12}", any_node()), 0..4)) {
            prop_assert_eq!(decode(leaked(encode(&files))), Some(files));
        }

        #[test]
        fn damaged_bytes_are_refused_quietly(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(leaked(bytes));
        }

        #[test]
        fn bytes_that_are_cut_off_are_refused(node in any_node(), part in 0.0..1.0f64) {
            let bytes = encode(&[("name".to_owned(), node)]);
            let cut = (bytes.len() as f64 * part) as usize;
            prop_assert_eq!(decode(leaked(bytes[..cut].to_vec())), None);
        }
    }

    #[test]
    fn texts_are_borrowed_and_not_copied() {
        let node = Node { tree: Tree::Scalar { text: "7B".into(), quoted: false }, place: Place::default() };
        let files = decode(leaked(encode(&[("name".to_owned(), node)]))).unwrap();
        assert!(matches!(files[0].1.tree, Tree::Scalar { text: Cow::Borrowed("7B"), .. }));
    }
}
