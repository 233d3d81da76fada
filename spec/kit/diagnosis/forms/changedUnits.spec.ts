/** What programs do to one unit of a target is also tried on every other unit: found, proven, and told in both languages. */
import fc from 'fast-check'
import { say } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { changedUnits } from '../../../../src/kit/diagnosis/forms/changedUnits.ts'
import { choicesOf, withUnits } from '../../../../src/kit/diagnosis/forms/targetUnits.ts'
import { operations } from '../../../../src/kit/diagnosis/forms/unitOperations.ts'
import { anyUnitDifference } from '../../../../src/kit/diagnosis/unitDifference.ts'
import { variablesIn } from '../../../../src/kit/diagnosis/variables.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { reportOnText, textToSign } from '../../../support/signedText.ts'
import { assert, forAll, inTurn, suite } from '../../../support/suite.ts'

const isSaid = (sentence = ''): void => assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)

const units = suite('operations on the units of a target')

const chinese = '/v1/search?q=%E7%BA%A2%E8%89%B2&lang=zh-CN'
const letters = '/v1/search?q=red%20fox&Title=IZMIR&size=12'

const signedTargets: ReadonlyArray<readonly [sent: string, signed: string, words: RegExp]> = [
  ['/v1/jobs?a=1&b=2', '/v1/jobs?a=1&a=1&b=2&b=2', /more than once/],
  ['/v1/jobs?id=8812&tag=new', '/v1/jobs?id={{id}}&tag={{tag}}', /placeholders of a template/],
  ['/v1/jobs?id=8812&page=2', '/v1/jobs?id=%d&page=%d', /placeholders of a template/],
  ['/v1/jobs/8812', '/v1/jobs/%v', /placeholder of a template/],
  ['/v1/jobs?page=2', '{{path}}?page=2', /a template/],
  ['/v1/jobs?page=2', '/v1/jobs?{{query}}', /a template/],
  [letters, '/v1/search?q=red%20fox&Title=ızmır&size=12', /In Turkish/],
  [letters, '/v1/search?q=red0fox&Title=IZMIR&size=12', /cmd\.exe/],
  [letters, '/v1/search?q=red%!f(MISSING)ox&Title=IZMIR&size=12', /as a format/],
  ['/v1/jobs?page=2', '/v1/jobs?<QueryDict: {}>', /printed the parameters/],
  ['/v1/jobs?page=2&limit=50', '/v1/jobspage 2 limit 50', /printed the parameters/],
  ['/v1/jobs?page=2&limit=50', '/v1/jobs?page 2 limit 50', /printed the parameters/],
  ['/v1/jobs?page=2&limit=50', '/v1/jobs2, 50', /printed the parameters/],
  ['/v1/jobs?page=2&limit=50', '/v1/jobs{:page "2", :limit "50"}', /printed the parameters/],
  ['/v1/jobs?page=2&limit=50', '/v1/jobs?(page)=2&(limit)=50', /printed something else round/],
  ['/v1/jobs?page=2', 'Just "/v1/jobs"?page=2', /printed something else round/],
  ['/v1/jobs?ids%5B%5D=3&ids%5B%5D=7', '/v1/jobs?ids%5B%5D=3,7', /list of values/],
  ['/v1/jobs?f=%7B%22a%22%3A%22x%22%7D', '/v1/jobs?f%5Ba%5D=x', /members of the JSON/],
  [
    '/v1/jobs?from=2026-01-05T08:30:00Z',
    '/v1/jobs?from=Mon Jan 05 08:30:00 UTC 2026',
    /, but from=2026-01-05T08:30:00Z was sent/,
  ],
  ['/v1/jobs/7?page=2', '/v1/jobs/7.0?page=2.0', /as a number/],
  [chinese, '/v1/search?q=&#32418;&#33394;&lang=zh-CN', /another encoding/],
  [chinese, '/v1/search?q=????&lang=zh-CN'.replace('????', '??????'), /another encoding/],
  [chinese, '/v1/search?q=%25E7%25BA%25A2%25E8%2589%25B2&lang=zh-CN', /twice|more than once/],
  ['/v1/jobs?a=1&b=2', '/v1/jobs?a=MQ==&b=Mg==', /Base64/],
  ['/v1/jobs?page=2', `/v1/jobs?${Buffer.from(hash('md5', Buffer.from('page=2'))).toString('hex')}`, /may be a hash/],
]

for (const [sent, signed, words] of inTurn(5, signedTargets))
  units(`${JSON.stringify(signed)} signed for ${sent}: found, proven and told`, () => {
    const { exact, findings, alternatives } = reportOnText(textToSign({ method: 'GET', target: signed }), {
      method: 'GET',
      target: sent,
    })
    assert.ok(exact, JSON.stringify([findings, alternatives]))
    assert.is(findings.length, 1)
    assert.match(findings[0]?.what ?? '', words)
    isSaid(findings[0]?.what)
    isSaid(findings[0]?.remedy)
  })

const methods: ReadonlyArray<readonly [sent: string, signed: string]> = [
  ['POST', 'Just "POST"'],
  ['POST', '<<"POST">>'],
  ['GET', 'MethodGet'],
  ['PUT', 'PUT:'],
  ['GET', 'ANY'],
]

for (const [sent, signed] of inTurn(2, methods))
  units(`the method ${signed} signed for ${sent}: found, proven and told`, () => {
    const { exact, findings } = reportOnText(textToSign({ method: signed }), { method: sent })
    assert.ok(exact)
    assert.ok(findings[0]?.what.includes(signed), findings[0]?.what)
    isSaid(findings[0]?.what)
  })

const segment = fc.stringMatching(/^[a-zA-Z0-9._~-]{1,8}$/)
const value = fc.oneof(segment, fc.nat().map(String), fc.constant('%E7%BA%A2'), fc.constant('red%20fox'))
const targets = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.array(fc.tuple(segment, value), { maxLength: 3 }))
  .map(([path, fields]) => {
    const query = fields.map(([name, text]) => `${name}=${text}`).join('&')
    return `/${path.join('/')}${query === '' ? '' : `?${query}`}`
  })

const changedTexts = (target: string): ReadonlyArray<string> => Array.from(changedUnits(target), ([, text]) => text)

units('for all targets: every operation is tried on all units of its kinds, and on each alone', () =>
  forAll([targets], { numRuns: 3 }, (target) => {
    const made = new Set(changedTexts(target)).add(target)
    for (const { kind, units: kinds, write } of operations())
      for (const { units: chosen } of [...choicesOf(target)].filter((choice) => kinds.includes(choice.kind))) {
        const text = withUnits(target, chosen, ({ from, to, variables }, index) =>
          write(target.slice(from, to), { variables, index }),
        )
        assert.ok(made.has(text), `${kind}: ${text}`)
      }
  }),
)

/** Places in a list, whatever its length. All forms of a target take far longer to make than to look at some of them. */
const places = fc.array(fc.nat(), { minLength: 6, maxLength: 6 })

const textsAt = (target: string, chosen: ReadonlyArray<number>): ReadonlyArray<string> => {
  const texts = changedTexts(target)
  return chosen.map((place) => texts[place % texts.length] as string)
}

units('for all targets: with a wanted text, the form that is this text is among the forms', () =>
  forAll([targets, places], { numRuns: 6 }, (target, chosen) => {
    for (const wanted of textsAt(target, chosen))
      assert.ok(
        [...changedUnits(target, { wanted })].some(([, text]) => text === wanted),
        wanted,
      )
  }),
)

units('for all targets: each form has words in both languages, and the right target has none', () =>
  forAll([targets, places], { numRuns: 6 }, (target, chosen) => {
    assert.is(anyUnitDifference(target, target), undefined)
    for (const signed of textsAt(target, chosen)) {
      const telling = anyUnitDifference(signed, target)
      isSaid(telling?.what)
      isSaid(telling?.remedy)
    }
  }),
)

const parameterName = fc.stringMatching(/^[a-z]{1,8}$/)

units('for all names: a template keeps the name whole, whatever letters it has', () =>
  forAll([parameterName, parameterName], { numRuns: 10 }, (name, member) => {
    const texts = new Set(changedTexts(`/v1/jobs?${name}=7`))
    for (const variable of [`<int:${name}>`, `<str:${name}>`, `{{${name}}}`, `\${__property(${name})}`])
      assert.ok(texts.has(`/v1/jobs?${name}=${variable}`), variable)
    const json = encodeURIComponent(JSON.stringify({ [member]: 'v' }))
    const several = new Set(changedTexts(`/v1/jobs?${name}=${json}`))
    for (const parameter of [`${name}[${member}]`, `${name}.${member}`, `${name}['${member}']`])
      assert.ok(several.has(`/v1/jobs?${parameter}=v`), parameter)
  }),
)

units('the units of a target cover the target, and stand in its order', () =>
  forAll([targets], (target) => {
    for (const { units: chosen } of choicesOf(target)) {
      assert.ok(chosen.length > 0)
      assert.is(
        withUnits(target, chosen, ({ from, to }) => target.slice(from, to)),
        target,
      )
      for (const [i, { from, to }] of chosen.entries()) assert.ok(from < to && from >= (chosen[i - 1]?.to ?? 0))
    }
  }),
)

units('escapes are no variables of cmd.exe', () => {
  assert.equal(variablesIn('tag=%E6%97%a5', ''), [])
  assert.equal(variablesIn('q=c%2B%2B+tips', ''), [])
  assert.equal(variablesIn('q=red%20fox%20', ''), [])
  assert.equal(variablesIn('from=%from%&day=%date%', ''), ['%from%', '%date%'])
})
