import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;

public class UriResolveDropsVersion {
    public static void main(String[] args) throws Exception {
        URI api = URI.create(Signing.BASE_URL + "/v1");
        String body = Signing.job();
        String authorization = Signing.authorize("POST", api.getPath() + "/jobs", body);
        URI jobs = api.resolve("jobs");
        Signing.send(Signing.to(jobs.toString()).header("Authorization", authorization)
            .POST(BodyPublishers.ofString(body)).build());
    }
}
