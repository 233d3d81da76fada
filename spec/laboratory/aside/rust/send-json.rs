use crate::signing;
use serde_json::Value;

/// The job comes as text from the template engine.
fn template(seed: i64) -> String {
    format!(r#"{{"request_id":"20260601120000000051","stages":[{{"type":"INPUT_INITIALIZE","inputInitialize":{{"seed":{seed},"count":1}}}}]}}"#)
}

pub fn run() {
    let text = template(1234);
    let authorization = signing::authorize("POST", "/v1/jobs", text.as_bytes());
    let job: Value = serde_json::from_str(&text).expect("template gives JSON");
    let url = format!("{}/v1/jobs", signing::base_url());
    signing::show(ureq::post(&url).set("Authorization", &authorization).send_json(job));
}
