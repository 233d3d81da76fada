use crate::signing;
use url::Url;

pub fn run() {
    let mut url = Url::parse(&signing::base_url()).unwrap();
    url.set_path("/v1/jobs");
    url.set_query(Some("status=running"));
    let authorization = signing::authorize("GET", url.as_str(), b"");
    signing::show(ureq::get(url.as_str()).set("Authorization", &authorization).call());
}
