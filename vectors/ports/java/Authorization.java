import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The header's value, in both directions. */
final class Authorization {
  record Signed(String appId, String nonce, String timestamp, String signature) {}

  /** The one line, and which of the two forms it has. */
  record Opening(String line, boolean bearer) {}

  private static final int MAX_HEADER = 8192;
  private static final Set<String> KEYS = Set.of("app_id", "nonce_str", "timestamp", "signature");
  private static final Pattern VISIBLE = Pattern.compile("[!-~]+");

  private Authorization() {}

  static Opening opening(List<String> lines, String authType) {
    if (lines.isEmpty()) throw new Refused("authorization_missing");
    if (lines.size() > 1) throw new Refused("authorization_multiple");
    var line = lines.get(0);
    int space = line.indexOf(' ');
    var word = space < 0 ? line : line.substring(0, space);
    if (word.isEmpty()) throw malformed();
    boolean signed = isSame(word, authType);
    if (!signed && !isSame(word, "Bearer")) throw new Refused("scheme_unsupported");
    return new Opening(line, !signed);
  }

  /** Policy scheme-case. equalsIgnoreCase takes ſ for S, so the word must be ASCII. */
  private static boolean isSame(String word, String type) {
    return VISIBLE.matcher(word).matches() && word.equalsIgnoreCase(type);
  }

  private static Refused malformed() {
    return new Refused("authorization_malformed");
  }

  private static String afterSpace(String line) {
    int space = line.indexOf(' ');
    if (space < 0 || line.length() > MAX_HEADER) throw malformed();
    return line.substring(space + 1);
  }

  static Signed parseSigned(String line) {
    var items = new HashMap<String, String>();
    var list = afterSpace(line).replaceFirst("^ +", "").split(",", -1); // without -1, trailing commas are dropped
    for (int i = 0; i < list.length; i++) {
      // Policy ows: white space around a comma, so neither before the first item nor after the last.
      var item = list[i];
      if (i > 0) item = item.replaceFirst("^[ \t]+", "");
      if (i < list.length - 1) item = withoutBlanksBehind(item);
      int eq = item.indexOf('=');
      if (eq < 1 || eq == item.length() - 1 || item.indexOf('"') >= 0) throw malformed();
      var key = item.substring(0, eq);
      if (KEYS.contains(key)) {
        if (items.put(key, item.substring(eq + 1)) != null) throw malformed();
      } else if (key.equals("appid") || !VISIBLE.matcher(item).matches()) {
        // Policy unknown-param ignores an item, but neither appid nor a malformed one.
        throw malformed();
      }
    }
    if (items.size() < KEYS.size()) throw malformed();
    var signed =
        new Signed(
            Scheme.matching(Scheme.APP_ID, items.get("app_id"), "authorization_malformed"),
            Scheme.matching(Scheme.NONCE, items.get("nonce_str"), "authorization_malformed"),
            Scheme.timestampOf(items.get("timestamp"), "authorization_malformed"),
            items.get("signature"));
    Scheme.signatureBytes(signed.signature());
    return signed;
  }

  private static String withoutBlanksBehind(String item) {
    int end = item.length();
    while (end > 0 && (item.charAt(end - 1) == ' ' || item.charAt(end - 1) == '\t')) end--;
    return item.substring(0, end);
  }

  static String parseBearer(String line) {
    return Scheme.matching(Scheme.TOKEN68, afterSpace(line), "authorization_malformed");
  }

  /** A configured auth type, whether headers are written or read with it. */
  static String authType(String text) {
    if (text.length() > 64 || text.equalsIgnoreCase("Bearer")) throw new Refused("auth_type_malformed");
    return Scheme.matching(Scheme.TOKEN, text, "auth_type_malformed");
  }

  static String format(String authType, Signed items) {
    Scheme.signatureBytes(items.signature());
    var line =
        "%s app_id=%s,nonce_str=%s,timestamp=%s,signature=%s"
            .formatted(
                authType(authType),
                Scheme.matching(Scheme.APP_ID, items.appId(), "app_id_malformed"),
                Scheme.matching(Scheme.NONCE, items.nonce(), "nonce_malformed"),
                Scheme.timestampOf(items.timestamp(), "timestamp_malformed"),
                items.signature());
    if (line.length() > MAX_HEADER) throw new Refused("header_too_long");
    return line;
  }

  static String formatBearer(String token) {
    var line = "Bearer " + Scheme.matching(Scheme.TOKEN68, token, "token_malformed");
    if (line.length() > MAX_HEADER) throw new Refused("token_malformed");
    return line;
  }
}
