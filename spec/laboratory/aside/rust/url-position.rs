use crate::signing;
use url::{Position, Url};

pub fn run() {
    let mut url = Url::parse(&format!("{}/v1/jobs#newest", signing::base_url())).unwrap();
    url.query_pairs_mut().append_pair("q", "sea & sky / dusk").append_pair("limit", "4");
    let target = &url[Position::BeforePath..Position::AfterQuery];
    signing::get(target, &signing::authorize("GET", target, b""));
}
