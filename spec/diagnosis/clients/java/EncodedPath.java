import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.UUID;

/** Encodes the path as a value of a form, with its slashes. */
public final class EncodedPath {
  private static PrivateKey key() throws Exception {
    var pem = Files.readString(Path.of(System.getenv("KEY"))).replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
  }

  private static String sign(String message) throws Exception {
    var signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key());
    signature.update(message.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(signature.sign());
  }

  public static void main(String[] args) throws Exception {
    var uri = URI.create(System.getenv("URL"));
    var body = Files.readString(Path.of(System.getenv("JOB")));
    var timestamp = System.currentTimeMillis() / 1000;
    var nonce = UUID.randomUUID().toString();
    var path = URLEncoder.encode(uri.getPath(), StandardCharsets.UTF_8);
    var message = String.join("\n", "POST", path, String.valueOf(timestamp), nonce, body);
    var authorization =
        "SVC-SHA256-RSA app_id=" + System.getenv("APP_ID") + ",nonce_str=" + nonce
            + ",timestamp=" + timestamp + ",signature=" + sign(message);
    var request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json; charset=UTF-8")
            .header("Authorization", authorization)
            .POST(BodyPublishers.ofString(body))
            .build();
    System.out.println(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode());
  }
}
