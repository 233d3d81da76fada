public class ThreadSharesNonce {
    private static final String NONCE = Signing.nonce();

    private static void list(int page) throws Exception {
        String target = "/v1/jobs?page=" + page, timestamp = Signing.now();
        String signature = Signing.sign(String.join("\n", "GET", target, timestamp, NONCE, ""));
        Signing.get(target, Signing.header(signature, timestamp, NONCE));
    }

    public static void main(String[] args) throws Exception {
        list(1);
        list(2);
    }
}
