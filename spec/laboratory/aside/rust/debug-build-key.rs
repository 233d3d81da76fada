use crate::signing;
use base64::{Engine, engine::general_purpose::STANDARD};

/// A debug build talks to the staging service, a release build to the real one.
const KEY: &str = if cfg!(debug_assertions) { "staging" } else { "app-1" };

pub fn run() {
    let (timestamp, nonce, body) = (signing::now().to_string(), signing::nonce(), signing::job());
    let text = [format!("POST\n/v1/jobs\n{timestamp}\n{nonce}\n").into_bytes(), body.clone()].concat();
    let signature = STANDARD.encode(signing::sign_raw(&text, KEY));
    signing::post("/v1/jobs", &signing::header(&signature, &timestamp, &nonce), &body);
}
