//! Each case of the vectors as a test named by its id: `cargo test target/`; `-- --skip ID` leaves out a known failure.

use libtest_mimic::{Arguments, Failed, Trial};
use port::json::{Json, parse};
use port::{POLICIES, STACK_BYTES, run};
use std::{collections::HashSet, env, fs, thread};

/// A value as text, without what is free: the order of members, texts beside bytes, reasons.
fn plain(value: &Json) -> String {
    let free = if value.get("hex").is_some() { "text" } else { "reason" };
    let mut members: Vec<_> = match value {
        Json::Array(items) => return format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(",")),
        Json::Object(members) => members.iter().filter(|(name, _)| name != free).collect(),
        _ => return value.to_string(),
    };
    members.sort_by_key(|(name, _)| name);
    format!("{{{}}}", members.iter().map(|(name, value)| format!("{name:?}:{},", plain(value))).collect::<String>())
}

/// The port's answer, with this member in front of those of the input.
fn answer(op: &str, name: &str, value: &Json, input: &Json) -> Json {
    let Json::Object(others) = input else { return Json::Null };
    let input = Json::Object([&[(name.to_owned(), value.clone())], &others[..]].concat());
    run(&Json::object([("op", Json::text(op)), ("input", input)]))
}

/// A job may be written as any text that decodes to it, and is sent as that text.
fn judge(case: &Json) -> Result<(), Failed> {
    let (input, expect, got, op) = (&case["input"], &case["expect"], run(case), case["op"].to_string());
    let [mut value, mut right] = [&got, expect].map(|answer| plain(&answer["value"]));
    let [outcome, expected, policy] = [&got["outcome"], &expect["outcome"], &expect["policy"]].map(Json::to_string);
    if policy != "null" && !POLICIES.contains(&policy.trim_matches('"')) {
        let refused = outcome == r#""reject""# || value.ends_with(r#""outcome":"reject",}]"#);
        return refused.then_some(()).ok_or(format!("{got}, although undeclared means refuse").into());
    } else if op == r#""encodeJob""# {
        value = plain(&answer("decodeJob", "body", &got["value"], input)["value"]);
    } else if input["body"].get("job").is_some() {
        let sent = &answer("encodeJob", "", &Json::Null, &input["body"])["value"];
        right = plain(&answer("request", "body", sent, input)["value"]);
    } else if let (Json::Number { .. }, Json::Array(requests)) = (&input["times"], &got["value"]) {
        value = requests.iter().map(plain).collect::<HashSet<_>>().len().to_string();
        right = input["times"].to_string();
    }
    let difference = format!("answered {outcome} {value}\nin place of {expected} {right}");
    if outcome == expected && value == right { Ok(()) } else { Err(difference.into()) }
}

fn main() {
    let folder = env::var("VECTORS").unwrap_or("../..".into());
    let generated = env::var("GENERATED").unwrap_or(format!("{folder}/generated.jsonl"));
    let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
    let lines = read(&format!("{folder}/flat.jsonl")) + &read(&generated);
    let trial = |case: Json| Trial::test(case["id"].to_string().trim_matches('"'), move || judge(&case));
    let trials: Vec<_> = lines.lines().filter_map(parse).map(trial).collect();
    let manifest = parse(&read(&format!("{folder}/manifest.json"))).expect("a manifest");
    assert!(manifest["count"].to_string().parse().is_ok_and(|count: usize| count <= trials.len()), "cases are missing");
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() }; // deep JSON needs a large stack
    let run_all = move || libtest_mimic::run(&arguments, trials).exit();
    thread::Builder::new().stack_size(STACK_BYTES).spawn(run_all).unwrap().join().unwrap();
}
