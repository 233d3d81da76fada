//! The rules of the scheme, one function per value. A value that breaks its rule is refused; nothing is repaired.

use std::net::{Ipv4Addr, Ipv6Addr};

use base64ct::{Base64, Encoding};

/// Why something is refused.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Refusal(pub &'static str);

pub type Verdict<T> = Result<T, Refusal>;

const MAX_LINE: usize = 8192;
pub const MAX_NONCE: usize = 128;
const MAX_APP_ID: usize = 128;

/// `text`, if the rule holds.
fn ruled(text: &str, holds: bool, reason: &'static str) -> Verdict<String> {
    if holds { Ok(text.to_owned()) } else { Err(Refusal(reason)) }
}

/// Whether `text` is not empty and has letters, digits and these other characters only.
fn made_of(text: &str, others: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

fn is_http_token(text: &str) -> bool {
    made_of(text, "!#$%&'*+-.^_`|~")
}

/// Under the policy `method-case`, on the wire too.
pub fn method(text: &str) -> Verdict<String> {
    ruled(&text.to_ascii_uppercase(), is_http_token(text) && text.len() <= 32, "method_invalid")
}

pub fn timestamp(text: &str) -> Verdict<u64> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let value = text.parse().ok().filter(|seconds| *seconds <= 9_007_199_254_740_991);
    value.filter(|_| canonical && digits).ok_or(Refusal("timestamp_malformed"))
}

pub fn nonce(text: &str) -> Verdict<String> {
    ruled(text, made_of(text, "-") && text.len() <= MAX_NONCE, "nonce_malformed")
}

pub fn app_id(text: &str) -> Verdict<String> {
    ruled(text, made_of(text, "._~-") && text.len() <= MAX_APP_ID, "app_id_malformed")
}

pub fn auth_type(text: &str) -> Verdict<String> {
    let fits = is_http_token(text) && text.len() <= 64 && !text.eq_ignore_ascii_case("bearer");
    ruled(text, fits, "auth_type_malformed")
}

pub fn token(text: &str) -> Verdict<String> {
    ruled(text, made_of(text.trim_end_matches('='), "-._~+/"), "token_malformed")
}

/// The decoder requires correct padding and zero spare bits.
pub fn signature(text: &str) -> Verdict<Vec<u8>> {
    let bytes = Base64::decode_vec(text).ok().filter(|bytes| !bytes.is_empty());
    bytes.ok_or(Refusal("signature_malformed"))
}

/// A request target as it stands on the request line.
pub fn target(text: &str) -> Verdict<String> {
    let path = if text.starts_with('/') { text.to_owned() } else { without_origin(text).unwrap_or_default() };
    let visible = path.bytes().all(|b| (0x21..=0x7e).contains(&b) && b != b'#');
    ruled(&path, path.starts_with('/') && visible && path.len() <= MAX_LINE, "target_invalid")
}

/// A URL or target that is given to a signer: the fragment is never sent.
pub fn target_of_url(url: &str) -> Verdict<String> {
    target(url.split('#').next().unwrap_or_default())
}

fn without_origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let well_formed = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && made_of(scheme, "+-.")
        && made_of(authority, "._~%!$&'()*+,;=:@[]-");
    let slash = if path.starts_with('/') { "" } else { "/" };
    well_formed.then(|| format!("{slash}{path}"))
}

pub fn string_to_sign(method: &str, target: &str, timestamp: u64, nonce: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{method}\n{target}\n{timestamp}\n{nonce}\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

pub struct Signed {
    pub app_id: String,
    pub nonce: String,
    pub timestamp: u64,
    pub signature: String,
}

/// Whether a line begins with `Bearer` rather than the auth type. Compared as a whole.
pub fn is_bearer(line: &str, auth_type: &str) -> Verdict<bool> {
    match line.split(' ').next() {
        Some(word) if word == auth_type => Ok(false),
        Some("Bearer") => Ok(true),
        Some("") => Err(MALFORMED),
        _ => Err(Refusal("scheme_unsupported")),
    }
}

pub fn only_line<'a>(lines: &[&'a str]) -> Verdict<&'a str> {
    match lines {
        [] => Err(Refusal("authorization_missing")),
        [line] => Ok(line),
        _ => Err(Refusal("authorization_multiple")),
    }
}

const MALFORMED: Refusal = Refusal("authorization_malformed");

pub fn parse_signed(line: &str) -> Verdict<Signed> {
    if line.len() > MAX_LINE {
        return Err(MALFORMED);
    }
    let (_, items) = line.split_once(' ').ok_or(MALFORMED)?;
    let mut values: [Option<&str>; 4] = [None; 4];
    for item in items.trim_start_matches(' ').split(',') {
        let (key, value) = item.split_once('=').ok_or(MALFORMED)?;
        let slot = match key {
            // Policy `appid-alias`. Both together are a repeated key.
            "app_id" | "appid" => &mut values[0],
            "nonce_str" => &mut values[1],
            "timestamp" => &mut values[2],
            "signature" => &mut values[3],
            _ => return Err(MALFORMED),
        };
        // Policy `quoted-values`. Every value's rule refuses a remaining quote.
        let bare = value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).unwrap_or(value);
        if slot.replace(bare).is_some() || bare.is_empty() {
            return Err(MALFORMED);
        }
    }
    let [Some(a), Some(n), Some(t), Some(s)] = values else { return Err(MALFORMED) };
    let [app_id, nonce] = [app_id(a), nonce(n)].map(|v| v.map_err(|_| MALFORMED));
    let signed = Signed {
        app_id: app_id?,
        nonce: nonce?,
        timestamp: timestamp(t).map_err(|_| MALFORMED)?,
        signature: s.to_owned(),
    };
    signature(s)?;
    Ok(signed)
}

/// `Bearer`, exactly one space, and a token.
pub fn parse_bearer(line: &str) -> Verdict<String> {
    let (_, text) = line.split_once(' ').filter(|_| line.len() <= MAX_LINE).ok_or(MALFORMED)?;
    token(text).map_err(|_| MALFORMED)
}

pub fn format_signed(auth: &str, app: &str, nonce_str: &str, time: &str, sig: &str) -> Verdict<String> {
    auth_type(auth)?;
    app_id(app)?;
    nonce(nonce_str)?;
    timestamp(time)?;
    signature(sig)?;
    let line = format!("{auth} app_id={app},nonce_str={nonce_str},timestamp={time},signature={sig}");
    ruled(&line, line.len() <= MAX_LINE, "header_too_long")
}

pub fn format_bearer(text: &str) -> Verdict<String> {
    let line = format!("Bearer {}", token(text)?);
    ruled(&line, line.len() <= MAX_LINE, "token_malformed")
}

/// The target of `/v1/jobs` under a base URL: https, or http for a loopback host.
pub fn jobs_target(base_url: &str) -> Verdict<String> {
    base_path(base_url)
        .and_then(|path| target(&format!("{}/v1/jobs", path.trim_end_matches('/'))).ok())
        .ok_or(Refusal("base_url_invalid"))
}

fn base_path(base_url: &str) -> Option<&str> {
    let (scheme, rest) = base_url.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let colon = authority.rfind(':').filter(|colon| !authority[*colon..].contains(']'));
    let (host, port) = authority.split_at(colon.unwrap_or(authority.len()));
    let port_is_fine =
        port.is_empty() || made_of(&port[1..], "") && port[1..].parse::<u16>().is_ok_and(|number| number > 0);
    let ipv6 = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).and_then(|h| h.parse::<Ipv6Addr>().ok());
    let is_host = ipv6.is_some()
        || host.parse::<Ipv4Addr>().is_ok()
        || !ends_in_number(host)
            && made_of(host, "._-")
            && !host.starts_with(['.', '_', '-'])
            && !host.ends_with(['.', '_', '-']);
    let loopback = host == "[::1]"
        || host.eq_ignore_ascii_case("localhost")
        || host.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback());
    let safe = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http") && loopback;
    (safe && port_is_fine && is_host && !path.contains('?')).then_some(path)
}

/// URL parsers read such a name as an IPv4 address, 051 as octal.
fn ends_in_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or(host);
    let hexadecimal = last.strip_prefix("0x").or(last.strip_prefix("0X"));
    !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit())
        || hexadecimal.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}
