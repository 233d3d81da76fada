use crate::signing;
use url::{Position, Url};

pub fn run() {
    let mut url = Url::parse(&signing::base_url()).unwrap();
    url.set_path("/v1/jobs");
    url.query_pairs_mut().append_pair("owner", "atelier no. 5").append_pair("dry_run", "1");
    let target = url[Position::BeforePath..Position::AfterQuery].to_owned();
    let body = signing::job();
    signing::post(&target, &signing::authorize("POST", &target, &body), &body);
}
