import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The op `accumulate`: one digest over the results of many generated inputs. */
final class Accumulate {
  private static final List<String> METHODS =
      List.of("GET", "POST", "put", "Patch", "DELETE", "options", "x-custom", "PROPFIND");
  private static final List<String> PREFIXES = List.of("", "https://jobs.example", "HTTP://user@[::1]:8443");
  private static final List<String> SUFFIXES = List.of("", "#part");
  private static final List<String> MARKS = List.of("!#%&*+-./:;=?@_~09Az".split(""));
  private static final String VISIBLE =
      IntStream.rangeClosed('!', '~').filter(c -> c != '#').mapToObj(Character::toString).collect(Collectors.joining());
  private static final String NONCE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-";
  private static final String APP_ID = NONCE + "._~";
  private static final String AUTH_TYPE = "SVC-SHA256-RSA";

  /** The bytes of one input. */
  private static final class Stream {
    private final String name;
    private byte[] block = {};
    private int blocks = 0;
    private int at = 0;

    Stream(String seed, int i) {
      name = seed + "/" + i + "/";
    }

    int u8() {
      if (at == block.length) {
        block = sha256(name + blocks++);
        at = 0;
      }
      return block[at++] & 0xff;
    }

    int u16() {
      return u8() << 8 | u8();
    }

    long u32() {
      return (long) u16() << 16 | u16();
    }

    byte[] bytes(int n) {
      var bytes = new byte[n];
      for (int i = 0; i < n; i++) bytes[i] = (byte) u8();
      return bytes;
    }

    String pick(List<String> list) {
      return list.get(u16() % list.size());
    }

    String text(int n, String alphabet) {
      var text = new StringBuilder();
      for (int i = 0; i < n; i++) text.append(alphabet.charAt(u8() % alphabet.length()));
      return text.toString();
    }
  }

  private Accumulate() {}

  private static byte[] sha256(String text) {
    try {
      return Keys.sha256(text.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every platform has SHA-256
    }
  }

  /** Java evaluates operands from left to right, so the draws are made in the order written. */
  private static byte[] stringToSign(Stream s) {
    return new Scheme.ToSign(
            s.pick(METHODS),
            s.pick(PREFIXES) + "/" + s.text(s.u16() % 48, VISIBLE) + s.pick(SUFFIXES),
            Long.toString(s.u32()),
            s.text(1 + s.u8() % Scheme.MAX_NONCE, NONCE),
            s.bytes(s.u16() % 256))
        .string();
  }

  private static String header(Stream s) {
    var left = new ArrayList<String[]>();
    left.add(new String[] {"app_id", s.text(1 + s.u8() % 24, APP_ID)});
    left.add(new String[] {"nonce_str", s.text(1 + s.u8() % 48, NONCE)});
    left.add(new String[] {"timestamp", Long.toString(s.u32())});
    left.add(new String[] {"signature", Base64.getEncoder().encodeToString(s.bytes(1 + s.u8() % 48))});
    var items = new ArrayList<String[]>();
    while (!left.isEmpty()) items.add(left.remove(s.u8() % left.size()));

    String type = AUTH_TYPE, before = "", comma = ",", after = "";
    int k = s.u8() % 16;
    switch (k) {
      case 6, 7, 8 -> {
        var item = items.get(s.u8() % 4);
        int p = s.u16() % item[1].length();
        var mark = s.pick(MARKS);
        var middle = k == 6 ? "" : k == 7 ? mark + item[1].charAt(p) : mark;
        item[1] = item[1].substring(0, p) + middle + item[1].substring(p + 1);
      }
      case 9 -> items.remove(s.u8() % 4);
      case 10 -> items.add(items.get(s.u8() % 4));
      case 11 -> items.get(s.u8() % 4)[1] = "";
      case 12 -> before = ",";
      case 13 -> after = ",";
      case 14 -> type += "2";
      case 15 -> comma = ",,";
      default -> {}
    }
    var list = items.stream().map(item -> item[0] + "=" + item[1]).collect(Collectors.joining(comma));
    return type + " " + before + list + after;
  }

  private static String parsed(String header) {
    try {
      var opening = Authorization.opening(List.of(header), AUTH_TYPE);
      var items = Authorization.parseSigned(opening.line());
      return String.join("\n", items.appId(), items.nonce(), items.timestamp(), items.signature(), "");
    } catch (Refused e) {
      return "reject\n";
    }
  }

  static String digest(Input in) throws GeneralSecurityException {
    var run = in.text("run");
    var key = run.equals("signatures") ? Keys.privateKey(in.text("privateKey")) : null;
    var digest = MessageDigest.getInstance("SHA-256");
    for (int i = 0; i < in.number("count"); i++) {
      var s = new Stream(in.text("seed"), i);
      digest.update(
          switch (run) {
            case "strings" -> Keys.sha256(stringToSign(s));
            case "signatures" -> Keys.sign(key, stringToSign(s));
            case "headers" -> sha256(parsed(header(s)));
            default -> throw new UnsupportedOperationException(run);
          });
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
