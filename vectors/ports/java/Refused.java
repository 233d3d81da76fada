/** A verdict: some rule is broken, and the reason is its name. Whatever else is thrown is no verdict. */
final class Refused extends RuntimeException {
  final String reason;

  Refused(String reason) {
    super(reason, null, false, false); // it is an answer, so nobody needs to know where it was thrown
    this.reason = reason;
  }
}
