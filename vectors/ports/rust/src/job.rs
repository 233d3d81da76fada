//! Jobs: which JSON is allowed, and the shape of a job.

use crate::json::{self, Json};
use crate::scheme::{Refusal, Verdict};

const MALFORMED: Refusal = Refusal("job_malformed");
const INVALID: Refusal = Refusal("job_invalid");
const MAX_DEPTH: usize = 128;
const MAX_NUMBER: f64 = 9_007_199_254_740_991.0;

pub fn decode(body: &[u8]) -> Verdict<Json> {
    // A byte order mark is UTF-8, and no JSON value begins with it.
    let text = std::str::from_utf8(body).map_err(|_| MALFORMED)?;
    let job = json::parse(text).ok_or(MALFORMED)?;
    check(&job)?;
    Ok(job)
}

pub fn encode(job: &Json) -> Verdict<Vec<u8>> {
    check(job)?;
    Ok(job.to_string().into_bytes())
}

fn check(job: &Json) -> Verdict<()> {
    if safe(job, 0) && is_job(job) { Ok(()) } else { Err(INVALID) }
}

/// Whether every reader would see the same value.
fn safe(value: &Json, depth: usize) -> bool {
    match value {
        Json::Null | Json::Bool(_) | Json::String(_) => true,
        Json::HalfPair => false,
        Json::Number { value, .. } => value.abs() <= MAX_NUMBER,
        Json::Array(items) => depth < MAX_DEPTH && items.iter().all(|item| safe(item, depth + 1)),
        Json::Object(members) => {
            let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            depth < MAX_DEPTH
                && names.windows(2).all(|pair| pair[0] != pair[1])
                && members.iter().all(|(_, value)| safe(value, depth + 1))
        }
    }
}

fn is_job(job: &Json) -> bool {
    job.get("request_id").is_some_and(is_string)
        && matches!(job.get("stages"), Some(Json::Array(stages)) if stages.iter().all(is_stage))
}

fn is_stage(stage: &Json) -> bool {
    let (initialize, diffusion) = (stage.get("inputInitialize"), stage.get("diffusion"));
    match stage.get("type") {
        Some(Json::String(kind)) if kind == "INPUT_INITIALIZE" => {
            diffusion.is_none() && initialize.is_some_and(is_input_initialize)
        }
        Some(Json::String(kind)) if kind == "DIFFUSION" => initialize.is_none() && diffusion.is_some_and(is_diffusion),
        // Policy `unknown-stage`: other types exist.
        Some(Json::String(_)) => true,
        _ => false,
    }
}

fn is_input_initialize(payload: &Json) -> bool {
    is_object(payload) && each(payload, &["seed", "count"], is_integer)
}

fn is_diffusion(payload: &Json) -> bool {
    is_object(payload)
        && each(payload, &["width", "height", "steps", "clip_skip"], is_integer)
        && each(payload, &["cfg_scale"], is_number)
        && each(payload, &["sd_model"], is_string)
        && each(payload, &["prompts"], |prompts| matches!(prompts, Json::Array(all) if all.iter().all(is_prompt)))
}

fn is_prompt(prompt: &Json) -> bool {
    is_object(prompt) && each(prompt, &["text"], is_string)
}

/// Whether each present field has its type.
fn each(payload: &Json, fields: &[&str], is: impl Fn(&Json) -> bool) -> bool {
    fields.iter().all(|field| payload.get(field).is_none_or(&is))
}

fn is_object(value: &Json) -> bool {
    matches!(value, Json::Object(_))
}

fn is_string(value: &Json) -> bool {
    matches!(value, Json::String(_))
}

fn is_number(value: &Json) -> bool {
    matches!(value, Json::Number { .. })
}

/// In digits alone: this port does not take the policy `int-spelling`.
fn is_integer(value: &Json) -> bool {
    matches!(value, Json::Number { plain: true, .. })
}
