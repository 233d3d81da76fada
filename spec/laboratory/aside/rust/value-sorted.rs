use crate::signing;

pub fn run() {
    let body = signing::job();
    let value: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let signed = serde_json::to_vec(&value).unwrap();
    signing::post("/v1/jobs", &signing::authorize("POST", "/v1/jobs", &signed), &body);
}
