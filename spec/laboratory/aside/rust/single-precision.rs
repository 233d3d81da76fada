use crate::signing;
use serde_json::{Value, json};

fn job(scale: impl Into<Value>) -> Vec<u8> {
    let diffusion = json!({"cfg_scale": scale.into(), "steps": 20});
    json!({"request_id": "20260101120000000218", "stages": [{"type": "DIFFUSION", "diffusion": diffusion}]})
        .to_string()
        .into_bytes()
}

pub fn run() {
    let authorization = signing::authorize("POST", "/v1/jobs", &job(7.1_f32));
    signing::post("/v1/jobs", &authorization, &job(7.1_f64));
}
