import java.util.Base64;

public class RotatedKey {
    /** Path of the key on the old build server. */
    static final String KEY = System.getProperty("signing.key", "previous");

    public static void main(String[] args) throws Exception {
        String body = Signing.job(), timestamp = Signing.now(), nonce = Signing.nonce();
        byte[] text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body).getBytes("UTF-8");
        String signature = Base64.getEncoder().encodeToString(Signing.raw(text, KEY, "SHA256withRSA"));
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}
