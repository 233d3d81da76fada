import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The verifier. The order of its checks decides the reason, and keeps unauthenticated callers away from keys and nonces. */
final class Verifier {
  private record Registered(RSAPublicKey key, String fingerprint, double notBefore, double notAfter, boolean revoked) {
    boolean isValid(String signer, double now) {
      return fingerprint.equals(signer) && !revoked && notBefore <= now && now <= notAfter;
    }
  }

  private record Claim(String fingerprint, String nonce) {}

  private static final int MAX_KEYS_PER_APP = 4;

  private final String edition;
  private final String authType;
  private final double maxAge;
  private final double maxSkew;
  private final double bodyLimit;
  private final Map<String, List<Registered>> keys = new HashMap<>();
  /** By digest, so that the time of a look-up reveals nothing about the tokens; null where none are configured. */
  private final Map<String, String> tokens;
  /** By key, not by app: the app id is not signed. */
  private final Set<Claim> claimed = new HashSet<>();

  Verifier(Input settings) throws GeneralSecurityException {
    edition = settings.text("edition");
    authType = Authorization.authType(settings.text("authType"));
    maxAge = settings.number("maxAge");
    maxSkew = settings.number("maxSkew");
    bodyLimit = settings.number("bodyLimit");
    var owners = new HashMap<String, String>();
    for (var entry : settings.objects("keys")) {
      var key = Keys.publicKey(entry.text("key"));
      var fingerprint = Keys.fingerprint(key);
      var owner = owners.putIfAbsent(fingerprint, entry.text("appId"));
      // With a shared key, one app could pass for the other.
      if (owner != null && !owner.equals(entry.text("appId"))) throw new Refused("key_invalid");
      var registered =
          new Registered(
              key,
              fingerprint,
              entry.number("notBefore", Double.NEGATIVE_INFINITY),
              entry.number("notAfter", Double.POSITIVE_INFINITY),
              entry.flag("revoked", false));
      var held = keys.computeIfAbsent(entry.text("appId"), app -> new ArrayList<>());
      if (held.size() == MAX_KEYS_PER_APP) throw new Refused("key_invalid");
      held.add(registered);
    }
    tokens = settings.has("tokens") ? new HashMap<>() : null;
    if (tokens == null) return;
    for (var entry : settings.objects("tokens")) tokens.put(digest(entry.text("token")), entry.text("appId"));
  }

  private static String digest(String token) throws GeneralSecurityException {
    return HexFormat.of().formatHex(Keys.sha256(token.getBytes(StandardCharsets.UTF_8)));
  }

  /** The app that the request comes from. */
  String verify(Input step) throws GeneralSecurityException {
    var opening = Authorization.opening(step.texts("authorization"), authType);
    return opening.bearer() ? verifyBearer(step, opening.line()) : verifySigned(step, opening.line());
  }

  private String verifySigned(Input step, String line) throws GeneralSecurityException {
    var items = Authorization.parseSigned(line);
    checkFreshness(items.timestamp(), step.number("now"));
    var method = Scheme.methodOf(step.text("method"));
    var target = Scheme.targetOf(step.text("target"));
    if (!keys.containsKey(items.appId())) throw new Refused("app_unknown");
    var message = Scheme.stringToSign(method, target, items.timestamp(), items.nonce(), bodyOf(step));
    var signer = signer(items, message);
    double later = step.number("later", step.number("now"));
    double now = Math.floor(later);
    // Only a caller who can sign learns a key's state or an app's rights.
    // A key may stand twice, with two validities.
    if (keys.get(items.appId()).stream().noneMatch(entry -> entry.isValid(signer.fingerprint(), now)))
      throw new Refused("key_revoked");
    checkAllowed(step);
    checkFreshness(items.timestamp(), later);
    // Last, so that no refused request uses up a nonce.
    if (!claimed.add(new Claim(signer.fingerprint(), items.nonce()))) throw new Refused("nonce_replayed");
    return items.appId();
  }

  private Registered signer(Authorization.Signed items, byte[] message) throws GeneralSecurityException {
    var signature = Scheme.signatureBytes(items.signature());
    var candidates =
        keys.get(items.appId()).stream()
            .filter(candidate -> Keys.signatureLength(candidate.key()) == signature.length)
            .toList();
    if (candidates.isEmpty()) throw new Refused("signature_malformed");
    for (var candidate : candidates) {
      if (Keys.verifies(candidate.key(), signature, message)) return candidate;
    }
    throw new Refused("signature_invalid");
  }

  private String verifyBearer(Input step, String line) throws GeneralSecurityException {
    if (edition.equals("mainland") || tokens == null) throw new Refused("bearer_not_offered");
    var token = Authorization.parseBearer(line);
    Scheme.methodOf(step.text("method"));
    Scheme.targetOf(step.text("target"));
    var appId = tokens.get(digest(token));
    if (appId == null) throw new Refused("token_unknown");
    checkAllowed(step);
    bodyOf(step);
    return appId;
  }

  private void checkFreshness(String timestamp, double clock) {
    double now = Math.floor(clock);
    double seconds = Long.parseLong(timestamp); // exact: it is below 2^53
    if (seconds < now - maxAge) throw new Refused("timestamp_expired");
    if (seconds > now + maxSkew) throw new Refused("timestamp_in_future");
  }

  private static void checkAllowed(Input step) {
    if (!step.flag("allowed", true)) throw new Refused("app_forbidden");
  }

  private byte[] bodyOf(Input step) {
    var body = step.content("body");
    if (body.length > bodyLimit) throw new Refused("body_too_large");
    return body;
  }
}
