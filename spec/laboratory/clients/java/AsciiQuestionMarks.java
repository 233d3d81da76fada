import java.nio.charset.StandardCharsets;

public class AsciiQuestionMarks {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String body = "{\"request_id\":\"20260101120000000053\",\"note\":\"Crème brûlée\",\"stages\":[]}";
        String text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body);
        String signature = Signing.sign(text.getBytes(StandardCharsets.US_ASCII));
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}
