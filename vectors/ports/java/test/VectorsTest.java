import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each case of the vectors as a test of JUnit, named by its id; `-Dcase=target/` in front of the class path filters. */
final class VectorsTest {
  private static final String FOLDER = Optional.ofNullable(System.getenv("VECTORS")).orElse("vectors");
  private static final Pattern NONCE = Pattern.compile("nonce_str=([^,]*)");

  private static List<Map<?, ?>> cases() throws IOException {
    return Files.readString(Path.of(FOLDER, "flat.jsonl")).lines().<Map<?, ?>>map(line -> map(Json.read(line, false))).toList();
  }

  /** As for `conform --known-failures`. */
  private static Map<Object, Map<?, ?>> known() throws IOException {
    var file = System.getenv("KNOWN_FAILURES");
    var known = new HashMap<Object, Map<?, ?>>();
    if (file != null) for (var entry : list(Json.read(Files.readString(Path.of(file)), false))) known.put(map(entry).get("id"), map(entry));
    return known;
  }

  private static Map<?, ?> map(Object value) {
    return (Map<?, ?>) value;
  }

  private static List<?> list(Object value) {
    return (List<?>) value;
  }

  private static Map<?, ?> ask(Object op, Map<?, ?> input, String name, Object value) {
    var replaced = new HashMap<Object, Object>(input);
    replaced.put(name, value);
    return Port.answer(Map.of("op", op, "input", replaced));
  }

  /** A value without what is free: the order of a header's items, texts beside bytes, reasons. */
  private static Object judged(Object value) {
    if (value instanceof String text && text.contains("nonce_str=")) return Stream.of(text.split("[ ,]+")).sorted().toList();
    if (value instanceof List<?> list) return list.stream().map(VectorsTest::judged).toList();
    if (value instanceof Json.Num number) return number.value() + 0.0;
    if (value instanceof Number number) return number.doubleValue();
    if (!(value instanceof Map<?, ?> members)) return String.valueOf(value);
    var kept = new HashMap<Object, Object>();
    members.forEach((name, member) -> kept.put(name, judged(member)));
    if (kept.containsKey("hex")) kept.remove("text");
    if (kept.containsKey("outcome")) kept.remove("reason");
    return kept;
  }

  private static void check(Map<?, ?> test) {
    var op = test.get("op");
    var input = map(test.get("input"));
    var expect = map(test.get("expect"));
    var got = ask(op, input, "", null);
    var value = got.get("value");
    var want = expect.get("value");
    if (expect.containsKey("policy") && !Port.POLICIES.contains(expect.get("policy"))) { // undeclared means refuse
      if (!op.equals("verify")) {
        assertEquals("reject", got.get("outcome"));
        return;
      }
      var steps = new ArrayList<Object>(list(want));
      steps.set(steps.size() - 1, Map.of("outcome", "reject"));
      want = steps;
    }
    assertEquals(expect.get("outcome"), got.get("outcome"), got::toString);
    if (want == null || value == null) return;
    if (op.equals("encodeJob")) { // any text that decodes to the job
      value = ask("decodeJob", Map.of(), "body", value).get("value");
    } else if (op.equals("request") && map(input.get("body")).containsKey("job")) { // any text of it, sent as other cases send it
      var body = map(value).get("body");
      assertEquals(judged(map(input.get("body")).get("job")), judged(ask("decodeJob", Map.of(), "body", body).get("value")));
      want = ask(op, input, "body", body).get("value");
    } else if (input.containsKey("times")) { // each as with a given nonce, which other cases judge
      var again = new ArrayList<Object>();
      NONCE.matcher(value.toString()).results().forEach(found -> again.add(ask(op, input, "nonce", found.group(1)).get("value")));
      assertEquals(map(input).get("times"), new Json.Num(String.valueOf(new HashSet<>(again).size())));
      want = again;
    }
    assertEquals(judged(want), judged(value));
  }

  @TestFactory
  Stream<DynamicTest> vectors() throws IOException {
    var known = known();
    var filter = Pattern.compile(System.getProperty("case", ""));
    return cases().stream()
        .filter(test -> filter.matcher((String) test.get("id")).find())
        .map(test -> DynamicTest.dynamicTest((String) test.get("id"), () -> checkUnlessKnown(test, known.get(test.get("id")))));
  }

  private static void checkUnlessKnown(Map<?, ?> test, Map<?, ?> known) {
    try {
      check(test);
    } catch (AssertionError failure) {
      Assumptions.assumeTrue(known == null, () -> (String) known.get("reason"));
      throw failure;
    }
    assertEquals(null, known, "the known failure passes");
  }

  @Test
  void knownFailuresAreCasesAndInTime() throws IOException {
    var ids = cases().stream().map(test -> test.get("id")).toList();
    known().forEach((id, entry) -> {
      assertTrue(ids.contains(id), () -> id + " is no case");
      assertTrue(LocalDate.parse((String) entry.get("expires")).isAfter(LocalDate.now().minusDays(1)), () -> id + " has expired");
    });
  }
}
