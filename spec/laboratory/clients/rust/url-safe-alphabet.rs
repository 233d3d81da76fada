use crate::signing;
use base64::{Engine, engine::general_purpose::URL_SAFE};

pub fn run() {
    let body = signing::job();
    let (timestamp, nonce) = (signing::now().to_string(), signing::nonce());
    let text = [format!("POST\n/v1/jobs\n{timestamp}\n{nonce}\n").as_bytes(), &body[..]].concat();
    let signature = URL_SAFE.encode(signing::sign_raw(&text, "app-1"));
    signing::post("/v1/jobs", &signing::header(&signature, &timestamp, &nonce), &body);
}
