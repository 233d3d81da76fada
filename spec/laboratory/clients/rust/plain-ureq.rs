use crate::signing;

pub fn run() {
    let body = signing::job();
    signing::post("/v1/jobs", &signing::authorize("POST", "/v1/jobs", &body), &body);
}
