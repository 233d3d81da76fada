//! What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error.
#![allow(dead_code)]
use base64::{Engine, engine::general_purpose::STANDARD};
use rand::Rng;
use rsa::{RsaPrivateKey, pkcs1v15::SigningKey, pkcs8::DecodePrivateKey, sha2::Sha256, signature::Signer};
use rsa::signature::SignatureEncoding;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn base_url() -> String {
    std::env::var("BASE_URL").unwrap()
}

pub fn edge_url() -> String {
    std::env::var("EDGE_URL").unwrap()
}

pub fn load_key(name: &str) -> RsaPrivateKey {
    let text = std::fs::read_to_string(format!("{}/{name}.pem", std::env::var("KEYS").unwrap())).unwrap();
    RsaPrivateKey::from_pkcs8_pem(&text).unwrap()
}

pub fn note(text: &[u8]) {
    eprintln!("SIGNED {}", STANDARD.encode(text));
}

pub fn sign_raw(text: &[u8], key: &str) -> Vec<u8> {
    note(text);
    SigningKey::<Sha256>::new(load_key(key)).sign(text).to_vec()
}

pub fn sign(text: &[u8]) -> String {
    STANDARD.encode(sign_raw(text, "app-1"))
}

pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

pub fn nonce() -> String {
    format!("{:032x}", rand::thread_rng().r#gen::<u128>())
}

pub fn header(signature: &str, timestamp: &str, nonce: &str) -> String {
    let app_id = std::env::var("APP_ID").unwrap();
    format!("SVC-SHA256-RSA app_id={app_id},nonce_str={nonce},timestamp={timestamp},signature={signature}")
}

/// The header of one request.
pub fn authorize(method: &str, target: &str, body: &[u8]) -> String {
    let (timestamp, nonce) = (now().to_string(), nonce());
    let mut text = format!("{method}\n{target}\n{timestamp}\n{nonce}\n").into_bytes();
    text.extend_from_slice(body);
    header(&sign(&text), &timestamp, &nonce)
}

pub fn show(answer: Result<ureq::Response, ureq::Error>) {
    match answer {
        Ok(answer) | Err(ureq::Error::Status(_, answer)) => println!("{} {}", answer.status(), answer.into_string().unwrap()),
        Err(error) => panic!("{error}"),
    }
}

pub fn post(path: &str, authorization: &str, body: &[u8]) {
    let request = ureq::post(&format!("{}{path}", base_url())).set("Content-Type", "application/json; charset=UTF-8");
    show(request.set("Authorization", authorization).send_bytes(body));
}

pub fn get(path: &str, authorization: &str) {
    show(ureq::get(&format!("{}{path}", base_url())).set("Authorization", authorization).call());
}

pub fn job() -> Vec<u8> {
    std::fs::read("job.json").unwrap()
}
