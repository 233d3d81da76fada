/** Each text of the inspector's page has a Chinese one: those of its markup, and those that its functions say. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '../../../src/apps/inspector/examples.ts'
import { sayWith } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { slotsOf } from '../../../src/kit/diagnosis/chinese/dictionary.ts'
import { pagePhrases } from '../../../src/kit/diagnosis/chinese/page.ts'
import { readings } from '../../../src/kit/diagnosis/chinese/readings.ts'
import { restOfEnglish, slipsIn } from '../../kit/diagnosis/chinese/reading.ts'
import { sentencesIn, textsGiven } from '../../kit/diagnosis/chinese/sentencesIn.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'

const say = sayWith(pagePhrases)

const page = suite('the inspector in Chinese')

/** Code, names of formats, and what stands for a request: the same in both languages. */
const asItIs =
  /^(?:7?|[^a-z]*|app-1:|\/v1\/jobs|jobs\.example|https:\/\/jobs\.example\/v1\/jobs|SVC-SHA256-RSA .*|Authorization|URL|SHA-256|English|7:? .*)$/

const isSaid = (english: string): void => {
  // What another function says follows.
  const words = english.trim().replace(/(?<=[.]) 7$/, '')
  if (asItIs.test(words)) return
  const chinese = say(english) === english ? say(words) : say(english)
  assert.match(chinese, /[\u3000-\u9fff\uff00-\uff60]/, english)
  assert.equal(restOfEnglish(chinese.replaceAll('7', '')), [], `${english}: ${chinese}`)
}

page('every text and every label of the markup', () => {
  const html = readFileSync('src/apps/inspector/page.html', 'utf8').replace(/<head>[\s\S]*<\/head>/, '')
  const texts = html.replace(/<(?:code|option|textarea)\b[^>]*>[^<]*<\/\w+>|<!--[\s\S]*?-->/g, '\n').split(/<[^>]*>|\n/)
  const labels = [...html.matchAll(/(?:placeholder|aria-label)="([^"]*)"/g)].map(([, label = '']) => label)
  const found = [...texts, ...labels].map((text) => text.trim()).filter(Boolean)
  assert.ok(found.length > 70, String(found.length))
  for (const text of found) isSaid(text)
})

for (const name of readdirSync('src/apps/inspector').filter((file) => file.endsWith('.ts')))
  page(`every text that ${name} says`, () => {
    const path = join('src/apps/inspector', name)
    for (const text of textsGiven(path, { say: 0, tell: 1, copyButton: 0 })) isSaid(text)
    for (const sentence of sentencesIn(path)) if (!/\bthe page has no\b/.test(sentence)) isSaid(sentence)
  })

page('the examples', () => {
  for (const { name } of examples) isSaid(name)
})

/** Notes are sentences; what a text is refused for is a clause. */
const readers = readdirSync('src/kit/diagnosis/pasted', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

/** Forty files to parse, each time. */
const inTurn = byTurns(2, page)

inTurn('every note on how a request was read', () => {
  for (const name of readers)
    for (const sentence of sentencesIn(join('src/kit/diagnosis/pasted', name)))
      if (/^(?:[A-Z]|7 bytes|curl )/.test(sentence) && !/ \w+: /.test(sentence.slice(0, 24))) isSaid(sentence)
})

inTurn('every problem of a pasted text that a reader names where it stands', () => {
  for (const name of readers) {
    const path = join('src/kit/diagnosis/pasted', name)
    const texts = textsGiven(path, { unreadable: 2, unrecognized: 2 })
    for (const text of texts) if (/ \w+ \w+/.test(text)) isSaid(text)
  }
})

page('the same placeholders are in both texts, and no slip of marks in the Chinese one', () => {
  for (const [english, chinese] of Object.entries({ ...pagePhrases, ...readings })) {
    const names = (phrase: string) => slotsOf(phrase).map(({ name }) => name)
    // A rule has its own words.
    const unused = names(english).filter((name) => name !== 'rule' && !names(chinese).includes(name))
    assert.equal([unused, names(chinese).filter((name) => !names(english).includes(name))], [[], []], english)
    if (chinese.length > 2) assert.equal(slipsIn(chinese.replace('ID:”', '')), [], chinese)
  }
})
