use crate::signing;

pub fn run() {
    for _start in 0..2 {
        let (timestamp, nonce) = (signing::now().to_string(), format!("{:08}", 1));
        let signature = signing::sign(format!("GET\n/v1/jobs\n{timestamp}\n{nonce}\n").as_bytes());
        signing::get("/v1/jobs", &signing::header(&signature, &timestamp, &nonce));
    }
}
