import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A port in Java: answers the runs on standard input on standard output, one JSON object a line. */
public final class Port {
  private interface Op {
    /** The answer without its `seq`. */
    Map<String, Object> answer(Input in) throws GeneralSecurityException;
  }

  private static final Map<String, Op> OPS = new LinkedHashMap<>();

  static {
    OPS.put("stringToSign", in -> hex(toSign(in, in.text("nonce")).string()));
    OPS.put("parseAuthorization", Port::parseAuthorization);
    OPS.put("formatAuthorization", Port::formatAuthorization);
    OPS.put("sign", Port::sign);
    OPS.put("verify", Port::verify);
    OPS.put("rsaVerify", Port::rsaVerify);
    OPS.put("importKey", Port::importKey);
    OPS.put("decodeJob", in -> value(Job.decode(in.content("body"))));
    OPS.put("encodeJob", in -> hex(Job.encode(in.members().get("job"))));
    OPS.put("request", Port::request);
  }

  static final List<String> POLICIES =
      List.of(
          "method-case",
          "scheme-case",
          "ows",
          "unknown-param",
          "missing-null",
          "unknown-stage",
          "int-spelling",
          "int64-string");

  private static final SecureRandom RANDOM = new SecureRandom();

  private Port() {}

  private static Map<String, Object> value(Object value) {
    return Map.of("outcome", "value", "value", value);
  }

  private static Map<String, Object> reject(String reason) {
    return Map.of("outcome", "reject", "reason", reason);
  }

  private static Map<String, String> hexOf(byte[] bytes) {
    return Map.of("hex", HexFormat.of().formatHex(bytes));
  }

  private static Map<String, Object> hex(byte[] bytes) {
    return value(hexOf(bytes));
  }

  private static Scheme.ToSign toSign(Input in, String nonce) {
    return new Scheme.ToSign(in.text("method"), in.text("url"), in.text("timestamp"), nonce, in.content("body"));
  }

  private static Map<String, Object> parseAuthorization(Input in) {
    var authType = Authorization.authType(in.text("authType"));
    var opening = Authorization.opening(in.texts("authorization"), authType);
    if (opening.bearer()) return value(Map.of("scheme", "bearer", "token", Authorization.parseBearer(opening.line())));
    var items = Authorization.parseSigned(opening.line());
    return value(
        Map.of(
            "scheme", "signed",
            "appId", items.appId(),
            "nonce", items.nonce(),
            "timestamp", items.timestamp(),
            "signature", items.signature()));
  }

  private static Map<String, Object> formatAuthorization(Input in) {
    if (in.has("token")) return value(Authorization.formatBearer(in.text("token")));
    var items =
        new Authorization.Signed(in.text("appId"), in.text("nonce"), in.text("timestamp"), in.text("signature"));
    return value(Authorization.format(in.text("authType"), items));
  }

  private static String signedHeader(String authType, String appId, Keys.Private key, Scheme.ToSign request)
      throws GeneralSecurityException {
    var signature = Base64.getEncoder().encodeToString(Keys.sign(key, request.string()));
    return Authorization.format(
        authType, new Authorization.Signed(appId, request.nonce(), request.timestamp(), signature));
  }

  private static Map<String, Object> sign(Input in) throws GeneralSecurityException {
    var key = Keys.privateKey(in.text("privateKey"));
    var nonces =
        in.has("nonce")
            ? List.of(in.text("nonce"))
            : IntStream.range(0, (int) in.number("times")).mapToObj(i -> freshNonce()).toList();
    var signed = new Object[nonces.size()];
    for (int i = 0; i < signed.length; i++) {
      var request = toSign(in, nonces.get(i));
      signed[i] =
          Map.of(
              "method", Scheme.methodOf(request.method()),
              "target", Scheme.targetOfUrl(request.url()),
              "authorization", signedHeader(in.text("authType"), in.text("appId"), key, request));
    }
    return value(in.has("nonce") ? signed[0] : List.of(signed));
  }

  private static String freshNonce() {
    var bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static Map<String, Object> verify(Input in) throws GeneralSecurityException {
    var verifier = new Verifier(in);
    var steps = in.objects("steps");
    var verdicts = new Object[steps.size()];
    for (int i = 0; i < verdicts.length; i++) {
      try {
        verdicts[i] = Map.of("outcome", "accept", "appId", verifier.verify(steps.get(i)));
      } catch (Refused refusal) {
        verdicts[i] = reject(refusal.reason);
      }
    }
    return value(List.of(verdicts));
  }

  private static Map<String, Object> rsaVerify(Input in) throws GeneralSecurityException {
    var key = Keys.publicKey(in.text("key"));
    var signature = in.content("signature");
    if (signature.length != Keys.signatureLength(key)) return reject("signature_malformed");
    if (!Keys.verifies(key, signature, in.content("message"))) return reject("signature_invalid");
    return Map.of("outcome", "accept");
  }

  private static Map<String, Object> importKey(Input in) throws GeneralSecurityException {
    var key =
        switch (in.text("use")) {
          case "verify" -> Keys.publicKey(in.text("pem"));
          case "sign" -> Keys.privateKey(in.text("pem")).publicHalf();
          default -> throw new UnsupportedOperationException();
        };
    return value(Map.of("bits", key.getModulus().bitLength(), "fingerprint", Keys.fingerprint(key)));
  }

  private static Map<String, Object> request(Input in) throws GeneralSecurityException {
    var target = Scheme.targetUnder(in.text("baseUrl"));
    var body = in.object("body").members();
    var bytes = body.containsKey("job") ? Job.encode(body.get("job")) : in.content("body");
    var credentials = in.object("credentials");
    String authorization;
    if (credentials.has("token")) {
      if (in.text("edition").equals("mainland")) throw new Refused("bearer_not_offered");
      authorization = Authorization.formatBearer(credentials.text("token"));
    } else {
      var key = Keys.privateKey(credentials.text("privateKey"));
      var request = new Scheme.ToSign("POST", target, in.text("timestamp"), in.text("nonce"), bytes);
      authorization = signedHeader(in.text("authType"), credentials.text("appId"), key, request);
    }
    var headers =
        List.of(
            List.of("Content-Type", "application/json; charset=UTF-8"),
            List.of("Accept", "application/json"),
            List.of("Authorization", authorization));
    return value(Map.of("method", "POST", "target", target, "headers", headers, "body", hexOf(bytes)));
  }

  private static Map<String, Object> run(Map<?, ?> message) {
    var answer = new LinkedHashMap<String, Object>();
    answer.put("seq", message.get("seq"));
    answer.putAll(answer(message.get("op"), message.get("input")));
    return answer;
  }

  /** Every failure except a refusal, a stack overflow included, is an error and must never look like a verdict. */
  static Map<String, Object> answer(Object op, Object input) {
    if (!(op instanceof String name) || !OPS.containsKey(name)) return Map.of("outcome", "unsupported");
    try {
      return OPS.get(name).answer(Input.of(input));
    } catch (Refused refusal) {
      return reject(refusal.reason);
    } catch (UnsupportedOperationException e) {
      return Map.of("outcome", "unsupported");
    } catch (Throwable fault) {
      return Map.of("outcome", "error", "reason", fault.toString());
    }
  }

  private static Map<String, Object> hello() {
    return Map.of(
        "type", "hello",
        "name", "countersign-java",
        "version", "1.0.0",
        "language", "Java " + Runtime.version().feature(),
        "ops", List.copyOf(OPS.keySet()),
        "policies", POLICIES,
        "reasons", "suite");
  }

  private static void print(Map<?, ?> answer) {
    var line = Json.write(answer) + "\n";
    System.out.writeBytes(line.getBytes(StandardCharsets.US_ASCII));
    System.out.flush();
  }

  private static void answerAll() {
    // The console may have another charset.
    try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var message = Input.of(Json.read(line, false)).members();
        if ("bye".equals(message.get("type"))) return;
        if ("hello".equals(message.get("type"))) print(hello());
        if ("run".equals(message.get("type"))) print(run(message));
      }
    } catch (IOException | Refused | IllegalArgumentException e) {
      System.err.println("a line that is no message: " + e);
      System.exit(1);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    // A job may be nested far too deep, and the reader is recursive: it needs the stack to refuse.
    var thread = new Thread(null, Port::answerAll, "port", 1L << 28);
    thread.start();
    thread.join();
  }
}
