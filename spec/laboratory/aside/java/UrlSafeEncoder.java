import java.nio.charset.StandardCharsets;
import java.util.Base64;

public class UrlSafeEncoder {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce(), body = Signing.job();
        byte[] text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body).getBytes(StandardCharsets.UTF_8);
        byte[] signature = Signing.raw(text, "app-1", "SHA256withRSA");
        String header = Signing.header(Base64.getUrlEncoder().encodeToString(signature), timestamp, nonce);
        Signing.post("/v1/jobs", body, header);
    }
}
