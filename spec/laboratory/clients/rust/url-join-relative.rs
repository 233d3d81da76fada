use crate::signing;

pub fn run() {
    let (base, path) = ("/v1", "/jobs");
    let body = signing::job();
    signing::post(&format!("{base}{path}"), &signing::authorize("POST", path, &body), &body);
}
