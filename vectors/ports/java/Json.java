import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON, since the platform has none. Values are Map, List, String, Num, Boolean and null. The strict reader is for jobs; the
 * lenient one reads runs, whose jobs may be invalid: the job is refused then, not the line.
 */
final class Json {
  /** A number as it is spelled, because `1.0` and 1 may differ. */
  record Num(String text) {
    double value() {
      return Double.parseDouble(text);
    }
  }

  static final double MAX_INTEGER = 9007199254740991.0;
  private static final int MAX_DEPTH = 128;

  private final String text;
  private final boolean strict;
  private int at = 0;
  /** Valid JSON so far, but not a job. */
  private boolean invalid = false;

  private Json(String text, boolean strict) {
    this.text = text;
    this.strict = strict;
  }

  static Object read(String text, boolean strict) {
    var reader = new Json(text, strict);
    var value = reader.value(0);
    reader.skipSpace();
    if (reader.at < text.length()) throw malformed();
    if (strict && reader.invalid) throw new Refused("job_invalid");
    return value;
  }

  private static Refused malformed() {
    return new Refused("job_malformed");
  }

  /** The next character; at the end of the text, one that JSON never has. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private boolean skip(char c) {
    if (peek() != c) return false;
    at++;
    return true;
  }

  private void need(char c) {
    if (!skip(c)) throw malformed();
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private Object value(int depth) {
    skipSpace();
    return switch (peek()) {
      case '{' -> object(inner(depth));
      case '[' -> array(inner(depth));
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private int inner(int depth) {
    if (strict && depth == MAX_DEPTH) throw new Refused("job_invalid");
    return depth + 1;
  }

  private Map<String, Object> object(int depth) {
    var members = new LinkedHashMap<String, Object>();
    need('{');
    skipSpace();
    if (skip('}')) return members;
    do {
      skipSpace();
      var name = string();
      skipSpace();
      need(':');
      if (members.containsKey(name)) invalid = true;
      members.put(name, value(depth));
      skipSpace();
    } while (skip(','));
    need('}');
    return members;
  }

  private List<Object> array(int depth) {
    var items = new ArrayList<Object>();
    need('[');
    skipSpace();
    if (skip(']')) return items;
    do {
      items.add(value(depth));
      skipSpace();
    } while (skip(','));
    need(']');
    return items;
  }

  private Object word(String word, Object meaning) {
    if (!text.startsWith(word, at)) throw malformed();
    at += word.length();
    return meaning;
  }

  private Num number() {
    int start = at;
    skip('-');
    if (!skip('0')) digits();
    if (skip('.')) digits();
    if (skip('e') || skip('E')) {
      if (!skip('+')) skip('-');
      digits();
    }
    var number = new Num(text.substring(start, at));
    if (Math.abs(number.value()) > MAX_INTEGER) invalid = true;
    return number;
  }

  /** Character.isDigit would take the digits of every script. */
  private void digits() {
    int start = at;
    while (peek() >= '0' && peek() <= '9') at++;
    if (at == start) throw malformed();
  }

  private String string() {
    need('"');
    var out = new StringBuilder();
    while (!skip('"')) {
      char c = peek();
      if (c < ' ') throw malformed();
      at++;
      out.append(c == '\\' ? escaped() : c);
    }
    for (int i = 0; i < out.length(); i++) {
      int point = out.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) invalid = true;
      if (Character.isSupplementaryCodePoint(point)) i++;
    }
    return out.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      default -> throw malformed();
    };
  }

  private char unit() {
    if (at + 4 > text.length()) throw malformed();
    int unit = 0;
    for (int end = at + 4; at < end; at++) {
      int digit = "0123456789abcdefABCDEF".indexOf(text.charAt(at));
      if (digit < 0) throw malformed();
      unit = unit * 16 + (digit < 16 ? digit : digit - 6);
    }
    return (char) unit;
  }

  static String write(Object value) {
    var out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      var comma = "{";
      for (var member : map.entrySet()) {
        out.append(comma);
        write(member.getKey(), out);
        out.append(':');
        write(member.getValue(), out);
        comma = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      var comma = "[";
      for (var item : list) {
        out.append(comma);
        write(item, out);
        comma = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String s) {
      writeString(s, out);
    } else if (value instanceof Num n) {
      out.append(n.value() == 0 ? "0" : n.text()); // −0 is read as 0
    } else {
      out.append(value); // Boolean, Integer or null
    }
  }

  /** In ASCII, so that no charset can spoil it. */
  private static void writeString(String s, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c >= ' ' && c <= '~') out.append(c);
      else out.append(String.format("\\u%04x", (int) c));
    }
    out.append('"');
  }
}
