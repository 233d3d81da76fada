import java.net.URI;

public class RawPathAndQuery {
    public static void main(String[] args) throws Exception {
        URI base = URI.create(Signing.BASE_URL);
        URI uri = new URI("http", null, base.getHost(), base.getPort(), "/v1/jobs", "q=blue café&limit=5", null);
        URI ascii = URI.create(uri.toASCIIString());
        String target = ascii.getRawPath() + (ascii.getRawQuery() == null ? "" : "?" + ascii.getRawQuery());
        Signing.get(target, Signing.authorize("GET", target, ""));
    }
}
