public class NullBody {
    static String buildMessage(String method, String url, String timestamp, String nonce, String body) {
        return method + "\n" + url + "\n" + timestamp + "\n" + nonce + "\n" + body;
    }

    public static void main(String[] args) throws Exception {
        String path = "/v1/jobs/20260405093000000031", timestamp = Signing.now(), nonce = Signing.nonce();
        String message = buildMessage("GET", path, timestamp, nonce, null);
        Signing.get(path, Signing.header(Signing.sign(message), timestamp, nonce));
    }
}
