/** The word that was meant by one that the command line does not know: `--levl` is near `--level`. */
import { distance } from 'fastest-levenshtein'

/** Names that mean the same; the first of them that a command has is meant. */
const meanings: ReadonlyArray<ReadonlyArray<string>> = [
  ['public-key', 'keys', 'public-keys', 'key', 'cert'],
  ['private-key', 'key', 'private', 'secret-key'],
  ['token-file', 'tokens', 'token', 'bearer'],
  ['base-url', 'url', 'uri', 'upstream', 'public-url'],
  ['target', 'path', 'paths', 'url'],
  ['authorization', 'header', 'headers', 'auth'],
  ['body', 'data', 'file', 'input', 'content'],
  ['out', 'output', 'report', 'folder', 'dir', 'write-runs'],
  ['now', 'timestamp', 'time', 'date'],
  ['auth-type', 'scheme'],
  ['method', 'verb'],
]

/** The word that most likely was meant: one of the same meaning, one whose letters differ in few places, or that begins alike. */
export const didYouMean = (meant: string, words: ReadonlyArray<string>): string | undefined => {
  const same = meanings.filter((group) => group.includes(meant))
  const synonym = same.flat().find((word) => words.includes(word))
  if (synonym !== undefined) return synonym
  const [best] = words
    .map((word) => ({ word, apart: word.startsWith(meant) && meant.length > 2 ? 1 : distance(meant, word) }))
    .sort((a, b) => a.apart - b.apart)
  if (best === undefined) return undefined
  // Two edits of a word of three letters leave nothing of it.
  const shorter = Math.min(meant.length, best.word.length)
  return best.apart <= Math.min(3, shorter / 2) ? best.word : undefined
}
