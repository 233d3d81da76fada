import java.io.ByteArrayOutputStream;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The input of a run. A missing member, or one of another type, is not a verdict. */
record Input(Map<?, ?> members) {
  static Input of(Object value) {
    if (value instanceof Map<?, ?> members) return new Input(members);
    throw new IllegalArgumentException("an object is missing");
  }

  boolean has(String name) {
    return members.get(name) != null;
  }

  private <T> T get(String name, Class<T> type) {
    if (type.isInstance(members.get(name))) return type.cast(members.get(name));
    throw new IllegalArgumentException("the member " + name + " is missing");
  }

  String text(String name) {
    return get(name, String.class);
  }

  double number(String name) {
    return get(name, Json.Num.class).value();
  }

  double number(String name, double otherwise) {
    return has(name) ? number(name) : otherwise;
  }

  boolean flag(String name, boolean otherwise) {
    return has(name) ? get(name, Boolean.class) : otherwise;
  }

  Input object(String name) {
    return of(members.get(name));
  }

  private List<?> list(String name) {
    return get(name, List.class);
  }

  List<Input> objects(String name) {
    return list(name).stream().map(Input::of).toList();
  }

  List<String> texts(String name) {
    return list(name).stream().map(String.class::cast).toList();
  }

  /** Bytes, or a text in UTF-16 that is to be sent in UTF-8. */
  byte[] content(String name) {
    var content = object(name);
    if (content.has("hex")) return hex(content.text("hex"));
    if (content.has("repeat")) {
      var out = new ByteArrayOutputStream();
      var one = hex(content.object("repeat").text("hex"));
      for (double left = content.object("repeat").number("times"); left > 0; left--) out.writeBytes(one);
      return out.toByteArray();
    }
    var units = hex(content.text("utf16"));
    var chars = CharBuffer.allocate(units.length / 2);
    for (int i = 0; i < units.length; i += 2) chars.put((char) ((units[i] & 0xff) << 8 | units[i + 1] & 0xff));
    try {
      // getBytes() would send a question mark for half a surrogate pair.
      var utf8 = StandardCharsets.UTF_8.newEncoder().encode(chars.flip());
      var bytes = new byte[utf8.remaining()];
      utf8.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new Refused("body_not_unicode");
    }
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }
}
