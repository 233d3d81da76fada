/**
 * One value of the target that was signed as a program prints it: `8,812` for `8812`. The texts show what became of the value; where
 * they do not show why, the words are a guess.
 */
import { type PieceKind, pieceForms, piecesOf } from './forms/printedPieces.ts'
import { shownPair } from './shownPair.ts'
import type { Telling } from './Telling.ts'

const writeOnce = 'Write the value once. Then sign and send exactly this text.'

/** What a kind of form shows, after `The caller signed X, but Y was sent`. */
const words: Readonly<Record<Exclude<PieceKind, 'missing'>, readonly [shown: string, remedy: string]>> = {
  object: [
    'Its program printed something else round the value, such as quotation marks or the object that holds it.',
    'Put the value itself into the target. Then sign and send this target.',
  ],
  glob: [
    'Either its program printed brackets or braces round the value, or the client removed them: curl reads them as a pattern of a URL.',
    'Put the value itself into the target. If the marks belong to the value, use --globoff of curl, or escape them. Then sign and send this target.',
  ],
  decimal: [
    'This is the same number in another form, or a rounded one.',
    'Write the number once, without a locale. Then sign and send exactly this text.',
  ],
  alphabet: ['Perhaps the value is Base64, in its other alphabet.', writeOnce],
  padding: ['Perhaps the value is Base64, without its padding.', writeOnce],
  'alphabet and padding': ['Perhaps the value is Base64, in its other alphabet and without its padding.', writeOnce],
  separators: [
    'Its program formatted the number for people, with marks between the digits.',
    'Write the number in digits alone. Then sign and send this target.',
  ],
  float: [
    'Its program printed the number with a fraction or an exponent.',
    'Keep the number as an integer or as a text. Then sign and send this target.',
  ],
  rounded: [
    'Probably its program kept the number as a floating-point number of 53 bits, so the last digits were lost.',
    'Keep a long number as a text. Then sign and send this target.',
  ],
  overflow: [
    'An integer of 32 bits is too short for this number.',
    'Keep the number in 64 bits or as a text. Then sign and send this target.',
  ],
  zeros: [
    'Its program read the value as a number, so the zeros in front were lost.',
    'Keep the value as a text. Then sign and send this target.',
  ],
  hexadecimal: [
    'This is the same number in hexadecimal digits.',
    'Write the target once. Then sign and send exactly this text.',
  ],
  digits: [
    'Its program formatted the number in a local format, with the digits of another script.',
    'Format the number without a locale. Then sign and send this target.',
  ],
  uuid: ['This is the same UUID in another form.', 'Write the UUID once. Then sign and send this target.'],
  unwrapped: [
    'The value was sent with quotation marks or brackets round it.',
    'Remove the marks from the URL that is called, or sign them too.',
  ],
  neighbour: [
    'Perhaps the program counted on or read its clock again between signing and sending, or sent the signature of another request.',
    'Build the target once for each request. Then sign and send this target.',
  ],
}

/** White space at an end has words of its own. */
const blankEnds = /^(?:\s|%20|%0[AD])|(?:\s|%20|%0[AD])$/i

/** The piece in which two targets differ, if it is the only one. */
const onlyPiece = (signed: string, sent: string): { readonly signed: string; readonly sent: string } | undefined => {
  for (const { from, to } of piecesOf(sent)) {
    const signedPiece = signed.slice(from, signed.length - (sent.length - to))
    if (signed === sent.slice(0, from) + signedPiece + sent.slice(to))
      return { signed: signedPiece, sent: sent.slice(from, to) }
  }
  return undefined
}

/** The words for one value that was printed otherwise; undefined for any other difference. */
export const pieceDifference = (signed: string, sent: string): Telling | undefined => {
  const piece = onlyPiece(signed, sent)
  const kind = piece && pieceForms(piece.sent).get(piece.signed)
  if (piece === undefined || kind === undefined || piece.signed === '' || blankEnds.test(piece.signed)) return undefined
  const [signedText, sentText] = shownPair(piece.signed, piece.sent)
  const detail = `${signedText} where ${sentText} was sent`
  if (kind === 'missing')
    return {
      detail,
      what: `The caller signed ${signedText} in the target, but ${sentText} was sent. Perhaps the value was not there yet when the program signed.`,
      remedy: 'Put the values into the target before you sign it. Then sign and send this target.',
    }
  const [shown, remedy] = words[kind]
  return { detail, what: `The caller signed ${signedText} in the target, but ${sentText} was sent. ${shown}`, remedy }
}
