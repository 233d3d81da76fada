import java.net.URLEncoder;

public class EncodedSignature {
    public static void main(String[] args) throws Exception {
        String body = Signing.job(), timestamp = Signing.now(), nonce = Signing.nonce();
        String sign = Signing.sign("POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + body);
        // + and / would break the header
        Signing.post("/v1/jobs", body, Signing.header(URLEncoder.encode(sign, "UTF-8"), timestamp, nonce));
    }
}
