/**
 * A target or a form with its letters in another Unicode normalization: `/caf%C3%A9` is `/cafe%CC%81` where the accent is a
 * character of its own. macOS names files so, and a program that lists a folder sends what it finds there.
 */
import { distinct, rarely } from './distinct.ts'
import { decode, decodings, split } from './percent.ts'
import type { Form } from './Respelling.ts'

const normalizations = {
  NFC: 'composed characters',
  NFD: 'decomposed characters',
  NFKC: 'composed characters, compatible ones replaced',
  NFKD: 'decomposed characters, compatible ones replaced',
} as const

type Normalization = keyof typeof normalizations

/** Letters beyond ASCII, escaped or not, with the letter in front of them, which an accent may join. */
const letters = /[!-$&-~]?(?:(?:%[89A-Fa-f][0-9A-Fa-f])+|[^\0-\u007f]+)+/g

const isBeyondAscii = (text: string): boolean => /%[89A-Fa-f][0-9A-Fa-f]|[^\0-\u007f]/.test(text)

/** Normalizes the letters, and escapes those that were escaped. */
const normalizeLetters = (text: string, normalization: Normalization): string =>
  text.replace(letters, (run) => {
    const normalized = decode(run).normalize(normalization)
    if (!run.includes('%')) return normalized
    const written = normalized.replace(/[^\0-\u007f]/gu, encodeURIComponent)
    return /%[0-9]?[a-f]/.test(run) ? written.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()) : written
  })

function* normalizedHalves(target: string): Generator<Form> {
  const [path, query] = split(target)
  for (const [normalization, says] of Object.entries(normalizations) as ReadonlyArray<[Normalization, string]>) {
    const whole = normalizeLetters(target, normalization)
    const halves: ReadonlyArray<Form> = [
      [says, whole],
      [`${says}, in the path`, normalizeLetters(path, normalization) + query],
      [`${says}, in the query`, path + normalizeLetters(query, normalization)],
    ]
    for (const [detail, text] of halves) {
      yield [detail, text]
      if (text !== target) for (const [how, decoded] of decodings(text)) yield [`${detail}, decoded: ${how}`, decoded]
    }
  }
}

/** A longer text is not written anew. */
const maxLength = 4096

/** The target with all its letters composed, or all decomposed. */
export const usuallyNormalized = (target: string): ReadonlyArray<Form> =>
  isBeyondAscii(target) && target.length <= maxLength
    ? (['NFC', 'NFD'] as const).map((each) => [normalizations[each], normalizeLetters(target, each)])
    : []

/** The same in the path or in the query alone, without escapes, and with compatible characters replaced. */
export const rarelyNormalized = (target: string): Iterable<Form> => {
  const usual = usuallyNormalized(target).map(([, text]) => text)
  const sent = decodings(target).map(([, text]) => text)
  return usual.length === 0 ? [] : rarely('alone', distinct([target, ...usual, ...sent], {}, normalizedHalves(target)))
}
