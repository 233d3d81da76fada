use crate::signing;
use base64::{Engine, engine::general_purpose::STANDARD};
use rsa::{pkcs1v15::SigningKey, sha2::Sha256, signature::SignatureEncoding, signature::Signer};

pub fn run() {
    let (timestamp, nonce, body) = (signing::now().to_string(), signing::nonce(), signing::job());
    let text = [format!("POST\n/v1/jobs\n{timestamp}\n{nonce}\n").as_bytes(), &body].concat();
    signing::note(&text);
    let key = SigningKey::<Sha256>::new_unprefixed(signing::load_key("app-1"));
    let signature = STANDARD.encode(key.sign(&text).to_vec());
    signing::post("/v1/jobs", &signing::header(&signature, &timestamp, &nonce), &body);
}
