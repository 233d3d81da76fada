//! JSON by hand: no well-known crate reports duplicate names, distinguishes 1 from 1.0, and lets half of a
//! surrogate pair through, so that its line can still be answered.

use std::fmt::{self, Display, Formatter};
use std::ops::Index;

#[derive(Clone)]
pub enum Json {
    Null,
    Bool(bool),
    /// `plain`: written in digits alone, and not `-0`.
    Number {
        value: f64,
        plain: bool,
    },
    String(String),
    /// A string, or the value of a name, with half of a surrogate pair in it.
    HalfPair,
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Reading and dropping recurse as deep as the text; their thread has the stack for this.
const STACK_LEVELS: usize = 100_000;

/// The value of a text, by the grammar of RFC 8259 and nothing else; `None` if it is not JSON.
pub fn parse(text: &str) -> Option<Json> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.space();
    (reader.at == text.len()).then_some(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.text.as_bytes()[self.at..].starts_with(token.as_bytes());
        if found {
            self.at += token.len();
        }
        found
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.space();
        match self.peek()? {
            b'{' | b'[' if depth == STACK_LEVELS => None,
            b'{' => self.object(depth + 1),
            b'[' => self.array(depth + 1),
            b'"' => Some(self.string()?.map_or(Json::HalfPair, Json::String)),
            b't' => self.eat("true").then_some(Json::Bool(true)),
            b'f' => self.eat("false").then_some(Json::Bool(false)),
            b'n' => self.eat("null").then_some(Json::Null),
            _ => self.number(),
        }
    }

    fn array(&mut self, depth: usize) -> Option<Json> {
        let mut items = Vec::new();
        self.at += 1;
        self.space();
        if self.eat("]") {
            return Some(Json::Array(items));
        }
        loop {
            items.push(self.value(depth)?);
            self.space();
            if self.eat("]") {
                return Some(Json::Array(items));
            }
            self.eat(",").then_some(())?;
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        let mut members = Vec::new();
        self.at += 1;
        self.space();
        if self.eat("}") {
            return Some(Json::Object(members));
        }
        loop {
            self.space();
            (self.peek()? == b'"').then_some(())?;
            let name = self.string()?;
            self.space();
            self.eat(":").then_some(())?;
            let value = self.value(depth)?;
            members.push(match name {
                Some(name) => (name, value),
                None => (String::new(), Json::HalfPair),
            });
            self.space();
            if self.eat("}") {
                return Some(Json::Object(members));
            }
            self.eat(",").then_some(())?;
        }
    }

    /// The inner `None` is a string with half of a pair in it.
    fn string(&mut self) -> Option<Option<String>> {
        let (mut out, mut whole) = (String::new(), true);
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let stop = rest.bytes().position(|b| b == b'"' || b == b'\\' || b < 0x20)?;
            out.push_str(&rest[..stop]);
            self.at += stop;
            if self.eat("\"") {
                return Some(whole.then_some(out));
            }
            match self.escape()? {
                Some(c) => out.push(c),
                None => whole = false,
            }
        }
    }

    fn escape(&mut self) -> Option<Option<char>> {
        self.eat("\\").then_some(())?;
        let letter = self.peek()?;
        self.at += 1;
        Some(Some(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.unit()?;
                let after = self.at;
                if (0xd800..0xdc00).contains(&first) && self.eat("\\u") {
                    let low = self.unit()?;
                    if (0xdc00..0xe000).contains(&low) {
                        return Some(char::from_u32(0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00)));
                    }
                    self.at = after;
                }
                return Some(char::from_u32(first));
            }
            _ => return None,
        }))
    }

    fn unit(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        // `from_str_radix` would take a sign.
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    }

    fn digits(&mut self) -> Option<()> {
        let from = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > from).then_some(())
    }

    fn number(&mut self) -> Option<Json> {
        let from = self.at;
        self.eat("-");
        if !self.eat("0") {
            self.digits()?;
        }
        let integer = self.at;
        if self.eat(".") {
            self.digits()?;
        }
        if self.eat("e") || self.eat("E") {
            let _ = self.eat("+") || self.eat("-");
            self.digits()?;
        }
        let text = &self.text[from..self.at];
        let value = text.parse::<f64>().ok()?;
        Some(Json::Number { value: value + 0.0, plain: self.at == integer && text != "-0" })
    }
}

impl Json {
    pub fn text(text: impl Into<String>) -> Json {
        Json::String(text.into())
    }

    pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
        Json::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
    }

    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(n, _)| n == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

/// The member; `Null` if there is none.
impl Index<&str> for Json {
    type Output = Json;

    fn index(&self, name: &str) -> &Json {
        self.get(name).unwrap_or(&Json::Null)
    }
}

impl Display for Json {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Json::Null | Json::HalfPair => out.write_str("null"),
            Json::Bool(b) => write!(out, "{b}"),
            Json::Number { value, .. } => write!(out, "{value}"),
            Json::String(text) => out.write_str(&quoted(text)),
            Json::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    out.write_str(if i == 0 { "[" } else { "," })?;
                    item.fmt(out)?;
                }
                out.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Json::Object(members) => {
                for (i, (name, value)) in members.iter().enumerate() {
                    out.write_str(if i == 0 { "{" } else { "," })?;
                    out.write_str(&quoted(name))?;
                    out.write_str(":")?;
                    value.fmt(out)?;
                }
                out.write_str(if members.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\0'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push(c),
        }
    }
    out + "\""
}
