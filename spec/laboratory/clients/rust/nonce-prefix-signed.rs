use crate::signing;

pub fn run() {
    let (timestamp, nonce) = (signing::now().to_string(), format!("job-{}", signing::nonce()));
    let signature = signing::sign(format!("GET\n/v1/jobs\n{timestamp}\n{nonce}\n").as_bytes());
    signing::get("/v1/jobs", &signing::header(&signature, &timestamp, &nonce[4..]));
}
