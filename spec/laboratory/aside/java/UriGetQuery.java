import java.net.URI;

public class UriGetQuery {
    public static void main(String[] args) throws Exception {
        URI uri = URI.create(Signing.BASE_URL + "/v1/jobs?q=caf%C3%A9%20by%20the%20sea&limit=5");
        String authorization = Signing.authorize("GET", uri.getPath() + "?" + uri.getQuery(), "");
        Signing.send(Signing.to(uri.toString()).header("Authorization", authorization).GET().build());
    }
}
