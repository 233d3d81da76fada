import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

public class DecodedQuery {
    public static void main(String[] args) throws Exception {
        String callback = URLEncoder.encode("https://shop.example/done?order=17", StandardCharsets.UTF_8);
        URI uri = URI.create(Signing.BASE_URL + "/v1/jobs?callback=" + callback);
        String body = "{\"request_id\":\"20260405093000000034\",\"stages\":[]}";
        String authorization = Signing.authorize("POST", uri.getPath() + "?" + uri.getQuery(), body);
        Signing.post("/v1/jobs?" + uri.getRawQuery(), body, authorization);
    }
}
