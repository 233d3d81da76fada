/** Each id of the catalogue, and each sentence that a report can say, has a Chinese text. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { reportText } from '../../../../src/apps/cli/reportText.ts'
import type { AuthType } from '../../../../src/core/AuthType.ts'
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { reportInChinese, say, sayDetail, translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { details } from '../../../../src/kit/diagnosis/chinese/details.ts'
import { type Phrases, slotsOf } from '../../../../src/kit/diagnosis/chinese/dictionary.ts'
import { labels } from '../../../../src/kit/diagnosis/chinese/labels.ts'
import { mistakes } from '../../../../src/kit/diagnosis/chinese/mistakes.ts'
import { problems } from '../../../../src/kit/diagnosis/chinese/problems.ts'
import { refusals } from '../../../../src/kit/diagnosis/chinese/refusals.ts'
import { reports } from '../../../../src/kit/diagnosis/chinese/reports.ts'
import { tellings } from '../../../../src/kit/diagnosis/chinese/tellings.ts'
import { draftOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { clues } from '../../../../src/kit/diagnosis/guesses.ts'
import { limitsOf } from '../../../../src/kit/diagnosis/redaction.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'
import { englishIn, restOfEnglish, slipsIn } from './reading.ts'
import { sentencesIn } from './sentencesIn.ts'

const findings = suite('the findings in Chinese')

findings('each id of the catalogue, and no other, has words', () =>
  assert.equal(Object.keys(mistakes).toSorted(), catalogue.map(({ id }) => id).toSorted()),
)

findings('what, remedy and what would tell it apart are Chinese, and no English but code and names', () => {
  for (const { id, what, remedy, tells } of catalogue)
    for (const english of [what, remedy, tells]) {
      const chinese = translate(english) ?? ''
      assert.match(chinese, /[\u4e00-\u9fff].*。$/, `${id}: ${english}`)
      assert.equal([englishIn(chinese), slipsIn(chinese)], [[], []], `${id}: ${chinese}`)
    }
})

const tables: ReadonlyArray<Phrases> = [...tellings, ...reports, ...labels, refusals, details]

findings('the same placeholders are in both texts, and no slip of marks in the Chinese one', () => {
  const names = (phrase: string) => slotsOf(phrase).map(({ name }) => name)
  for (const [english, chinese] of tables.flatMap((table) => Object.entries(table))) {
    const unused = names(english).filter((name) => !names(chinese).includes(name))
    const unknown = names(chinese).filter((name) => !names(english).includes(name))
    // The list of languages is the same in both.
    assert.equal([unused.filter((name) => name !== 'languages'), unknown], [[], []], english)
    assert.not.match(english, /\}\{/, english)
    if (chinese.length > 2) assert.equal(slipsIn(chinese), [], chinese)
  }
})

findings('a text of a table is found there: no phrase before it takes its place', () => {
  const tablesOfSentences = [problems, ...tellings, ...reports, ...labels, refusals]
  for (const [english, chinese] of tablesOfSentences.flatMap((table) => Object.entries(table))) {
    // A longer sentence begins with a command; headlines are looked up in their own tables.
    if (/^(?:countersign|signed) /.test(english)) continue
    const filled = english.replace(/\{\w+(?::\w+)?\}/g, '7')
    if (/:known\}/.test(english)) continue
    // A few words may stand in two tables; the first one's count.
    if (filled === english) continue
    const found = (translate(filled) ?? '').replaceAll(' ', '')
    for (const literal of chinese.replaceAll(' ', '').split(/\{\w+\}/))
      assert.ok(found.includes(literal), `${english}: ${found}`)
  }
})

findings('the same of a form, also of one whose words hold a separator of lists', () => {
  for (const [english, chinese] of Object.entries(details)) {
    const filled = english.replace(/\{\w+(?::(?:number|phrase|list|form))?\}/g, '7')
    if (filled.includes(':known}')) continue
    const found = sayDetail(filled).replaceAll(' ', '')
    const narrow = chinese
      .replace(/，|、/g, ',')
      .replaceAll('；', ';')
      .replaceAll('：', ':')
      .replaceAll('（', '(')
      .replaceAll('）', ')')
    for (const literal of narrow.replaceAll(' ', '').split(/\{\w+\}/))
      assert.ok(found.replaceAll('、', ',').includes(literal), `${english}: ${found}`)
  }
})

/** What a log says, what a program is refused for, and what is no sentence of a report. */
const elsewhere = /^(?:explainRefusals|parserRefusal|rightCode|index)\.ts$/

const sources = readdirSync('src/kit/diagnosis')
  .filter((name) => name.endsWith('.ts') && !elsewhere.test(name))
  .map((name) => join('src/kit/diagnosis', name))

const sourcesOfCommand = ['reportText.ts', 'caseload.ts', 'caseloadCause.ts', 'caseloadText.ts'].map((name) =>
  join('src/apps/cli', name),
)

for (const path of [...sources, ...sourcesOfCommand])
  findings(`every sentence of ${path} has a Chinese one`, () => {
    for (const sentence of sentencesIn(path)) {
      const chinese = translate(sentence)
      assert.ok(chinese !== undefined, sentence)
      assert.equal(restOfEnglish(chinese), [], chinese)
    }
  })

findings('sentences are found: those of the differences of two targets among them', () => {
  const found = sources.flatMap(sentencesIn)
  assert.ok(found.length > 200, String(found.length))
  assert.ok(found.includes('The caller signed the prefix 7 twice, but sent it once.'))
})

findings('each clue says in Chinese what it rests on', () => {
  for (const { because } of clues) assert.match(sayDetail(because), /[\u4e00-\u9fff]/, because)
})

/** A body of each kind that has forms of its own, each with a target of another shape. */
const sentTexts: ReadonlyArray<readonly [what: string, target: string, body: string]> = [
  ['JSON', '/v1/jobs?a=1&b=x%20y&b=2', '{"a":1.0,"b":"x","c":[],"d":null,"e":"t/u é"}'],
  [
    'JSON of every kind of value',
    '/api/v1//a%2Fb/é.json?q=%7b%22a%22:1%7d',
    '{"a":"","b":{},"c":[1],"d":"2026-01-02T03:04:05.123456Z","e":12345678901234567890,"f":1.50,"g":"<&>","h":"{\\"k\\":1}","i":true,"j":" x "}\n',
  ],
  ['a list in JSON', '/index.php?path=/v1/jobs&x=1', '[1,2,{"x":"y"}]'],
  [
    'a form',
    '/v1/jobs?a=1&b=two%20words&c=&d[]=x&d[]=y&t=2026-01-02T03:04:05Z',
    'a=1&b=two%20words&c[]=x&c[]=y&d=&e=a%26b&f=2026-01-02T03:04:05.000Z&g=0&h=%20t%20',
  ],
  ['XML', '/v1/jobs;jsessionid=7?z=+1&y=a%2Bb', '<a x="1">\n <b>t</b><c/>\n</a>\n'],
  [
    'a multipart form',
    '/v1/jobs',
    '--b\r\nContent-Disposition: form-data; name="j"\r\n\r\n{"a":1}\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="x.bin"\r\n\r\nabc\r\n--b--\r\n',
  ],
  ['a text', '/', 'a line\r\nand another é\n'],
]
const view = {
  method: 'POST',
  timestamp: '1767225600',
  nonce: 'N-0f8f',
  appId: 'app-1',
}

/** Of these the forms are of no end, or quote programs' own texts. */
const open = new Set(['part-unfilled', 'parts-labelled', 'part-missing', 'body-printed', 'target-other'])

findings(
  'a detail that holds the words of a phrase thousands of times is a text, and no longer than it may be is translated',
  () => {
    for (const words of [
      'decoded: lists: ',
      'the query was signed as JSON in the body: ',
      'a where b was sent, ',
      'as a, and as b, ',
    ])
      assert.is(sayDetail(words.repeat(5_000)), words.repeat(5_000))
    assert.is(sayDetail('decoded: lists: commas'), '解码: 列表: 逗号')
  },
)

for (const [what, target, body] of sentTexts)
  findings(`the forms that the catalogue makes of ${what} are Chinese, but for names of programs and code`, () => {
    const draft = draftOf({ ...view, target, body: new Uint8Array(Buffer.from(body)), host: 'jobs.example' })
    const left = new Map<string, string>()
    for (const { id, variations, layouts } of catalogue) {
      if (open.has(id)) continue
      let count = 0
      for (const { detail } of [...layouts(), ...variations(draft, hash)]) {
        if (++count > 300 && id !== 'body-reserialized') break
        const chinese = sayDetail(detail)
        const rest = restOfEnglish(chinese)
        if (rest.length > 0) left.set(`${id}: ${detail.replace(/\d+/g, '7')}`, `${chinese}: ${rest.join(' ')}`)
      }
    }
    assert.equal([...left], [])
  })

findings('a report for a terminal: no line is English but for what the request says', () => {
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const sent = `POST\n/v1/jobs?a=1\n${now}\nn-1\n`
  for (const [signed, method] of [
    [`POST\n/v1/jobs\n${now}\nn-1\n{"a":1}`, 'POST'],
    [`POST\n/v1/jobs?a=1\n${now}\nn-1\n{"a": 1}\n`, 'POST'],
    [`${sent}{"a":1}`, 'POST'],
    [`x${sent}`, 'PUT'],
  ] as const) {
    const request = {
      method,
      target: '/v1/jobs?a=1',
      authorization: [line(signatureOf(signed))],
      body: new Uint8Array(Buffer.from('{"a":1}')),
      keys,
      now,
    }
    const found = diagnose(request, hash, 10_000_000)
    const report = reportInChinese(found)
    const shown = {
      report,
      verdict: { outcome: 'accept', appId: 'app-1' } as const,
      notes: [],
      code: undefined,
      sent: { method, contentType: undefined },
      keys: 1,
      budgetMs: 10,
      limits: limitsOf({ ...request, settings: { authType: 'SVC-SHA256-RSA' as AuthType } }, report),
      say,
    }
    const plain = (text: unknown): string => String(text)
    const colours = { bold: plain, dim: plain, green: plain, red: plain, yellow: plain }
    const text = reportText(shown, 100)(colours)
    assert.equal(restOfEnglish(text), [], text)
    assert.equal(
      report.findings.map(({ id }) => id),
      found.findings.map(({ id }) => id),
    )
  }
})
