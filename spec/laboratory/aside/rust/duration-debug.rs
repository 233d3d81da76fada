use crate::signing;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn run() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let (timestamp, nonce) = (format!("{now:?}"), signing::nonce());
    let signature = signing::sign(format!("GET\n/v1/jobs\n{timestamp}\n{nonce}\n").as_bytes());
    signing::get("/v1/jobs", &signing::header(&signature, &timestamp, &nonce));
}
