//! The beginning of a port in Rust, of the standard library alone: it says hello and answers stringToSign.
//!
//! Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
//! in vectors/README.md of countersign. Add the other operations, one after the other, to OPS and to the hello.

use std::io::{BufRead, Write};

/// Why there is no value: the input breaks a rule, or the port has a mistake, which must not look like a refusal.
enum Failure {
    Refused(&'static str),
    Error(String),
}

/// What an operation answers: a value as JSON, or none, which is `accept`.
type Answered = Result<Option<String>, Failure>;
type Op = fn(&Json) -> Answered;

const OPS: &[(&str, Op)] = &[
    ("stringToSign", string_to_sign),
    // parseAuthorization: authType, authorization (an array of header values)
    //   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
    // formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
    //   -> the header's value
    // sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
    //   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
    // verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
    //   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
    // rsaVerify: key, message, signature
    //   -> accept, or reject for signature_malformed or signature_invalid
    // importKey: use, pem
    //   -> {"bits","fingerprint"}
    // decodeJob: body
    //   -> the job
    // encodeJob: job
    //   -> {"hex"} of a JSON text
    // request: baseUrl, edition, authType, credentials, timestamp, nonce, body
    //   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
];

fn string_to_sign(input: &Json) -> Answered {
    let method = input.text("method")?;
    let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    check(has(method, 1, 32, is_token), "method_invalid")?;
    let target = target_of(input.text("url")?)?;
    let timestamp = input.text("timestamp")?;
    let is_canonical = has(timestamp, 1, 16, |b| b.is_ascii_digit()) && (timestamp == "0" || !timestamp.starts_with('0'));
    let is_low = timestamp.parse::<u64>().is_ok_and(|seconds| seconds <= 9_007_199_254_740_991);
    check(is_canonical && is_low, "timestamp_malformed")?;
    let nonce = input.text("nonce")?;
    check(has(nonce, 1, 128, |b| b.is_ascii_alphanumeric() || b == b'-'), "nonce_malformed")?;
    let mut signed = format!("{}\n{target}\n{timestamp}\n{nonce}\n", method.to_ascii_uppercase()).into_bytes();
    signed.extend(content(input.member("body")?)?);
    Ok(Some(format!("{{\"hex\":\"{}\"}}", hex_of(&signed))))
}

/// What a request for this URL sends as its target. No part is normalised.
fn target_of(url: &str) -> Result<String, Failure> {
    let sent = url.split('#').next().unwrap_or_default();
    let target = match after_authority(sent) {
        Some(rest) if rest.starts_with('/') => rest.to_owned(),
        Some(rest) => format!("/{rest}"),
        None => sent.to_owned(),
    };
    let is_visible = has(&target, 1, 8192, |b| (0x21..=0x7e).contains(&b));
    check(target.starts_with('/') && is_visible, "target_invalid")?;
    Ok(target)
}

/// Of `scheme://authority…` what follows, which is empty or begins with `/` or `?`.
fn after_authority(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let is_scheme = has(scheme, 1, usize::MAX, |b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    let is_authority = |b: u8| b.is_ascii_alphanumeric() || b"._~%!$&'()*+,;=:@[]-".contains(&b);
    let begins = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    (begins && is_scheme && has(&rest[..end], 1, usize::MAX, is_authority)).then_some(&rest[end..])
}

/// Whether a text has so many bytes, all of one kind.
fn has(text: &str, least: usize, most: usize, is: impl Fn(u8) -> bool) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(is)
}

fn check(holds: bool, reason: &'static str) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(Failure::Refused(reason)) }
}

/// The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8.
fn content(value: &Json) -> Result<Vec<u8>, Failure> {
    if let Ok(hex) = value.text("hex") {
        return bytes_of(hex);
    }
    if let Ok(repeat) = value.member("repeat") {
        let times = repeat.number("times")?.parse().map_err(error)?;
        return Ok(bytes_of(repeat.text("hex")?)?.repeat(times));
    }
    let raw = bytes_of(value.text("utf16")?)?;
    let units: Vec<u16> = raw.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    String::from_utf16(&units).map(String::into_bytes).map_err(|_| Failure::Refused("body_not_unicode"))
}

fn bytes_of(hex: &str) -> Result<Vec<u8>, Failure> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).map_err(error)).collect()
}

fn hex_of(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn error(fault: impl ToString) -> Failure {
    Failure::Error(fault.to_string())
}

/// The answer without its first member, `seq`.
fn run(op: &str, input: &Json) -> String {
    let Some((_, answer)) = OPS.iter().find(|(name, _)| *name == op) else {
        return "\"outcome\":\"unsupported\"".to_owned();
    };
    match answer(input) {
        Ok(None) => "\"outcome\":\"accept\"".to_owned(),
        Ok(Some(value)) => format!("\"outcome\":\"value\",\"value\":{value}"),
        Err(Failure::Refused(reason)) => format!("\"outcome\":\"reject\",\"reason\":\"{reason}\""),
        Err(Failure::Error(fault)) => format!("\"outcome\":\"error\",\"reason\":{}", quoted(&fault)),
    }
}

/// A text as JSON.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        '\0'..='\x1f' => format!("\\u{:04x}", c as u32),
        _ => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let message = Reader { text: &line?, at: 0 }.value();
        match message.text("type").unwrap_or_default() {
            "hello" => {
                let ops: Vec<String> = OPS.iter().map(|(name, _)| quoted(name)).collect();
                let rest = format!("\"language\":\"Rust\",\"ops\":[{}],\"policies\":[]", ops.join(","));
                writeln!(out, "{{\"type\":\"hello\",\"name\":\"my-port\",\"version\":\"1\",{rest}}}")?;
            }
            "run" => {
                let seq = message.number("seq").unwrap_or_default();
                let op = message.text("op").unwrap_or_default();
                let answer = message.member("input").map_or_else(|_| run("", &message), |input| run(op, input));
                writeln!(out, "{{\"seq\":{seq},{answer}}}")?;
            }
            "bye" => return Ok(()),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// A JSON value. A number is kept as it is written.
enum Json {
    Word(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn member(&self, name: &str) -> Result<&Json, Failure> {
        let found = match self {
            Json::Object(members) => members.iter().find(|(key, _)| key == name),
            _ => None,
        };
        found.map(|(_, value)| value).ok_or_else(|| error(format!("the input has no {name}")))
    }

    fn text(&self, name: &str) -> Result<&str, Failure> {
        match self.member(name)? {
            Json::Text(text) => Ok(text),
            _ => Err(error(format!("{name} is no text"))),
        }
    }

    fn number(&self, name: &str) -> Result<&str, Failure> {
        match self.member(name)? {
            Json::Word(word) => Ok(word),
            _ => Err(error(format!("{name} is no number"))),
        }
    }

    /// The items of an array, such as the steps of `verify`.
    #[allow(dead_code)]
    fn items(&self, name: &str) -> Result<&[Json], Failure> {
        match self.member(name)? {
            Json::List(items) => Ok(items),
            _ => Err(error(format!("{name} is no array"))),
        }
    }
}

/// Reads the runner's lines, which are right. A job needs more care: its rules are on the page.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Json {
        match self.next() {
            '{' => {
                let mut members = Vec::new();
                loop {
                    match self.next() {
                        '}' => return Json::Object(members),
                        '"' => {}
                        _ => continue, // a comma
                    }
                    let name = self.string();
                    self.next(); // the colon
                    members.push((name, self.value()));
                }
            }
            '[' => {
                let mut items = Vec::new();
                loop {
                    match self.next() {
                        ']' => return Json::List(items),
                        ',' => {}
                        _ => {
                            self.at -= 1;
                            items.push(self.value());
                        }
                    }
                }
            }
            '"' => Json::Text(self.string()),
            first => {
                let start = self.at - first.len_utf8();
                let rest = &self.text[start..];
                let end = rest.find([',', ']', '}', ' ', '\t']).unwrap_or(rest.len());
                self.at = start + end;
                Json::Word(rest[..end].to_owned())
            }
        }
    }

    fn character(&mut self) -> char {
        let c = self.text[self.at..].chars().next().expect("a whole line of JSON");
        self.at += c.len_utf8();
        c
    }

    /// The next character that is no white space.
    fn next(&mut self) -> char {
        loop {
            let c = self.character();
            if !c.is_ascii_whitespace() {
                return c;
            }
        }
    }

    /// The rest of a text whose first quote has been read.
    fn string(&mut self) -> String {
        let mut units = Vec::new();
        loop {
            let c = match self.character() {
                '"' => return String::from_utf16_lossy(&units),
                '\\' => match self.character() {
                    'u' => {
                        units.extend(u16::from_str_radix(&self.text[self.at..self.at + 4], 16));
                        self.at += 4;
                        continue;
                    }
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    other => other,
                },
                other => other,
            };
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        }
    }
}
