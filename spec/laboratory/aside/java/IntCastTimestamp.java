public class IntCastTimestamp {
    public static void main(String[] args) throws Exception {
        int timestamp = (int) System.currentTimeMillis() / 1000;
        String nonce = Signing.nonce();
        String signature = Signing.sign("GET\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n");
        Signing.get("/v1/jobs", Signing.header(signature, String.valueOf(timestamp), nonce));
    }
}
