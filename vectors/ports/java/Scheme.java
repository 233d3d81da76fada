import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rules of the parts. Every pattern is used with matches(): find() and `$` accept less than the whole text. */
final class Scheme {
  static final int MAX_NONCE = 128;
  private static final int MAX_APP_ID = 128;

  static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  static final Pattern NONCE = Pattern.compile("[0-9A-Za-z-]{1," + MAX_NONCE + "}");
  static final Pattern APP_ID = Pattern.compile("[0-9A-Za-z._~-]{1," + MAX_APP_ID + "}");
  static final Pattern TOKEN68 = Pattern.compile("[0-9A-Za-z._~+/-]+=*");
  private static final Pattern ORIGIN =
      Pattern.compile("[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@\\[\\]-]+(?<target>([/?].*)?)", Pattern.DOTALL);
  private static final Pattern TARGET = Pattern.compile("/[!\"$-~]{0,8191}");
  private static final Pattern TIMESTAMP = Pattern.compile("0|[1-9][0-9]{0,15}");
  private static final Pattern BASE_URL =
      Pattern.compile(
          "(?i:(?<scheme>https?)://(?<host>[0-9a-z](?:[0-9a-z._-]*[0-9a-z])?|\\[[0-9a-f:.]+\\])(?::0*(?<port>[0-9]{1,5}))?)"
              + "(?<path>(?:/[^?#]*)?)");
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final String IPV4 = OCTET + "(\\." + OCTET + "){3}";
  private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?([0-9]+|(?i:0x[0-9a-f]*))");
  private static final Pattern LOOPBACK = Pattern.compile("(?i:localhost)|127(\\." + OCTET + "){3}|\\[::1\\]");

  private Scheme() {}

  static String matching(Pattern pattern, String text, String reason) {
    if (!pattern.matcher(text).matches()) throw new Refused(reason);
    return text;
  }

  /** Policy method-case: a verifier takes a lower-case method too. */
  static String methodOf(String text) {
    if (text.length() > 32) throw new Refused("method_invalid");
    // Another locale turns i into İ, and even this one turns ſ into S; but what has matched is ASCII.
    return matching(TOKEN, text, "method_invalid").toUpperCase(Locale.ROOT);
  }

  /** A target as it is received. java.net.URI would refuse `%zz`. */
  static String targetOf(String text) {
    var absolute = ORIGIN.matcher(text);
    if (absolute.matches()) {
      var rest = absolute.group("target");
      text = rest.startsWith("/") ? rest : "/" + rest;
    }
    return matching(TARGET, text, "target_invalid");
  }

  static String targetOfUrl(String url) {
    int hash = url.indexOf('#');
    return targetOf(hash < 0 ? url : url.substring(0, hash));
  }

  private static boolean isHost(String host) {
    if (host.startsWith("[")) return isIpv6(host.substring(1, host.length() - 1));
    // URL parsers read a name that ends in a number as an IPv4 address, 051 as octal.
    return host.matches(IPV4) || !NUMBER_AT_END.matcher(host).matches();
  }

  /** Eight groups; `::` stands for one or more, and an IPv4 address for the last two (RFC 3986, section 3.2.2). */
  private static boolean isIpv6(String text) {
    var halves = text.replaceFirst(":" + IPV4 + "$", ":0:0").split("::", -1);
    var groups = new ArrayList<String>();
    for (var half : halves) {
      if (!half.isEmpty()) groups.addAll(List.of(half.split(":", -1)));
    }
    boolean whole = halves.length == 1 ? groups.size() == 8 : halves.length == 2 && groups.size() < 8;
    return whole && groups.stream().allMatch(group -> group.matches("[0-9A-Fa-f]{1,4}"));
  }

  /** The target to which jobs are submitted. */
  static String targetUnder(String baseUrl) {
    var base = BASE_URL.matcher(baseUrl);
    if (!base.matches() || !isHost(base.group("host"))) throw new Refused("base_url_invalid");
    int port = base.group("port") == null ? 443 : Integer.parseInt(base.group("port"));
    boolean secure = base.group("scheme").length() == "https".length();
    if (port < 1 || port > 65535 || !secure && !LOOPBACK.matcher(base.group("host")).matches())
      throw new Refused("base_url_invalid");
    var path = base.group("path");
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') end--;
    return matching(TARGET, path.substring(0, end) + "/v1/jobs", "base_url_invalid");
  }

  /** Long.parseLong alone would take a sign and the digits of every script. */
  static String timestampOf(String text, String reason) {
    if (Long.parseLong(matching(TIMESTAMP, text, reason)) > (1L << 53) - 1) throw new Refused(reason);
    return text;
  }

  /** The decoder accepts missing padding and spare bits, so the bytes are encoded again and compared. */
  static byte[] signatureBytes(String text) {
    try {
      var raw = Base64.getDecoder().decode(text);
      if (raw.length > 0 && Base64.getEncoder().encodeToString(raw).equals(text)) return raw;
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw new Refused("signature_malformed");
  }

  /** Joins checked parts. None of the first four holds a line feed, so no two requests share a string. */
  static byte[] stringToSign(String method, String target, String timestamp, String nonce, byte[] body) {
    var out = new ByteArrayOutputStream();
    var head = method + "\n" + target + "\n" + timestamp + "\n" + nonce + "\n";
    out.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(body);
    return out.toByteArray();
  }

  /** The input of a signer. */
  record ToSign(String method, String url, String timestamp, String nonce, byte[] body) {
    byte[] string() {
      return stringToSign(
          methodOf(method),
          targetOfUrl(url),
          timestampOf(timestamp, "timestamp_malformed"),
          matching(NONCE, nonce, "nonce_malformed"),
          body);
    }
  }
}
