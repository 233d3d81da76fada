//! The operations of the protocol: from an input to an answer.

use rsa::rand_core::{OsRng, RngCore};

use crate::job;
use crate::json::Json;
use crate::keys::{PrivateKey, PublicKey};
use crate::scheme::{self, Refusal, Verdict};
use crate::verifier::{KeyEntry, Request, Verifier};

pub const OPS: [&str; 10] = [
    "stringToSign",
    "parseAuthorization",
    "formatAuthorization",
    "sign",
    "verify",
    "rsaVerify",
    "importKey",
    "decodeJob",
    "encodeJob",
    "request",
];

/// Why there is no value. Only the first is a verdict.
pub enum Failure {
    Rejected(&'static str),
    Unsupported,
    /// The input lacks what the operation needs.
    Input(&'static str),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Rejected(refusal.0)
    }
}

/// `None` is a plain accept.
pub type Answer = Result<Option<Json>, Failure>;

pub fn answer(op: &str, input: &Json) -> Answer {
    match op {
        "stringToSign" => string_to_sign(input),
        "parseAuthorization" => parse_authorization(input),
        "formatAuthorization" => format_authorization(input),
        "sign" => sign(input),
        "verify" => verify(input),
        "rsaVerify" => rsa_verify(input),
        "importKey" => import_key(input),
        "decodeJob" => Ok(Some(job::decode(&bytes(member(input, "body")?)?)?)),
        "encodeJob" => Ok(Some(in_hex(&job::encode(member(input, "job")?)?))),
        "request" => request(input),
        _ => Err(Failure::Unsupported),
    }
}

fn member<'a>(input: &'a Json, name: &'static str) -> Result<&'a Json, Failure> {
    input.get(name).ok_or(Failure::Input(name))
}

/// Half of a surrogate pair becomes a text that every rule refuses.
fn string<'a>(value: &'a Json, name: &'static str) -> Result<&'a str, Failure> {
    match value {
        Json::String(text) => Ok(text),
        Json::HalfPair => Ok("\u{fffd}"),
        _ => Err(Failure::Input(name)),
    }
}

fn text<'a>(input: &'a Json, name: &'static str) -> Result<&'a str, Failure> {
    string(member(input, name)?, name)
}

fn number(input: &Json, name: &'static str) -> Result<f64, Failure> {
    optional_number(input, name).ok_or(Failure::Input(name))
}

fn optional_number(input: &Json, name: &str) -> Option<f64> {
    match input.get(name) {
        Some(Json::Number { value, .. }) => Some(*value),
        _ => None,
    }
}

fn array<'a>(input: &'a Json, name: &'static str) -> Result<&'a [Json], Failure> {
    match member(input, name)? {
        Json::Array(items) => Ok(items),
        _ => Err(Failure::Input(name)),
    }
}

fn lines(input: &Json) -> Result<Vec<&str>, Failure> {
    array(input, "authorization")?.iter().map(|line| string(line, "authorization")).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn in_hex(bytes: &[u8]) -> Json {
    Json::object([("hex", Json::text(hex(bytes)))])
}

fn of_hex(text: &str) -> Result<Vec<u8>, Failure> {
    let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0).ok_or(Failure::Input("hex"))?;
    Ok(digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect())
}

/// Bytes, or text that is to be sent in UTF-8.
fn bytes(input: &Json) -> Result<Vec<u8>, Failure> {
    if input.get("utf16").is_some() {
        let units: Vec<u16> = of_hex(text(input, "utf16")?)?
            .chunks(2)
            .map(|c| (c[0] as u16) << 8 | *c.last().unwrap_or(&0) as u16)
            .collect();
        return Ok(String::from_utf16(&units).map_err(|_| Refusal("body_not_unicode"))?.into_bytes());
    }
    match input.get("repeat") {
        Some(repeat) => Ok(of_hex(text(repeat, "hex")?)?.repeat(number(repeat, "times")? as usize)),
        None => of_hex(text(input, "hex")?),
    }
}

fn string_to_sign(input: &Json) -> Answer {
    let method = scheme::method(text(input, "method")?)?;
    let target = scheme::target_of_url(text(input, "url")?)?;
    let timestamp = scheme::timestamp(text(input, "timestamp")?)?;
    let nonce = scheme::nonce(text(input, "nonce")?)?;
    let body = bytes(member(input, "body")?)?;
    Ok(Some(in_hex(&scheme::string_to_sign(&method, &target, timestamp, &nonce, &body))))
}

fn parse_authorization(input: &Json) -> Answer {
    let auth_type = scheme::auth_type(text(input, "authType")?)?;
    let lines = lines(input)?;
    let line = scheme::only_line(&lines)?;
    if scheme::is_bearer(line, &auth_type)? {
        let token = Json::text(scheme::parse_bearer(line)?);
        return Ok(Some(Json::object([("scheme", Json::text("bearer")), ("token", token)])));
    }
    let signed = scheme::parse_signed(line)?;
    Ok(Some(Json::object([
        ("scheme", Json::text("signed")),
        ("appId", Json::text(signed.app_id)),
        ("nonce", Json::text(signed.nonce)),
        ("timestamp", Json::text(signed.timestamp.to_string())),
        ("signature", Json::text(signed.signature)),
    ])))
}

fn format_authorization(input: &Json) -> Answer {
    let line = if input.get("token").is_some() {
        scheme::format_bearer(text(input, "token")?)?
    } else {
        let [app_id, nonce, timestamp] = [text(input, "appId")?, text(input, "nonce")?, text(input, "timestamp")?];
        scheme::format_signed(text(input, "authType")?, app_id, nonce, timestamp, text(input, "signature")?)?
    };
    Ok(Some(Json::text(line)))
}

/// What is signed, by whom and when.
struct ToSign<'a> {
    key: &'a PrivateKey,
    auth_type: &'a str,
    app_id: &'a str,
    method: &'a str,
    target: &'a str,
    timestamp: &'a str,
    body: &'a [u8],
}

impl ToSign<'_> {
    fn authorization(&self, nonce: &str) -> Verdict<String> {
        let (time, nonce) = (scheme::timestamp(self.timestamp)?, scheme::nonce(nonce)?);
        let message = scheme::string_to_sign(self.method, self.target, time, &nonce, self.body);
        scheme::format_signed(self.auth_type, self.app_id, &nonce, self.timestamp, &self.key.sign(&message)?)
    }
}

fn fresh_nonce() -> String {
    let mut bytes = [0; 16];
    OsRng.fill_bytes(&mut bytes);
    hex(&bytes)
}

fn sign(input: &Json) -> Answer {
    let key = PrivateKey::from_pem(text(input, "privateKey")?)?;
    let method = scheme::method(text(input, "method")?)?;
    let target = scheme::target_of_url(text(input, "url")?)?;
    let to_sign = ToSign {
        key: &key,
        auth_type: text(input, "authType")?,
        app_id: text(input, "appId")?,
        method: &method,
        target: &target,
        timestamp: text(input, "timestamp")?,
        body: &bytes(member(input, "body")?)?,
    };
    let signed = |nonce: &str| -> Verdict<Json> {
        let authorization = Json::text(to_sign.authorization(nonce)?);
        Ok(Json::object([
            ("method", Json::text(&method)),
            ("target", Json::text(&target)),
            ("authorization", authorization),
        ]))
    };
    let Some(times) = optional_number(input, "times") else { return Ok(Some(signed(text(input, "nonce")?)?)) };
    let all: Verdict<Vec<Json>> = (0..times as usize).map(|_| signed(&fresh_nonce())).collect();
    Ok(Some(Json::Array(all?)))
}

fn verify(input: &Json) -> Answer {
    let key_entry = |entry| {
        Ok(KeyEntry {
            app_id: text(entry, "appId")?.to_owned(),
            key: PublicKey::from_pem(text(entry, "key")?)?,
            not_before: optional_number(entry, "notBefore"),
            not_after: optional_number(entry, "notAfter"),
            revoked: matches!(entry.get("revoked"), Some(Json::Bool(true))),
        })
    };
    let token_entry = |entry| Ok((text(entry, "appId")?.to_owned(), text(entry, "token")?.to_owned()));
    let tokens = match member(input, "tokens")? {
        Json::Null => None,
        _ => Some(array(input, "tokens")?.iter().map(token_entry).collect::<Result<_, Failure>>()?),
    };
    let mut verifier = Verifier {
        mainland: text(input, "edition")? == "mainland",
        auth_type: scheme::auth_type(text(input, "authType")?)?,
        max_age: number(input, "maxAge")?,
        max_skew: number(input, "maxSkew")?,
        body_limit: number(input, "bodyLimit")?,
        keys: array(input, "keys")?.iter().map(key_entry).collect::<Result<_, Failure>>()?,
        tokens,
        claims: Default::default(),
    };
    if !verifier.keys_are_allowed() {
        return Err(Failure::Rejected("key_invalid"));
    }
    let verdict = |step| {
        let now = number(step, "now")?;
        let request = Request {
            now,
            later: optional_number(step, "later").unwrap_or(now),
            method: text(step, "method")?,
            target: text(step, "target")?,
            authorization: lines(step)?,
            body: bytes(member(step, "body")?)?,
            allowed: !matches!(step.get("allowed"), Some(Json::Bool(false))),
        };
        Ok(match verifier.verify(&request) {
            Ok(app_id) => Json::object([("outcome", Json::text("accept")), ("appId", Json::text(app_id))]),
            Err(Refusal(reason)) => Json::object([("outcome", Json::text("reject")), ("reason", Json::text(reason))]),
        })
    };
    let verdicts: Result<Vec<Json>, Failure> = array(input, "steps")?.iter().map(verdict).collect();
    Ok(Some(Json::Array(verdicts?)))
}

fn rsa_verify(input: &Json) -> Answer {
    let key = PublicKey::from_pem(text(input, "key")?)?;
    let (message, signature) = (bytes(member(input, "message")?)?, bytes(member(input, "signature")?)?);
    match key.verify(&message, &signature) {
        true => Ok(None),
        false if signature.len() != key.size() => Err(Failure::Rejected("signature_malformed")),
        false => Err(Failure::Rejected("signature_invalid")),
    }
}

fn import_key(input: &Json) -> Answer {
    let pem = text(input, "pem")?;
    let key = match text(input, "use")? {
        "verify" => PublicKey::from_pem(pem)?,
        "sign" => PrivateKey::from_pem(pem)?.public,
        _ => return Err(Failure::Unsupported),
    };
    let bits = Json::Number { value: key.bits() as f64, plain: true };
    Ok(Some(Json::object([("bits", bits), ("fingerprint", Json::text(hex(&key.fingerprint)))])))
}

fn request(input: &Json) -> Answer {
    let target = scheme::jobs_target(text(input, "baseUrl")?)?;
    let (credentials, body) = (member(input, "credentials")?, member(input, "body")?);
    let body = match body.get("job") {
        Some(job) => job::encode(job)?,
        None => bytes(body)?,
    };
    let authorization = if credentials.get("token").is_some() {
        if text(input, "edition")? == "mainland" {
            return Err(Failure::Rejected("bearer_not_offered"));
        }
        scheme::format_bearer(text(credentials, "token")?)?
    } else {
        let to_sign = ToSign {
            key: &PrivateKey::from_pem(text(credentials, "privateKey")?)?,
            auth_type: text(input, "authType")?,
            app_id: text(credentials, "appId")?,
            method: "POST",
            target: &target,
            timestamp: text(input, "timestamp")?,
            body: &body,
        };
        to_sign.authorization(text(input, "nonce")?)?
    };
    let header = |name: &str, value: &str| Json::Array(vec![Json::text(name), Json::text(value)]);
    let headers = vec![
        header("Content-Type", "application/json; charset=UTF-8"),
        header("Accept", "application/json"),
        header("Authorization", &authorization),
    ];
    Ok(Some(Json::object([
        ("method", Json::text("POST")),
        ("target", Json::text(target)),
        ("headers", Json::Array(headers)),
        ("body", in_hex(&body)),
    ])))
}
