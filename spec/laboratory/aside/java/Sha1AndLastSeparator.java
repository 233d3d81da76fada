import java.nio.charset.StandardCharsets;
import java.util.Base64;

public class Sha1AndLastSeparator {
    public static void main(String[] args) throws Exception {
        String body = Signing.job(), timestamp = Signing.now(), nonce = Signing.nonce();
        StringBuilder text = new StringBuilder();
        for (String part : new String[] {"POST", "/v1/jobs", timestamp, nonce, body}) text.append(part).append('\n');
        byte[] signature = Signing.raw(text.toString().getBytes(StandardCharsets.UTF_8), "app-1", "SHA1withRSA");
        String encoded = Base64.getEncoder().encodeToString(signature);
        Signing.post("/v1/jobs", body, Signing.header(encoded, timestamp, nonce));
    }
}
