use crate::signing;
use rsa::sha2::{Digest, Sha256};

pub fn run() {
    let body = br#"{"request_id":"20260601120000000053","stages":[]}"#;
    let (timestamp, nonce) = (signing::now().to_string(), signing::nonce());
    let mut hasher = Sha256::new();
    for part in ["POST", "/v1/jobs", &timestamp, &nonce] {
        hasher.update(part);
        hasher.update("\n");
    }
    hasher.update(body);
    let signature = signing::sign(&hasher.finalize());
    signing::post("/v1/jobs", &signing::header(&signature, &timestamp, &nonce), body);
}
