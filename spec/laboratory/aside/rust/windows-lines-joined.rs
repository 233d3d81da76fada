use crate::signing;

pub fn run() {
    let body = std::fs::read("job-windows.json").unwrap();
    let lines: Vec<_> = std::str::from_utf8(&body).unwrap().lines().collect();
    let authorization = signing::authorize("POST", "/v1/jobs", lines.join("\n").as_bytes());
    signing::post("/v1/jobs", &authorization, &body);
}
