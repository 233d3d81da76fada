import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

public class PlusSignedAndQuotes {
    public static void main(String[] args) throws Exception {
        String q = "a lighthouse at dawn", timestamp = Signing.now(), nonce = Signing.nonce();
        String target = "/v1/jobs?q=" + URLEncoder.encode(q, StandardCharsets.UTF_8);
        String signature = Signing.sign(String.join("\n", "GET", target, timestamp, nonce, ""));
        String authorization = String.format("SVC-SHA256-RSA app_id=\"%s\",nonce_str=\"%s\",timestamp=\"%s\","
            + "signature=\"%s\"", Signing.APP_ID, nonce, timestamp, signature);
        URI base = URI.create(Signing.BASE_URL);
        URI uri = new URI("http", null, base.getHost(), base.getPort(), "/v1/jobs", "q=" + q, null);
        Signing.send(Signing.to(uri.toString()).header("Authorization", authorization).build());
    }
}
