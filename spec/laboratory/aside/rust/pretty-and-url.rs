use crate::signing;
use serde_json::json;

pub fn run() {
    let url = format!("{}/v1/jobs", signing::base_url());
    let job = json!({ "request_id": "20260601120000000054", "stages": [{ "type": "INPUT_INITIALIZE" }] });
    let text = serde_json::to_string_pretty(&job).unwrap();
    let authorization = signing::authorize("POST", &url, text.as_bytes());
    signing::show(ureq::post(&url).set("Authorization", &authorization).send_json(&job));
}
