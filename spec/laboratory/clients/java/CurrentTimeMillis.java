public class CurrentTimeMillis {
    public static void main(String[] args) throws Exception {
        String timestamp = String.valueOf(System.currentTimeMillis()), nonce = Signing.nonce();
        String signature = Signing.sign("GET\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n");
        Signing.get("/v1/jobs", Signing.header(signature, timestamp, nonce));
    }
}
