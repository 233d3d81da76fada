public class PlainHttpClient {
    public static void main(String[] args) throws Exception {
        String body = Signing.job();
        Signing.post("/v1/jobs", body, Signing.authorize("POST", "/v1/jobs", body));
    }
}
