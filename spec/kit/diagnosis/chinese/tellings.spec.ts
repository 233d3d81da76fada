/** A phrase is under the source file that writes its English. So its place is known from the source, and a change of the source finds it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problems } from '../../../../src/kit/diagnosis/chinese/problems.ts'
import { readings } from '../../../../src/kit/diagnosis/chinese/readings.ts'
import { openPhrases } from '../../../../src/kit/diagnosis/chinese/tellings/openPhrases.ts'
import { words } from '../../../../src/kit/diagnosis/chinese/tellings/words.ts'
import { tellingsBySource } from '../../../../src/kit/diagnosis/chinese/tellings.ts'
import { assert, suite } from '../../../support/suite.ts'

const tellings = suite('the phrases of each source')

/** The words of a text without the marks round them. */
const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^[^\w%&]+|[^\w%&]+$/g, ''))
    .filter((word) => word !== '')

/** Each three words that follow one another between two values. */
const runsIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => {
    const textWords = wordsIn(text)
    return textWords.slice(2).map((_, i) => textWords.slice(i, i + 3).join(' '))
  })

const piecesOf = (phrase: string): ReadonlyArray<string> => phrase.split(/\{\w+(?::\w+)?\}/)

const runsOfSource = (source: string): ReadonlySet<string> => {
  const text = readFileSync(join('src/kit/diagnosis', source), 'utf8').replaceAll("\\'", "'")
  return new Set(runsIn(text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\n/)))
}

const sources = [...new Set(tellingsBySource.flatMap((table) => Object.keys(table)))]
const runsBySource = new Map(sources.map((source) => [source, runsOfSource(source)]))

/** How many of the runs of a phrase the source has. */
const countIn = (phrase: string, source: string): number =>
  runsIn(piecesOf(phrase)).filter((run) => runsBySource.get(source)?.has(run)).length

/** The sources that have more of the phrase than this one. */
const betterSources = (phrase: string, source: string): ReadonlyArray<string> => {
  const count = countIn(phrase, source)
  return sources.filter((other) => countIn(phrase, other) > count)
}

tellings('no source has more of the words of a phrase than the source that it is under', () => {
  const misplaced = tellingsBySource.flatMap((table) =>
    Object.entries(table).flatMap(([source, phrases]) =>
      Object.keys(phrases).flatMap((phrase) => {
        const better = betterSources(phrase, source)
        return better.length === 0 ? [] : [`${source}: ${phrase}: ${better.join(', ')}`]
      }),
    ),
  )
  assert.equal(misplaced, [])
})

tellings('a sentence about a nonce is misplaced under the source of bodies', () => {
  const phrase = 'The caller signed the nonce without hyphens, but sent it with hyphens (as in a UUID).'
  assert.ok(betterSources(phrase, 'bodyDifference.ts').includes('directions.ts'))
  assert.equal(betterSources(phrase, 'directions.ts'), [])
})

tellings('each source is in one table, and perhaps in that of the open phrases', () => {
  const named = tellingsBySource.filter((table) => table !== openPhrases).flatMap((table) => Object.keys(table))
  assert.equal(
    named.filter((source, i) => named.indexOf(source) !== i),
    [],
  )
})

tellings('the words for placeholders have fewer than four words: a longer text has a source', () =>
  assert.equal(
    Object.keys(words).filter((phrase) => wordsIn(piecesOf(phrase).join(' ')).length > 3),
    [],
  ),
)

// ---- Phrases that nobody writes

const sourcesOfKit = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.includes('chinese'),
)

/** The runs of all sources but the Chinese ones. A text may begin in one line and go on in the next. */
const writtenRuns = new Set(
  sourcesOfKit.flatMap((path) =>
    runsIn(
      readFileSync(join('src', path), 'utf8')
        .replaceAll("\\'", "'")
        .replace(/\n\s*/g, ' ')
        .split(/\$\{|\}/),
    ),
  ),
)

/** A shorter phrase may be put together from other words. */
const leastRuns = 3

tellings('a source writes most of the words of each phrase', () => {
  const tables = [problems, readings, ...tellingsBySource.flatMap((table) => Object.values(table))]
  const unwritten = tables
    .flatMap((table) => Object.keys(table))
    .filter((phrase) => {
      const runs = runsIn(piecesOf(phrase))
      return runs.length >= leastRuns && runs.filter((run) => writtenRuns.has(run)).length < runs.length / 2
    })
  assert.equal(unwritten, [])
})
