use crate::signing;
use base64::{Engine, engine::general_purpose::STANDARD};
use rsa::sha2::{Digest, Sha256};

pub fn run() {
    let body = signing::job();
    let url = url::Url::parse(&format!("{}/v1/jobs?dry_run=true", signing::base_url())).unwrap();
    let digest = STANDARD.encode(Sha256::digest(&body));
    let authorization = signing::authorize("POST", url.path(), digest.as_bytes());
    signing::show(ureq::post(url.as_str()).set("Authorization", &authorization).send_bytes(&body));
}
