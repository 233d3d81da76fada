public class GbkBytes {
    public static void main(String[] args) throws Exception {
        String charset = "GBK"; // as the payment service of the same company wants it
        String body = "{\"request_id\":\"20260101120000000214\",\"stages\":[{\"type\":\"DIFFUSION\","
            + "\"diffusion\":{\"prompts\":[{\"text\":\"海边的灯塔\"}]}}]}";
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String text = String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body);
        Signing.post("/v1/jobs", body, Signing.header(Signing.sign(text.getBytes(charset)), timestamp, nonce));
    }
}
