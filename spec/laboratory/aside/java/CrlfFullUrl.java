import java.net.URI;
import java.net.http.HttpRequest;

public class CrlfFullUrl {
    private static final String CRLF = "\r\n";

    public static void main(String[] args) throws Exception {
        URI uri = URI.create(Signing.BASE_URL).resolve("/v1/jobs");
        String body = "{\"request_id\":\"20260405093000000039\",\"stages\":[]}";
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String text = "POST" + CRLF + uri + CRLF + timestamp + CRLF + nonce + CRLF + body;
        Signing.send(HttpRequest.newBuilder(uri).header("Content-Type", "application/json")
            .header("Authorization", Signing.header(Signing.sign(text), timestamp, nonce))
            .POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }
}
