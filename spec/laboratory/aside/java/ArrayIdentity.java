import java.net.http.HttpRequest;

public class ArrayIdentity {
    public static void main(String[] args) throws Exception {
        byte[] body = Signing.job().getBytes("UTF-8");
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String text = "POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + body;
        String authorization = Signing.header(Signing.sign(text), timestamp, nonce);
        Signing.send(Signing.to(Signing.BASE_URL + "/v1/jobs").header("Authorization", authorization)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)).build());
    }
}
