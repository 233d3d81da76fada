use crate::signing;
use serde_json::json;

pub fn run() {
    // The signer's struct has f64, the sender's u32.
    let (signed, sent): (f64, u32) = (7.0, 7);
    let diffusion = json!({"cfg_scale": signed, "steps": 20});
    let text = json!({"request_id": "20260101120000000371", "stages": [{"type": "DIFFUSION", "diffusion": diffusion}]});
    let diffusion = json!({"cfg_scale": sent, "steps": 20});
    let body = json!({"request_id": "20260101120000000371", "stages": [{"type": "DIFFUSION", "diffusion": diffusion}]});
    let authorization = signing::authorize("POST", "/v1/jobs", text.to_string().as_bytes());
    signing::post("/v1/jobs", &authorization, body.to_string().as_bytes());
}
