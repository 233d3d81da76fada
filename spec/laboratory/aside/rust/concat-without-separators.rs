use crate::signing;

pub fn run() {
    let body = r#"{"request_id":"20260101120000000083","stages":[]}"#;
    let (timestamp, nonce) = (signing::now().to_string(), signing::nonce());
    let text = ["POST", "/v1/jobs", &timestamp, &nonce, body].concat();
    let authorization = signing::header(&signing::sign(text.as_bytes()), &timestamp, &nonce);
    signing::post("/v1/jobs", &authorization, body.as_bytes());
}
