/**
 * A target or a form with its letters in another Unicode normalization: `/caf%C3%A9` becomes `/cafe%CC%81` if the accent is a
 * character of its own. macOS names files so, and a program that lists a folder sends the names as it finds them.
 */

import { distinct, withRarity } from './distinct.ts'
import { decode, decodings, splitTarget } from './percent.ts'
import type { Form } from './Respelling.ts'

const normalizations = {
  NFC: 'composed characters',
  NFD: 'decomposed characters',
  NFKC: 'composed characters, compatible ones replaced',
  NFKD: 'decomposed characters, compatible ones replaced',
} as const

type Normalization = keyof typeof normalizations

/** Letters beyond ASCII, escaped or not, with the character before them, which an accent may join. */
const letters = /[!-$&-~]?(?:(?:%[89A-Fa-f][0-9A-Fa-f])+|[^\0-\u007f]+)+/g

const hasLetters = (encodedText: string): boolean => /%[89A-Fa-f][0-9A-Fa-f]|[^\0-\u007f]/.test(encodedText)

/** Normalizes the letters, and escapes those that were escaped. */
const normalizeLetters = (encodedText: string, normalization: Normalization): string =>
  encodedText.replace(letters, (letterRun) => {
    const normalized = decode(letterRun).normalize(normalization)
    if (!letterRun.includes('%')) return normalized
    const written = normalized.replace(/[^\0-\u007f]/gu, encodeURIComponent)
    return /%[0-9]?[a-f]/.test(letterRun)
      ? written.replace(/%[0-9A-F]{2}/g, (escapeText) => escapeText.toLowerCase())
      : written
  })

function* normalizedHalves(target: string): Generator<Form> {
  const [path, query] = splitTarget(target)
  for (const [normalization, detail] of Object.entries(normalizations) as ReadonlyArray<[Normalization, string]>) {
    const normalizedTarget = normalizeLetters(target, normalization)
    const halves: ReadonlyArray<Form> = [
      [detail, normalizedTarget],
      [`${detail}, in the path`, normalizeLetters(path, normalization) + query],
      [`${detail}, in the query`, path + normalizeLetters(query, normalization)],
    ]
    for (const [halfDetail, normalized] of halves) {
      yield [halfDetail, normalized]
      if (normalized === target) continue
      for (const [decoding, decoded] of decodings(normalized)) yield [`${halfDetail}, decoded: ${decoding}`, decoded]
    }
  }
}

/** Longer targets are left alone. */
const maxLength = 4096

/** The target with all its letters composed, or all decomposed. None without letters beyond ASCII. */
export const usuallyNormalized = (target: string): ReadonlyArray<Form> =>
  hasLetters(target) && target.length <= maxLength
    ? (['NFC', 'NFD'] as const).map((form) => [normalizations[form], normalizeLetters(target, form)])
    : []

/** The rare forms: in the path or the query alone, without escapes, or with compatible characters replaced. */
export const rarelyNormalized = (target: string): Iterable<Form> => {
  const usualTexts = usuallyNormalized(target).map(([, normalized]) => normalized)
  const decodedTexts = decodings(target).map(([, decoded]) => decoded)
  return usualTexts.length === 0
    ? []
    : withRarity('alone', distinct([target, ...usualTexts, ...decodedTexts], {}, normalizedHalves(target)))
}
