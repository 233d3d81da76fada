use crate::signing;

pub fn run() {
    let body: Option<&str> = None;
    let (timestamp, nonce) = (signing::now().to_string(), signing::nonce());
    let text = format!("GET\n/v1/jobs\n{timestamp}\n{nonce}\n{body:?}");
    signing::get("/v1/jobs", &signing::header(&signing::sign(text.as_bytes()), &timestamp, &nonce));
}
