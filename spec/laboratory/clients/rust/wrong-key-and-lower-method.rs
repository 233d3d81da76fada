use crate::signing;
use base64::{Engine, engine::general_purpose::STANDARD};

pub fn run() {
    let body = signing::job();
    let (timestamp, nonce) = (signing::now().to_string(), signing::nonce());
    let text = [format!("post\n/v1/jobs\n{timestamp}\n{nonce}\n").as_bytes(), &body[..]].concat();
    let signature = STANDARD.encode(signing::sign_raw(&text, "app-2"));
    signing::post("/v1/jobs", &signing::header(&signature, &timestamp, &nonce), &body);
}
