import java.net.http.HttpRequest;

public class HeadSignedAsGet {
    public static void main(String[] args) throws Exception {
        String authorization = Signing.authorize("GET", "/v1/models", "");
        Signing.send(Signing.to(Signing.BASE_URL + "/v1/models").header("Authorization", authorization)
            .method("HEAD", HttpRequest.BodyPublishers.noBody()).build());
    }
}
