/** Made from the sample of a payment service: its scheme, and a line feed behind each part. */
public class PaymentScheme {
    static final String SCHEMA = "WECHATPAY2-SHA256-RSA2048";

    static String buildMessage(String method, String url, String timestamp, String nonce, String body) {
        return method + "\n" + url + "\n" + timestamp + "\n" + nonce + "\n" + body + "\n";
    }

    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce().replace("-", ""), body = Signing.job();
        String signature = Signing.sign(buildMessage("POST", "/v1/jobs", timestamp, nonce, body));
        String token = "app_id=" + Signing.APP_ID + ",nonce_str=" + nonce + ",timestamp=" + timestamp
            + ",signature=" + signature;
        Signing.post("/v1/jobs", body, SCHEMA + " " + token);
    }
}
