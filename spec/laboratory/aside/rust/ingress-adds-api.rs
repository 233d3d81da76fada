use crate::signing;

// The ingress puts the service's own prefix in front of the path.
pub fn run() {
    let path = "/v1/models";
    let authorization = signing::authorize("GET", path, b"");
    let url = format!("{}/upstream{path}", signing::edge_url());
    signing::show(ureq::get(&url).set("Authorization", &authorization).call());
}
