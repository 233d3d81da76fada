//! A port on the protocol of the conformance vectors: JSON lines in, JSON lines out, in order, each flushed at once.

mod job;
mod json;
mod keys;
mod ops;
mod scheme;
mod verifier;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use json::Json;
use ops::Failure;

const POLICIES: [&str; 4] = ["method-case", "appid-alias", "quoted-values", "unknown-stage"];

/// Deep JSON is read by recursion; the main thread's stack would be too small for it.
const STACK_BYTES: usize = 256 << 20;

fn main() -> io::Result<()> {
    let port = thread::Builder::new().stack_size(STACK_BYTES).spawn(serve)?;
    port.join().unwrap_or_else(|_| Err(io::Error::other("the port has failed")))
}

fn serve() -> io::Result<()> {
    let mut output = io::stdout();
    for line in io::stdin().lock().split(b'\n') {
        let message = String::from_utf8(line?).ok().and_then(|line| json::parse(&line)).unwrap_or(Json::Null);
        let reply = match message.get("type") {
            Some(Json::String(kind)) if kind == "bye" => return Ok(()),
            Some(Json::String(kind)) if kind == "hello" => hello(),
            _ => run(&message),
        };
        let mut text = String::new();
        reply.write(&mut text);
        text.push('\n');
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

fn hello() -> Json {
    let list = |names: &[&str]| Json::Array(names.iter().map(|name| Json::text(*name)).collect());
    Json::object([
        ("type", Json::text("hello")),
        ("name", Json::text("countersign-rust")),
        ("version", Json::text(env!("CARGO_PKG_VERSION"))),
        ("language", Json::text("Rust")),
        ("ops", list(&ops::OPS)),
        ("policies", list(&POLICIES)),
    ])
}

fn run(message: &Json) -> Json {
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
