import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The shape of a job. */
final class Job {
  private record Payload(String name, Set<String> integers, Set<String> numbers, Set<String> strings, Set<String> prompts) {}

  private static final Map<String, Payload> PAYLOADS =
      Map.of(
          "INPUT_INITIALIZE",
          new Payload("inputInitialize", Set.of("seed", "count"), Set.of(), Set.of(), Set.of()),
          "DIFFUSION",
          new Payload(
              "diffusion",
              Set.of("width", "height", "steps", "clip_skip"),
              Set.of("cfg_scale"),
              Set.of("sd_model"),
              Set.of("prompts")));

  private static final Pattern DIGITS = Pattern.compile("0|-?[1-9][0-9]{0,15}");

  private Job() {}

  static Map<?, ?> decode(byte[] body) {
    try {
      // new String() would repair invalid UTF-8.
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return job(Json.read(text, true), true);
    } catch (CharacterCodingException e) {
      throw new Refused("job_malformed");
    }
  }

  /** The strict reader checks the job first; integers are written as integers. */
  static byte[] encode(Object value) {
    var job = job(Json.read(Json.write(value), true), false);
    return Json.write(job).getBytes(StandardCharsets.US_ASCII);
  }

  private static Map<?, ?> job(Object value, boolean digitStrings) {
    if (!(value instanceof Map<?, ?> job)) throw invalid();
    need(job.get("request_id") instanceof String);
    if (!(job.get("stages") instanceof List<?> stages)) throw invalid();
    stages.forEach(stage -> checkStage(stage, digitStrings));
    return job;
  }

  private static Refused invalid() {
    return new Refused("job_invalid");
  }

  private static void need(boolean right) {
    if (!right) throw invalid();
  }

  private static void checkStage(Object value, boolean digitStrings) {
    if (!(value instanceof Map<?, ?> stage) || !(stage.get("type") instanceof String type)) throw invalid();
    var mine = PAYLOADS.get(type);
    if (mine == null) return; // policy unknown-stage
    need(PAYLOADS.values().stream().noneMatch(other -> other != mine && stage.containsKey(other.name())));
    if (!(stage.get(mine.name()) instanceof Map<?, ?> payload)) throw invalid();
    @SuppressWarnings("unchecked") // the reader makes no other maps
    var fields = (Map<String, Object>) payload;
    fields.replaceAll((name, field) -> mine.integers().contains(name) ? integer(field, digitStrings) : field);
    fields.forEach(
        (name, field) -> {
          need(!mine.numbers().contains(name) || field instanceof Json.Num);
          need(!mine.strings().contains(name) || field instanceof String);
          need(!mine.prompts().contains(name) || field instanceof List<?> list && list.stream().allMatch(Job::isPrompt));
        });
  }

  private static boolean isPrompt(Object value) {
    return value instanceof Map<?, ?> prompt && (!prompt.containsKey("text") || prompt.get("text") instanceof String);
  }

  /** The integer in its usual spelling. Policies int-spelling and int64-string: `1.0`, `1e0` and `"1"` are taken. */
  private static Json.Num integer(Object value, boolean digitStrings) {
    var number =
        digitStrings && value instanceof String s && DIGITS.matcher(s).matches() ? new Json.Num(s)
            : value instanceof Json.Num n && isWhole(n.text()) ? n
            : null;
    if (number == null || Math.abs(number.value()) > Json.MAX_INTEGER) throw invalid();
    return new Json.Num(Long.toString((long) number.value()));
  }

  /** Whether the number as written is an integer, whatever its double is. BigDecimal would choke on a long exponent. */
  private static boolean isWhole(String text) {
    var parts = text.split("[eE]");
    var mantissa = parts[0].replace("-", "");
    int point = mantissa.indexOf('.');
    int whole = point < 0 ? mantissa.length() : point;
    var digits = mantissa.replace(".", "");
    int end = digits.length();
    while (end > 0 && digits.charAt(end - 1) == '0') end--;
    return end == 0 || end - whole <= (parts.length == 1 ? 0 : Double.parseDouble(parts[1]));
  }
}
