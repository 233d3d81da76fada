use crate::signing;

pub fn run() {
    let tag = "sea/dusk+gold";
    let authorization = signing::authorize("GET", &format!("/v1/jobs?tag={tag}"), b"");
    let request = ureq::get(&format!("{}/v1/jobs", signing::base_url())).query("tag", tag);
    signing::show(request.set("Authorization", &authorization).call());
}
