use crate::signing;

pub fn run() {
    let path = "/v1/./jobs/../jobs?limit=3";
    signing::get(path, &signing::authorize("GET", path, b""));
}
