public class AppendedTraceParameter {
    static String traced(String path) {
        return path + "?trace=" + Signing.nonce();
    }

    public static void main(String[] args) throws Exception {
        Signing.get(traced("/v1/jobs"), Signing.authorize("GET", traced("/v1/jobs"), ""));
    }
}
