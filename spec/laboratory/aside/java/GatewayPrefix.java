import java.net.URI;
import java.net.http.HttpRequest;

public class GatewayPrefix {
    /** nginx in our network passes everything on to the job service. */
    static final String GATEWAY = Signing.EDGE_URL + "/upstream";

    public static void main(String[] args) throws Exception {
        String path = "/v1/jobs", body = Signing.job();
        HttpRequest request = Signing.to(GATEWAY + path)
            .header("Accept", "application/json")
            .header("Authorization", Signing.authorize("POST", path, body))
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        Signing.send(request);
    }
}
