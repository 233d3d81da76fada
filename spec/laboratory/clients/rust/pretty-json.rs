use crate::signing;
use serde_json::json;

pub fn run() {
    let job = json!({"request_id": "20260101120000000082", "stages": [{"type": "DIFFUSION"}]});
    let signed = serde_json::to_string_pretty(&job).unwrap();
    let authorization = signing::authorize("POST", "/v1/jobs", signed.as_bytes());
    let request = ureq::post(&format!("{}/v1/jobs", signing::base_url())).set("Authorization", &authorization);
    signing::show(request.send_json(job));
}
