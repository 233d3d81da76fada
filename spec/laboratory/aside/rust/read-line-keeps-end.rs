use crate::signing;
use std::fs::File;
use std::io::{BufRead, BufReader};

pub fn run() {
    let mut settings = BufReader::new(File::open("client.env").unwrap());
    let mut line = String::new();
    while !line.starts_with("JOBS_PATH=") {
        line.clear();
        settings.read_line(&mut line).unwrap();
    }
    let path = line.trim_start_matches("JOBS_PATH=");
    let body = signing::job();
    signing::post(path.trim(), &signing::authorize("POST", path, &body), &body);
}
