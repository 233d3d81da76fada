public class TextBlockIndented {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String template = """
            %s
              %s
              %s
              %s
              %s""";
        String text = String.format(template, "GET", "/v1/jobs", timestamp, nonce, "");
        Signing.get("/v1/jobs", Signing.header(Signing.sign(text), timestamp, nonce));
    }
}
