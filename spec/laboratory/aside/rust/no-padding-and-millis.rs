use crate::signing;
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use std::time::{SystemTime, UNIX_EPOCH};

pub fn run() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let (timestamp, nonce, body) = ((now.as_secs_f64() * 1000.0).round().to_string(), signing::nonce(), signing::job());
    let mut text = ["POST", "/v1/jobs", &timestamp, &nonce, ""].join("\n").into_bytes();
    text.extend(&body);
    let signature = STANDARD_NO_PAD.encode(signing::sign_raw(&text, "app-1"));
    signing::post("/v1/jobs", &signing::header(&signature, &timestamp, &nonce), &body);
}
