//! A verifier with its replay guard. The order of the checks is a defence: cheap checks come first, and nothing before
//! the claim can use up a nonce.

use std::collections::HashSet;

use crate::keys::PublicKey;
use crate::scheme::{self, Refusal, Verdict};

const MAX_KEYS: usize = 4;

pub struct KeyEntry {
    pub app_id: String,
    pub key: PublicKey,
    pub not_before: Option<f64>,
    pub not_after: Option<f64>,
    pub revoked: bool,
}

impl KeyEntry {
    fn is_valid(&self, clock: f64) -> bool {
        let begun = self.not_before.is_none_or(|from| from <= clock);
        begun && self.not_after.is_none_or(|to| clock <= to) && !self.revoked
    }
}

pub struct Verifier {
    pub mainland: bool,
    pub auth_type: String,
    pub max_age: f64,
    pub max_skew: f64,
    pub body_limit: f64,
    pub keys: Vec<KeyEntry>,
    /// App id and token; `None` if tokens are not configured.
    pub tokens: Option<Vec<(String, String)>>,
    /// Fingerprints and nonces. Nothing is evicted: no input lasts long enough.
    pub claims: HashSet<([u8; 32], String)>,
}

pub struct Request<'a> {
    pub now: f64,
    /// The clock once the body has arrived.
    pub later: f64,
    pub method: &'a str,
    pub target: &'a str,
    pub authorization: Vec<&'a str>,
    pub body: Vec<u8>,
    pub allowed: bool,
}

fn demand(holds: bool, reason: &'static str) -> Verdict<()> {
    if holds { Ok(()) } else { Err(Refusal(reason)) }
}

impl Verifier {
    /// An app has few keys, and the same key for two apps is refused: the app id is not signed.
    pub fn keys_are_allowed(&self) -> bool {
        let shared = |a: &KeyEntry, b: &KeyEntry| a.key.fingerprint == b.key.fingerprint && a.app_id != b.app_id;
        self.keys.iter().all(|a| {
            let few = self.keys.iter().filter(|b| a.app_id == b.app_id).count() <= MAX_KEYS;
            few && !self.keys.iter().any(|b| shared(a, b))
        })
    }

    /// The app that the request comes from.
    pub fn verify(&mut self, request: &Request) -> Verdict<String> {
        let line = scheme::only_line(&request.authorization)?;
        if scheme::is_bearer(line, &self.auth_type)? {
            return self.verify_token(line, request);
        }
        let signed = scheme::parse_signed(line)?;
        self.check_freshness(signed.timestamp, request.now)?;
        let method = scheme::method(request.method)?;
        let target = scheme::target(request.target)?;
        demand(self.keys.iter().any(|entry| entry.app_id == signed.app_id), "app_unknown")?;
        self.check_body(&request.body)?;

        let signature = scheme::signature(&signed.signature)?;
        let fits = |entry: &&KeyEntry| entry.app_id == signed.app_id && entry.key.size() == signature.len();
        demand(self.keys.iter().any(|entry| fits(&entry)), "signature_malformed")?;
        let message = scheme::string_to_sign(&method, &target, signed.timestamp, &signed.nonce, &request.body);
        let verifies = |entry: &&KeyEntry| entry.key.verify(&message, &signature);
        let entry = self.keys.iter().filter(fits).find(verifies).ok_or(Refusal("signature_invalid"))?;

        let clock = request.later.floor();
        // A key may stand twice, with two validities.
        let same = |other: &KeyEntry| fits(&other) && other.key.fingerprint == entry.key.fingerprint;
        demand(self.keys.iter().any(|other| same(other) && other.is_valid(clock)), "key_revoked")?;
        demand(request.allowed, "app_forbidden")?;
        self.check_freshness(signed.timestamp, request.later)?;
        demand(self.claims.insert((entry.key.fingerprint, signed.nonce)), "nonce_replayed")?;
        Ok(signed.app_id)
    }

    fn verify_token(&self, line: &str, request: &Request) -> Verdict<String> {
        let tokens = self.tokens.as_ref().filter(|_| !self.mainland).ok_or(Refusal("bearer_not_offered"))?;
        let token = scheme::parse_bearer(line)?;
        scheme::method(request.method)?;
        scheme::target(request.target)?;
        let known = tokens.iter().find(|(_, registered)| *registered == token);
        let (app_id, _) = known.ok_or(Refusal("token_unknown"))?;
        demand(request.allowed, "app_forbidden")?;
        self.check_body(&request.body)?;
        Ok(app_id.clone())
    }

    /// Every number here is whole and at most 2^53 − 1, or the sum of two such.
    fn check_freshness(&self, timestamp: u64, now: f64) -> Verdict<()> {
        let age = now.floor() - timestamp as f64;
        demand(age <= self.max_age, "timestamp_expired")?;
        demand(-age <= self.max_skew, "timestamp_in_future")
    }

    fn check_body(&self, body: &[u8]) -> Verdict<()> {
        demand(body.len() as f64 <= self.body_limit, "body_too_large")
    }
}
