use crate::signing;

pub fn run() {
    let body = std::fs::read("job-latin1.json").unwrap();
    let signed = String::from_utf8_lossy(&body).into_owned();
    signing::post("/v1/jobs", &signing::authorize("POST", "/v1/jobs", signed.as_bytes()), &body);
}
