/** Which of the two languages a reader gets. */

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** Ranges that are looked at: a longer list is no person's. */
const maxRanges = 32

/**
 * The language that Accept-Language asks for (RFC 9110 §12.5.4): Chinese of any script or place, if it is asked for and English
 * is not asked for first. A browser's `navigator.languages`, joined by commas, is read as well.
 *
 *     zh-CN,zh;q=0.9,en;q=0.8    zh        en-GB,zh;q=0.5    en        fr,zh;q=0.5    zh        fr    en
 */
export const languageFor = (accepted: string | undefined): Language => {
  const weights = { en: 0, zh: 0 }
  for (const range of (accepted ?? '').split(',').slice(0, maxRanges)) {
    const [tag = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
    const language = /^(en|zh)(?:-[0-9a-z-]*)?$/.exec(tag)?.[1] as Language | undefined
    if (language === undefined) continue
    const [, weight = '1'] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameters[0] ?? '') ?? []
    // Of two that weigh the same the first counts.
    const other = language === 'en' ? weights.zh : weights.en
    const weighed = Number(weight) === other ? other - 1e-6 : Number(weight)
    weights[language] = Math.max(weights[language], weighed)
  }
  return weights.zh > 0 && weights.zh > weights.en ? 'zh' : 'en'
}
