use crate::signing;

pub fn run() {
    let authorization = signing::authorize("POST", "/v1/jobs", b"");
    signing::post("/v1/jobs", &authorization, &signing::job());
}
