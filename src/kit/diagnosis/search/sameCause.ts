/**
 * When two ids mean the same cause. Where both of them lead to one text, the first only says how the two texts differ, and the
 * second tells how that may have come about. Then the first is the cause: it is true whatever happened, and its remedy helps.
 *
 * Any other two that lead to one text are two causes: then neither is exact, and they stand side by side. `target-other`
 * has no form that another single mistake has, so it competes with none.
 */
export const sameCause: ReadonlyArray<readonly [said: string, alsoLedTo: string]> = [
  // Only the line end behind the body differs: a serializer may have left it out, or a shell.
  ['body-trailing-newline', 'body-reserialized'],
  ['body-trailing-newline', 'body-lines-joined'],
  // One letter beyond ASCII: the line end is also what is lost by counting characters.
  ['body-trailing-newline', 'body-other'],
  // Only line ends differ, and some serializer happens to write the body with those that were signed.
  ['body-crlf', 'body-reserialized'],
  ['body-lines-joined', 'body-reserialized'],
  // Only the escapes within the strings of JSON differ: a function for a whole text may have written them.
  ['body-reserialized', 'body-quoted'],
  // The fourth line feed is missing, and no body follows: its separator, the body with it, or the line feed alone was left out.
  ['final-line-feed-missing', 'separator-missing'],
  ['final-line-feed-missing', 'body-missing'],
  // The target begins with two slashes, and was signed with one.
  ['target-double-slash', 'target-no-leading-slash'],
  ['target-double-slash', 'target-prefix-lost'],
  // Only escapes are missing: an encoder that keeps these characters leaves them out as well.
  ['target-decoded', 'target-reencoded'],
  // Nothing but the line feeds is escaped: the body has no quotation marks.
  ['separator-literal', 'text-encoded'],
  // Every part is percent-encoded, and only the target shows it.
  ['target-reencoded', 'parts-labelled'],
  // A line feed is too many, and no body follows it.
  ['trailing-line-feed', 'separator-other'],
]

/** Says only that the body is another one, so any mistake that tells how is the cause. */
export const vague = 'body-other'
