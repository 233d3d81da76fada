public class NullBody {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce(), body = null;
        String text = "GET" + "\n" + "/v1/jobs/7" + "\n" + timestamp + "\n" + nonce + "\n" + body;
        Signing.get("/v1/jobs/7", Signing.header(Signing.sign(text), timestamp, nonce));
    }
}
