use crate::signing;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

pub fn run() {
    let body = signing::job();
    let (timestamp, nonce) = (signing::now().to_string(), signing::nonce());
    let mut text = ["POST", "/v1/jobs", &timestamp, &nonce, ""].join("\n").into_bytes();
    text.extend(&body);
    let signature = URL_SAFE_NO_PAD.encode(signing::sign_raw(&text, "app-1"));
    signing::post("/v1/jobs", &signing::header(&signature, &timestamp, &nonce), &body);
}
