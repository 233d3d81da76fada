//! A port on the protocol of the conformance vectors: JSON lines in, JSON lines out, in order, each flushed at once.

use std::io::{self, BufRead, Write};
use std::thread;

use port::json::{self, Json};
use port::{POLICIES, STACK_BYTES, ops, run};

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
        output.write_all(format!("{reply}\n").as_bytes())?;
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
        ("reasons", Json::text("suite")),
    ])
}
