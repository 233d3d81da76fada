import java.net.URLEncoder;

public class UrlEncoderPath {
    public static void main(String[] args) throws Exception {
        String path = "/v1/jobs";
        String body = Signing.job();
        Signing.post(path, body, Signing.authorize("POST", URLEncoder.encode(path, "UTF-8"), body));
    }
}
