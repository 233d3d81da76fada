use crate::signing;

pub fn run() {
    let note = "été";
    let body = format!("{{\"note\":\"{note}\"}}");
    let signed = format!("{{\"note\":\"{}\"}}", note.escape_default());
    signing::post("/v1/jobs", &signing::authorize("POST", "/v1/jobs", signed.as_bytes()), body.as_bytes());
}
