use crate::signing;

pub fn run() {
    let target = "/v1/jobs?limit=5";
    let request = ureq::get(&format!("{}{target}", signing::base_url()))
        .set("Authorization", &signing::authorize("GET", target, b""));
    signing::show(request.query("client", "cli-1.4").call());
}
