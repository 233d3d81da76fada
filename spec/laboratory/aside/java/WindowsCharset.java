import java.nio.charset.Charset;

public class WindowsCharset {
    // What the program's default was on the machine of its author.
    static final Charset DEFAULT = Charset.forName("windows-1252");

    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String body = "{\"request_id\":\"20260101120000000331\",\"stages\":[],\"note\":\"“Café” – 5 €\"}";
        byte[] text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body).getBytes(DEFAULT);
        Signing.post("/v1/jobs", body, Signing.header(Signing.sign(text), timestamp, nonce));
    }
}
