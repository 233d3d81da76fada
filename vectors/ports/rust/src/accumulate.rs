//! Many generated inputs, and one digest over all the results.

use crate::keys::{PrivateKey, sha256};
use crate::ops::Failure;
use crate::scheme::{self, Verdict};
use base64ct::{Base64, Encoding};

const ALPHANUMERIC: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-";

/// SHA-256 of `SEED/i/0`, of `SEED/i/1`, and so on, as one stream of bytes.
struct Stream {
    prefix: String,
    block: [u8; 32],
    taken: usize,
}

impl Stream {
    fn new(seed: &str, i: usize) -> Stream {
        Stream { prefix: format!("{seed}/{i}"), block: [0; 32], taken: 0 }
    }

    fn u8(&mut self) -> usize {
        if self.taken.is_multiple_of(32) {
            self.block = sha256(format!("{}/{}", self.prefix, self.taken / 32).as_bytes());
        }
        self.taken += 1;
        self.block[(self.taken - 1) % 32].into()
    }

    fn u16(&mut self) -> usize {
        self.u8() << 8 | self.u8()
    }

    fn u32(&mut self) -> usize {
        self.u16() << 16 | self.u16()
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.u16() % list.len()]
    }

    fn text(&mut self, length: usize, alphabet: &str) -> String {
        (0..length).map(|_| char::from(alphabet.as_bytes()[self.u8() % alphabet.len()])).collect()
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.u8() as u8).collect()
    }
}

pub fn strings(seed: &str, count: usize) -> Result<[u8; 32], Failure> {
    let mut all = Vec::new();
    for i in 0..count {
        all.extend(sha256(&generated_string(seed, i)?));
    }
    Ok(sha256(&all))
}

pub fn signatures(seed: &str, count: usize, key: &PrivateKey) -> Result<[u8; 32], Failure> {
    let mut all = Vec::new();
    for i in 0..count {
        all.extend(scheme::signature(&key.sign(&generated_string(seed, i)?)?)?);
    }
    Ok(sha256(&all))
}

pub fn headers(seed: &str, count: usize) -> Result<[u8; 32], Failure> {
    let mut all = Vec::new();
    for i in 0..count {
        let result = match read_header(&generated_header(seed, i)) {
            Ok(signed) => format!("{}\n{}\n{}\n{}\n", signed.app_id, signed.nonce, signed.timestamp, signed.signature),
            Err(_) => "reject\n".to_owned(),
        };
        all.extend(sha256(result.as_bytes()));
    }
    Ok(sha256(&all))
}

fn read_header(line: &str) -> Verdict<scheme::Signed> {
    scheme::is_bearer(line, "SVC-SHA256-RSA")?;
    scheme::parse_signed(line)
}

fn generated_string(seed: &str, i: usize) -> Verdict<Vec<u8>> {
    let mut draw = Stream::new(seed, i);
    let visible: String = ('!'..='~').filter(|c| *c != '#').collect();
    let method = draw.pick(&["GET", "POST", "put", "Patch", "DELETE", "options", "x-custom", "PROPFIND"]);
    let prefix = draw.pick(&["", "https://jobs.example", "HTTP://user@[::1]:8443"]);
    let length = draw.u16() % 48;
    let target = draw.text(length, &visible);
    let suffix = draw.pick(&["", "#part"]);
    let timestamp = draw.u32();
    let length = 1 + draw.u8() % scheme::MAX_NONCE;
    let nonce = draw.text(length, ALPHANUMERIC);
    let length = draw.u16() % 256;
    let body = draw.bytes(length);
    let target = scheme::target_of_url(&format!("{prefix}/{target}{suffix}"))?;
    Ok(scheme::string_to_sign(&scheme::method(method)?, &target, timestamp as u64, &scheme::nonce(&nonce)?, &body))
}

fn generated_header(seed: &str, i: usize) -> String {
    let mut draw = Stream::new(seed, i);
    let length = 1 + draw.u8() % 24;
    let app_id = draw.text(length, &format!("{ALPHANUMERIC}._~"));
    let length = 1 + draw.u8() % 48;
    let nonce = draw.text(length, ALPHANUMERIC);
    let timestamp = draw.u32().to_string();
    let length = 1 + draw.u8() % 48;
    let signature = Base64::encode_string(&draw.bytes(length));
    let mut left = vec![("app_id", app_id), ("nonce_str", nonce), ("timestamp", timestamp), ("signature", signature)];
    let mut items = Vec::new();
    for _ in 0..4 {
        let at = draw.u8() % left.len();
        items.push(left.remove(at));
    }
    let (mut before, mut after, mut auth_type, mut join) = ("", "", "SVC-SHA256-RSA", ",");
    match draw.u8() % 16 {
        k @ 6..=8 => {
            let value = &mut items[draw.u8() % 4].1;
            let at = draw.u16() % value.len();
            let marks: Vec<char> = "!#%&*+-./:;=?@_~09Az".chars().collect();
            let mark = draw.pick(&marks);
            if k != 7 {
                value.remove(at);
            }
            if k != 6 {
                value.insert(at, mark);
            }
        }
        9 => drop(items.remove(draw.u8() % 4)),
        10 => items.push(items[draw.u8() % 4].clone()),
        11 => items[draw.u8() % 4].1.clear(),
        12 => before = ",",
        13 => after = ",",
        14 => auth_type = "SVC-SHA256-RSA2",
        15 => join = ",,",
        _ => {}
    }
    let items: Vec<String> = items.iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("{auth_type} {before}{}{after}", items.join(join))
}
