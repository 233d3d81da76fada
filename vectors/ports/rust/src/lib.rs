//! The port as a library, for the command and for its test.

mod job;
pub mod json;
mod keys;
pub mod ops;
mod scheme;
mod verifier;

use std::panic::{AssertUnwindSafe, catch_unwind};

use json::Json;
use ops::Failure;

pub const POLICIES: [&str; 4] = ["method-case", "appid-alias", "quoted-values", "unknown-stage"];

/// Deep JSON is read by recursion; the main thread's stack would be too small for it.
pub const STACK_BYTES: usize = 256 << 20;

/// Answers a message of the protocol that has an operation and its input.
pub fn run(message: &Json) -> Json {
    let answered = match (message.get("op"), message.get("input")) {
        // If a crate panics, the next line must still be answered.
        (Some(Json::String(op)), Some(input)) => catch_unwind(AssertUnwindSafe(|| ops::answer(op, input))),
        _ => Ok(Err(Failure::Input("type"))),
    };
    let (outcome, rest) = match answered {
        Ok(Ok(None)) => ("accept", None),
        Ok(Ok(Some(value))) => ("value", Some(("value", value))),
        Ok(Err(Failure::Rejected(reason))) => ("reject", Some(("reason", Json::text(reason)))),
        Ok(Err(Failure::Unsupported)) => ("unsupported", None),
        Ok(Err(Failure::Input(name))) => {
            ("error", Some(("reason", Json::text(format!("the message lacks a good {name}")))))
        }
        Err(_) => ("error", Some(("reason", Json::text("a panic")))),
    };
    let seq = match message.get("seq") {
        Some(Json::Number { value, .. }) => Json::Number { value: *value, plain: true },
        _ => Json::Null,
    };
    let mut members = vec![("seq".to_owned(), seq), ("outcome".to_owned(), Json::text(outcome))];
    members.extend(rest.map(|(name, value)| (name.to_owned(), value)));
    Json::Object(members)
}
