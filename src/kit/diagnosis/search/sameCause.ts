/**
 * When two ids mean the same cause. Where both of them lead to one text, the first only says how the two texts differ, and the
 * second tells how that may have come about. Then the first is the cause: it is true whatever happened, and its remedy helps.
 *
 * Any other two that lead to one text are two causes: then neither is exact, and the report shows both. `target-other`
 * has no form that another mistake of the target alone has, so it competes with none of these.
 */

interface SameCause {
  readonly cause: string
  /** The id that may also lead to the text, and then is not reported. */
  readonly alsoLedTo: string
}

export const sameCause: ReadonlyArray<SameCause> = [
  // Only the line end behind the body differs: a serializer may have left it out, or a shell.
  { cause: 'body-trailing-newline', alsoLedTo: 'body-reserialized' },
  { cause: 'body-trailing-newline', alsoLedTo: 'body-lines-joined' },
  // One letter beyond ASCII: the line end is also what is lost by counting characters.
  { cause: 'body-trailing-newline', alsoLedTo: 'body-other' },
  // Only line ends differ, and some serializer happens to write the body with those that were signed.
  { cause: 'body-crlf', alsoLedTo: 'body-reserialized' },
  { cause: 'body-lines-joined', alsoLedTo: 'body-reserialized' },
  // Only the byte order mark differs: a parser may have dropped it.
  { cause: 'body-bom', alsoLedTo: 'xml-reserialized' },
  { cause: 'body-bom', alsoLedTo: 'body-reserialized' },
  { cause: 'body-bom', alsoLedTo: 'body-encoding' },
  // No body was signed, and what arrived may be what a program makes of none.
  { cause: 'body-missing', alsoLedTo: 'body-quoted' },
  { cause: 'body-missing', alsoLedTo: 'body-through-shell' },
  { cause: 'body-missing', alsoLedTo: 'body-printed' },
  { cause: 'body-missing', alsoLedTo: 'form-reencoded' },
  // Only the escapes within the strings of JSON differ: a function for a whole text may have written them.
  { cause: 'body-reserialized', alsoLedTo: 'body-quoted' },
  // The fourth line feed is missing, and no body follows: its separator, the body with it, or the line feed alone was left out.
  { cause: 'final-line-feed-missing', alsoLedTo: 'separator-missing' },
  { cause: 'final-line-feed-missing', alsoLedTo: 'body-missing' },
  // The target begins with two slashes, and was signed with one.
  { cause: 'target-double-slash', alsoLedTo: 'target-no-leading-slash' },
  { cause: 'target-double-slash', alsoLedTo: 'target-prefix-lost' },
  // The path is a slash alone, and an empty one was signed.
  { cause: 'target-trailing-slash', alsoLedTo: 'target-no-leading-slash' },
  { cause: 'target-trailing-slash', alsoLedTo: 'part-missing' },
  // Only escapes are missing: an encoder that keeps these characters leaves them out as well.
  { cause: 'target-decoded', alsoLedTo: 'target-reencoded' },
  // Nothing but the line feeds is escaped: the body has no quotation marks.
  { cause: 'separator-literal', alsoLedTo: 'text-encoded' },
  // The text is in quotation marks, and has no character that a string literal escapes.
  { cause: 'parts-labelled', alsoLedTo: 'text-encoded' },
  // Every part is percent-encoded, and only the target shows it.
  { cause: 'target-reencoded', alsoLedTo: 'parts-labelled' },
  // A mistake that programs also make in other parts changed only the target.
  ...['html-entities', 'white-space-signed', 'parts-labelled', 'part-unfilled', 'part-missing', 'text-encoded'].map(
    (cause): SameCause => ({ cause, alsoLedTo: 'target-other' }),
  ),
  // The header has the time in milliseconds or as a date, and the signed text has it in the same form.
  ...['timestamp-milliseconds', 'timestamp-format', 'timestamp-fraction'].map(
    (alsoLedTo): SameCause => ({ cause: 'timestamp-drift', alsoLedTo }),
  ),
  // A line feed is too many, and no body follows it.
  { cause: 'trailing-line-feed', alsoLedTo: 'separator-other' },
]

/** Says only that the body is another one, so any mistake that tells how is the cause. */
export const vague = 'body-other'
