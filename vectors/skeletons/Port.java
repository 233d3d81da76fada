// The beginning of a port in Java (17): it says hello and answers stringToSign.
//
// Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
// in vectors/README.md of countersign. Add the other operations, one after the other, to OPS and to the hello.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

final class Port {
  /** The input breaks a rule. Its message is the reason. */
  static final class Refused extends RuntimeException {
    Refused(String reason) {
      super(reason);
    }
  }

  interface Op {
    Object answer(Map<String, Object> input) throws Exception;
  }

  /** What an operation returns whose answer has no value. What another returns is the answer's value. */
  static final Object ACCEPT = new Object();

  static final Map<String, Op> OPS = new LinkedHashMap<>();

  static {
    OPS.put("stringToSign", Port::stringToSign);
    // parseAuthorization: authType, authorization (an array of header values)
    //   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
    // formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
    //   -> the header's value
    // sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
    //   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
    // verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
    //   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
    // rsaVerify: key, message, signature
    //   -> accept, or reject for signature_malformed or signature_invalid
    // importKey: use, pem
    //   -> {"bits","fingerprint"}
    // decodeJob: body
    //   -> the job
    // encodeJob: job
    //   -> {"hex"} of a JSON text
    // request: baseUrl, edition, authType, credentials, timestamp, nonce, body
    //   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
  }

  static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}");
  static final Pattern ORIGIN =
      Pattern.compile("[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@\\[\\]-]+(?=[/?]|\\z)");
  static final Pattern TARGET = Pattern.compile("/[\\x21\\x22\\x24-\\x7e]{0,8191}");
  static final Pattern TIMESTAMP = Pattern.compile("0|[1-9][0-9]{0,15}");
  static final Pattern NONCE = Pattern.compile("[0-9A-Za-z-]{1,128}");

  static Object stringToSign(Map<String, Object> input) throws Exception {
    // Of ASCII, since the form has been checked: toUpperCase makes S of U+017F.
    var method = check(TOKEN, (String) input.get("method"), "method_invalid").toUpperCase(Locale.ROOT);
    var target = targetOf((String) input.get("url"));
    var timestamp = check(TIMESTAMP, (String) input.get("timestamp"), "timestamp_malformed");
    if (Long.parseLong(timestamp) > 9007199254740991L) throw new Refused("timestamp_malformed");
    var nonce = check(NONCE, (String) input.get("nonce"), "nonce_malformed");
    var head = method + "\n" + target + "\n" + timestamp + "\n" + nonce + "\n";
    var body = content(object(input.get("body")));
    return Map.of("hex", HexFormat.of().formatHex(head.getBytes(StandardCharsets.US_ASCII)) + HexFormat.of().formatHex(body));
  }

  /** What a request for this URL sends as its target. No part is normalised. */
  static String targetOf(String url) {
    var target = url.split("#", 2)[0];
    var origin = ORIGIN.matcher(target);
    if (origin.lookingAt()) {
      target = target.substring(origin.end());
      if (!target.startsWith("/")) target = "/" + target;
    }
    return check(TARGET, target, "target_invalid");
  }

  /** The text, if all of it has the form. */
  static String check(Pattern form, String text, String reason) {
    if (!form.matcher(text).matches()) throw new Refused(reason);
    return text;
  }

  /** The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8. */
  static byte[] content(Map<String, Object> value) {
    if (value.containsKey("hex")) return HexFormat.of().parseHex((String) value.get("hex"));
    if (value.containsKey("repeat")) {
      var repeat = object(value.get("repeat"));
      var piece = HexFormat.of().parseHex((String) repeat.get("hex"));
      var whole = ByteBuffer.allocate(piece.length * ((BigDecimal) repeat.get("times")).intValueExact());
      while (whole.hasRemaining()) whole.put(piece);
      return whole.array();
    }
    var units = ByteBuffer.wrap(HexFormat.of().parseHex((String) value.get("utf16")));
    try {
      // A new decoder throws where String's constructor would put U+FFFD.
      return StandardCharsets.UTF_16BE.newDecoder().decode(units).toString().getBytes(StandardCharsets.UTF_8);
    } catch (CharacterCodingException broken) {
      throw new Refused("body_not_unicode");
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  static Map<String, Object> run(String name, Map<String, Object> input) {
    var answer = new LinkedHashMap<String, Object>();
    var op = OPS.get(name);
    try {
      var value = op == null ? null : op.answer(input);
      answer.put("outcome", op == null ? "unsupported" : value == ACCEPT ? "accept" : "value");
      if (op != null && value != ACCEPT) answer.put("value", value);
    } catch (Refused refused) {
      answer.put("outcome", "reject");
      answer.put("reason", refused.getMessage());
    } catch (Exception | StackOverflowError error) { // a mistake of the port: it must not look like a refusal
      answer.put("outcome", "error");
      answer.put("reason", error.toString());
    }
    return answer;
  }

  public static void main(String[] args) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var hello = new LinkedHashMap<String, Object>();
    hello.put("type", "hello");
    hello.put("name", "my-port");
    hello.put("version", "1");
    hello.put("language", "Java " + Runtime.version().feature());
    hello.put("ops", List.copyOf(OPS.keySet()));
    hello.put("policies", List.of());
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var message = object(new Reader(line).value());
      if (message.get("type").equals("bye")) break;
      if (message.get("type").equals("hello")) out.print(write(hello) + "\n");
      if (message.get("type").equals("run")) {
        var answer = new LinkedHashMap<String, Object>();
        answer.put("seq", message.get("seq"));
        answer.putAll(run((String) message.get("op"), object(message.get("input"))));
        out.print(write(answer) + "\n");
      }
    }
  }

  /** Reads the runner's lines, which are right. A job needs more care: its number and name rules are on the page. */
  static final class Reader {
    final String text;
    int at = 0;

    Reader(String text) {
      this.text = text;
    }

    /** A map, a list, a text, a BigDecimal, a Boolean or null. */
    Object value() {
      var first = next();
      switch (first) {
        case '{': {
          var members = new LinkedHashMap<String, Object>();
          for (var c = next(); c != '}'; c = next()) {
            if (c == ',') continue;
            var name = string();
            next(); // the colon
            members.put(name, value());
          }
          return members;
        }
        case '[': {
          var items = new ArrayList<Object>();
          for (var c = next(); c != ']'; c = next()) {
            if (c == ',') continue;
            at--;
            items.add(value());
          }
          return items;
        }
        case '"':
          return string();
        default: {
          var start = at - 1;
          while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) at++;
          var word = text.substring(start, at);
          if (word.equals("null")) return null;
          return word.equals("true") || word.equals("false") ? (Object) word.equals("true") : new BigDecimal(word);
        }
      }
    }

    /** The next character that is no white space. */
    char next() {
      while (Character.isWhitespace(text.charAt(at))) at++;
      return text.charAt(at++);
    }

    /** The rest of a text whose first quote has been read. */
    String string() {
      var made = new StringBuilder();
      for (var c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
        if (c != '\\') {
          made.append(c);
          continue;
        }
        var escape = text.charAt(at++);
        var known = "bfnrt".indexOf(escape);
        if (escape == 'u') {
          made.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        } else made.append(known < 0 ? escape : "\b\f\n\r\t".charAt(known));
      }
      return made.toString();
    }
  }

  static String write(Object value) {
    if (value instanceof Map<?, ?> members) {
      var parts = new ArrayList<String>();
      members.forEach((name, member) -> parts.add(write(name) + ":" + write(member)));
      return "{" + String.join(",", parts) + "}";
    }
    if (value instanceof List<?> items) return "[" + String.join(",", items.stream().map(Port::write).toList()) + "]";
    if (!(value instanceof String text)) return String.valueOf(value);
    var made = new StringBuilder("\"");
    for (var c : text.toCharArray()) {
      if (c == '"' || c == '\\') made.append('\\').append(c);
      else if (c < 0x20) made.append(String.format("\\u%04x", (int) c));
      else made.append(c);
    }
    return made.append('"').toString();
  }
}
