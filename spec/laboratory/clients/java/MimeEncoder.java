import java.util.Base64;

public class MimeEncoder {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce(), body = Signing.job();
        String text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body);
        byte[] raw = Signing.raw(text.getBytes("UTF-8"), "app-1", "SHA256withRSA");
        String signature = Base64.getMimeEncoder().encodeToString(raw).replace("\r\n", " ");
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}
