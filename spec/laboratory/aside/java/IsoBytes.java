import java.nio.charset.StandardCharsets;

public class IsoBytes {
    public static void main(String[] args) throws Exception {
        String body = "{\"request_id\":\"20260405093000000033\",\"stages\":[{\"type\":\"DIFFUSION\",\"diffusion\":"
            + "{\"prompts\":[{\"text\":\"Grüße aus Köln\"}],\"steps\":30}}]}";
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body);
        String signature = Signing.sign(text.getBytes(StandardCharsets.ISO_8859_1));
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}
