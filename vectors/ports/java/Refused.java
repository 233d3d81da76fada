/** A verdict: a rule is broken, and the reason names it. Any other exception is not a verdict. */
final class Refused extends RuntimeException {
  final String reason;

  Refused(String reason) {
    super(reason, null, false, false); // it is an answer, so nobody needs to know where it was thrown
    this.reason = reason;
  }
}
