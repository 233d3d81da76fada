import java.nio.charset.StandardCharsets;

public class GetBytesLatin1 {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce(), body = Signing.job();
        String text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body);
        String signature = Signing.sign(text.getBytes(StandardCharsets.ISO_8859_1));
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}
