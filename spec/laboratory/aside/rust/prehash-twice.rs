use crate::signing;
use rsa::sha2::{Digest, Sha256};

pub fn run() {
    let (timestamp, nonce) = (signing::now().to_string(), signing::nonce());
    let digest = Sha256::digest(format!("GET\n/v1/models\n{timestamp}\n{nonce}\n"));
    signing::get("/v1/models", &signing::header(&signing::sign(&digest), &timestamp, &nonce));
}
