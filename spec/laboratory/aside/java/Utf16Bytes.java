public class Utf16Bytes {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce(), body = Signing.job();
        String text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body);
        Signing.post("/v1/jobs", body, Signing.header(Signing.sign(text.getBytes("UTF-16")), timestamp, nonce));
    }
}
