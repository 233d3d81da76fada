import java.util.Base64;

public class Sha1WithRsa {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce(), body = Signing.job();
        byte[] text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body).getBytes("UTF-8");
        String signature = Base64.getEncoder().encodeToString(Signing.raw(text, "app-1", "SHA1withRSA"));
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}
