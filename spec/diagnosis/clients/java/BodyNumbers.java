import java.net.URI;
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
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/** Writes the bytes of the body as Arrays.toString does: it signs a list of numbers. */
public final class BodyNumbers {
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
    var body = Files.readAllBytes(Path.of(System.getenv("JOB")));
    var timestamp = System.currentTimeMillis() / 1000;
    var nonce = UUID.randomUUID().toString();
    var message = "POST\n" + uri.getRawPath() + "\n" + timestamp + "\n" + nonce + "\n" + Arrays.toString(body);
    var request =
        HttpRequest.newBuilder(uri)
            .header(
                "Authorization",
                "SVC-SHA256-RSA app_id=" + System.getenv("APP_ID") + ",nonce_str=" + nonce
                    + ",timestamp=" + timestamp + ",signature=" + sign(message))
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    System.out.println(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode());
  }
}
