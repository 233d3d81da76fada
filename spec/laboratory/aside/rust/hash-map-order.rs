use crate::signing;
use std::collections::HashMap;

fn target() -> String {
    let filters: HashMap<&str, &str> = HashMap::from([
        ("status", "done"),
        ("limit", "20"),
        ("page", "2"),
        ("order", "newest"),
        ("owner", "anna"),
        ("album", "sea"),
    ]);
    let pairs: Vec<String> = filters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("/v1/jobs?{}", pairs.join("&"))
}

pub fn run() {
    let authorization = signing::authorize("GET", &target(), b"");
    signing::get(&target(), &authorization);
}
