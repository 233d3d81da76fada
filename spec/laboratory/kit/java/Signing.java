import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/** What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error. */
final class Signing {
    static final String BASE_URL = System.getenv("BASE_URL");
    static final String EDGE_URL = System.getenv("EDGE_URL");
    static final String APP_ID = System.getenv("APP_ID");

    static PrivateKey key(String name) throws Exception {
        byte[] der = Files.readAllBytes(Path.of(System.getenv("KEYS"), name + ".der"));
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    static byte[] raw(byte[] text, String key, String algorithm) throws Exception {
        System.err.println("SIGNED " + Base64.getEncoder().encodeToString(text));
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(key(key));
        signer.update(text);
        return signer.sign();
    }

    static String sign(byte[] text) throws Exception {
        return Base64.getEncoder().encodeToString(raw(text, "app-1", "SHA256withRSA"));
    }

    static String sign(String text) throws Exception {
        return sign(text.getBytes(StandardCharsets.UTF_8));
    }

    static String now() {
        return String.valueOf(Instant.now().getEpochSecond());
    }

    static String nonce() {
        return UUID.randomUUID().toString();
    }

    static String header(String signature, String timestamp, String nonce) {
        return "SVC-SHA256-RSA app_id=" + APP_ID + ",nonce_str=" + nonce + ",timestamp=" + timestamp
            + ",signature=" + signature;
    }

    /** The header of one request. */
    static String authorize(String method, String target, String body) throws Exception {
        String timestamp = now(), nonce = nonce();
        return header(sign(String.join("\n", method, target, timestamp, nonce, body)), timestamp, nonce);
    }

    static HttpRequest.Builder to(String url) {
        return HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json; charset=UTF-8");
    }

    static void send(HttpRequest request) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
    }

    static void post(String path, String body, String authorization) throws Exception {
        send(to(BASE_URL + path).header("Authorization", authorization)
            .POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    static void get(String path, String authorization) throws Exception {
        send(to(BASE_URL + path).header("Authorization", authorization).GET().build());
    }

    static String job() throws Exception {
        return Files.readString(Path.of("job.json"));
    }
}
