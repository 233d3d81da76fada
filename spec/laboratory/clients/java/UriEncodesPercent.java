import java.net.URI;
import java.net.http.HttpRequest;

public class UriEncodesPercent {
    public static void main(String[] args) throws Exception {
        String path = "/v1/albums/summer%20at%20sea";
        URI base = URI.create(Signing.BASE_URL);
        URI uri = new URI(base.getScheme(), null, base.getHost(), base.getPort(), path, null, null);
        String authorization = Signing.authorize("GET", path, "");
        Signing.send(HttpRequest.newBuilder(uri).header("Authorization", authorization).build());
    }
}
