use crate::signing;
use url::Url;

pub fn run() {
    let url = Url::parse_with_params(&format!("{}/v1/jobs", signing::base_url()), [("status", "failed"), ("limit", "100")]).unwrap();
    let authorization = signing::authorize("GET", url.path(), b"");
    signing::show(ureq::get(url.as_str()).set("Authorization", &authorization).call());
}
