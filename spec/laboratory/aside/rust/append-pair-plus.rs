use crate::signing;

pub fn run() {
    let q = "a lighthouse at dawn";
    let target = format!("/v1/jobs?q={}", urlencoding::encode(q));
    let mut url = url::Url::parse(&format!("{}/v1/jobs", signing::base_url())).unwrap();
    url.query_pairs_mut().append_pair("q", q);
    let authorization = signing::authorize("GET", &target, b"");
    signing::show(ureq::get(url.as_str()).set("Authorization", &authorization).call());
}
