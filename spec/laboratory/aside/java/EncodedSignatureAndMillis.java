import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Date;

public class EncodedSignatureAndMillis {
    public static void main(String[] args) throws Exception {
        String timestamp = Long.toString(new Date().getTime()), nonce = Signing.nonce();
        String signature = Signing.sign(String.join("\n", "GET", "/v1/jobs?limit=50", timestamp, nonce, ""));
        String encoded = URLEncoder.encode(signature, StandardCharsets.UTF_8);
        Signing.get("/v1/jobs?limit=50", Signing.header(encoded, timestamp, nonce));
    }
}
