use crate::signing;

struct Client {
    target: String,
}

impl Client {
    fn authorization(&self, method: &str, body: &[u8]) -> String {
        signing::authorize(method, &self.target, body)
    }
}

pub fn run() {
    let client = Client { target: "/v1/models/painters".to_string() };
    signing::get("/v1/models/painters", &client.authorization("GET", b""));
    let body = signing::job();
    signing::post("/v1/jobs", &client.authorization("POST", &body), &body);
}
