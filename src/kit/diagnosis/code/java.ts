/** The right code in Java: what the page and `diagnose --code java` show to whoever signs there. */
import type { Program } from './Program.ts'

/** For Java 11 or later, without a library. */
export const java: Program = {
  setup: `import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

public class Main {
    static String setting(String name) {
        String value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IllegalStateException("set " + name);
        return value;
    }

    static PrivateKey readKey(String name) throws Exception {
        String base64 = Files.readString(Path.of(name)).replaceAll("-----[A-Z ]+-----|\\\\s", "");
        byte[] der = Base64.getDecoder().decode(base64);
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    public static void main(String[] args) throws Exception {
        String url = setting("URL");
        String appId = setting("APP_ID");
        PrivateKey privateKey = readKey(setting("PRIVATE_KEY"));
        String jobFile = System.getenv("JOB");
        String job = "{\\"request_id\\":\\"1001\\",\\"stages\\":["
            + "{\\"type\\":\\"INPUT_INITIALIZE\\",\\"inputInitialize\\":{\\"seed\\":-1,\\"count\\":1}},"
            + "{\\"type\\":\\"DIFFUSION\\",\\"diffusion\\":{\\"width\\":512,\\"height\\":512,"
            + "\\"prompts\\":[{\\"text\\":\\"caf\\u00e9, \\u96ea\\"}]}}]}";`,

  indent: '        ',

  body: `// A file is read as bytes, and a job that is built here is serialized once, as UTF-8. Either way
// these are the bytes that are signed, and these are sent.
byte[] body = jobFile == null || jobFile.isEmpty()
    ? job.getBytes(StandardCharsets.UTF_8)
    : Files.readAllBytes(Path.of(jobFile));`,

  bytes: `// The content is written once, as bytes. These are signed, and these are sent.
byte[] body = Files.readAllBytes(Path.of(jobFile));`,

  target: `// Path and query with their escapes, without origin and fragment: what HttpClient writes on the
// request line.
URI address = URI.create(url);
String path = address.getRawPath();
String query = address.getRawQuery();
String target = (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);`,

  timestamp: `// Whole seconds. The clock is read once: this text is signed, and this text is sent.
String timestamp = Long.toString(Instant.now().getEpochSecond());`,

  nonce: `// 128 random bits in hexadecimal digits, drawn once for each request.
byte[] random = new byte[16];
new SecureRandom().nextBytes(random);
String nonce = String.format("%032x", new BigInteger(1, random));`,

  text: `// A line feed behind each of the first four parts, even if the body is empty; then the body's
// bytes, and nothing behind them. The method is in upper case.
String parts = "POST\\n" + target + "\\n" + timestamp + "\\n" + nonce + "\\n";
byte[] head = parts.getBytes(StandardCharsets.UTF_8);
byte[] text = Arrays.copyOf(head, head.length + body.length);
System.arraycopy(body, 0, text, head.length, body.length);`,

  signature: `// RSASSA-PKCS1-v1_5 with SHA-256. Signature hashes, so it is given the text and not a digest of it.
Signature signer = Signature.getInstance("SHA256withRSA");
signer.initSign(privateKey);
signer.update(text);
String signature = Base64.getEncoder().encodeToString(signer.sign());`,

  header: `// The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
String items = "app_id=" + appId + ",nonce_str=" + nonce + ",timestamp=" + timestamp;
String authorization = "SVC-SHA256-RSA " + items + ",signature=" + signature;`,

  send: `// The bytes that were signed. A library that is given an object here would write others.
HttpRequest request = HttpRequest.newBuilder(address)
    .method("POST", HttpRequest.BodyPublishers.ofByteArray(body))
    .header("Authorization", authorization)
    .header("Content-Type", "application/json; charset=UTF-8")
    .header("Accept", "application/json")
    .timeout(Duration.ofSeconds(30))
    .build();
// The signature is for this target only.
HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
System.out.println(response.statusCode());
System.out.println(response.body());`,

  end: `    }
}`,
}
