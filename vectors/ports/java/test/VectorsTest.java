import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.*;
import java.time.LocalDate;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;

/** Each case of the vectors as a test of JUnit, named by its id; `-Dcase=target/` before the class path filters. */
final class VectorsTest {
  /** A value as text, without what is free: texts beside bytes, and reasons. */
  private static String plain(Object value) {
    if (value instanceof List<?> list) return list.stream().map(VectorsTest::plain).toList().toString();
    if (value instanceof Json.Num number) return String.valueOf(number.value() + 0.0);
    if (!(value instanceof Map<?, ?> map)) return value instanceof Integer n ? n + ".0" : Json.write(value);
    if (map.containsKey("outcome")) return map.get("appId") + " " + map.get("outcome");
    if (map.containsKey("hex")) return "" + map.get("hex");
    return "{" + map.entrySet().stream().map(m -> m.getKey() + ":" + plain(m.getValue())).sorted().toList() + "}";
  }

  private static void check(Input test, Input expect, String knownUntil) {
    var op = test.text("op");
    var input = new HashMap<Object, Object>(test.object("input").members());
    var answer = Port.answer(op, input);
    var value = answer.get("value");
    var got = answer.get("outcome") + plain(value);
    var want = expect.text("outcome") + plain(expect.members().get("value"));
    if (expect.has("policy") && !Port.POLICIES.contains(expect.text("policy"))) { // undeclared means refuse
      want = got.matches("(?s)reject.*|.* reject]") ? got : "reject";
    } else if (op.equals("encodeJob") && value != null) { // any text that decodes to the job
      got = "value" + plain(Port.answer("decodeJob", Map.of("body", value)).get("value"));
    } else if (input.get("body") instanceof Map<?, ?> body && body.containsKey("job")) { // its text is the port's own
      input.put("body", Port.answer("encodeJob", body).get("value"));
      want = expect.text("outcome") + plain(Port.answer(op, input).get("value"));
    } else if (input.containsKey("times") && value instanceof List<?> requests) { // so many nonces
      got = "value" + requests.stream().distinct().count() + ".0";
      want = "value" + plain(input.get("times"));
    }
    Assumptions.assumeFalse(knownUntil != null && !want.equals(got), "a known failure");
    assertEquals(want, knownUntil != null ? "what is right, although it is a known failure" : got);
  }

  @TestFactory
  Stream<DynamicTest> vectors() throws IOException {
    var folder = System.getenv().getOrDefault("VECTORS", "vectors");
    var generated = Path.of(System.getenv().getOrDefault("GENERATED", folder + "/generated.jsonl"));
    var lines = new ArrayList<>(Files.readAllLines(Path.of(folder, "flat.jsonl")));
    if (Files.exists(generated)) lines.addAll(Files.readAllLines(generated));
    var manifest = Input.of(Json.read(Files.readString(Path.of(folder, "manifest.json")), false));
    assertTrue(lines.size() >= manifest.number("count"), "cases are missing");
    var file = System.getenv("KNOWN_FAILURES"); // as for `conform --known-failures`
    var known = file == null ? List.of() : (List<?>) Json.read(Files.readString(Path.of(file)), false);
    var dates = known.stream().map(Input::of).collect(Collectors.toMap(k -> k.text("id"), k -> k.text("expires")));
    dates.values().removeIf(date -> date.compareTo(LocalDate.now().toString()) < 0);
    return lines.stream().map(line -> Input.of(Json.read(line, false)))
        .filter(c -> c.text("id").contains(System.getProperty("case", "")))
        .map(c -> DynamicTest.dynamicTest(c.text("id"), () -> check(c, c.object("expect"), dates.get(c.text("id")))));
  }
}
