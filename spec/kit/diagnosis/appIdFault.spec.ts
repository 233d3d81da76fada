/** App ids in the header that are no registered ones: what stands round a registered one, and characters that no app id has. */
import fc from 'fast-check'
import * as AppId from '../../../src/core/AppId.ts'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const key = publicKey(2048, 'app-1')
const body = new Uint8Array(Buffer.from('{"a": 1}'))

/** The report on a request with this app id that is right otherwise, or signed another body. */
const reportOn = (appId: string, keys: Case['keys'] = [{ appId: 'app-1', key }], signedBody = '{"a": 1}'): Report => {
  const authorization = [line(signatureOf(`POST\n/v1/jobs\n${now}\nn-1\n${signedBody}`)).replace('app-1', () => appId)]
  return diagnose({ method: 'POST', target: '/v1/jobs', authorization, body, keys, now }, hash)
}

const idsOf = ({ findings }: Report): string => findings.map(({ id }) => id).join()

const ids = suite('app ids that the header has and no app')

/** Text that shows that the app id is over: it begins with a character that no app id has. */
const junk = fc
  .tuple(fc.constantFrom('#', '/', '|', ':', '@', '%'), fc.stringMatching(/^[0-9A-Za-z#/|:-]{0,20}$/))
  .map(([mark, text]) => mark + text)

ids(
  'for all texts after a registered app id, whatever else is wrong: they are named or counted, and no other key is',
  () =>
    forAll([junk, fc.constantFrom('{"a": 1}', '{"a":1}')], { numRuns: 20 }, (added, signedBody) => {
      const report = reportOn(`app-1${added}`, undefined, signedBody)
      const [found] = report.findings
      assert.is(idsOf(report), signedBody === '{"a": 1}' ? 'app-id-form' : 'app-id-form,body-reserialized')
      const counted = added.length === 1 ? '1 more character' : `${added.length} more characters`
      assert.ok(
        [added, counted].some((after) => found?.what.includes(`is app-1, and the header has ${after} after it`)),
        found?.what,
      )
      assert.is(found?.remedy, 'Write app_id=app-1, with nothing before it or after it.')
      assert.ok(report.exact)
    }),
)

for (const [appId, what] of [
  ['prod:app-1', 'The registered app id is app-1, and the header has prod: before it.'],
  ['a/app-1/b', 'The registered app id is app-1, and the header has a/ before it and /b after it.'],
  ['app%2D1', 'This is the registered app id app-1 with percent escapes, and a verifier does not decode them.'],
  ['app 1', 'Character 4 of the app id in the header is 0x20 (space).'],
  ['äpp-1', 'Character 1 of the app id in the header is ä.'],
  ['', 'The app id in the header is empty.'],
  ['a'.repeat(129), 'The app id in the header has 129 characters, but no app id has more than 128.'],
] as const)
  ids(`${appId.slice(0, 12)}: ${what.slice(0, 40)}`, () => {
    const found = reportOn(appId).findings.find(({ id }) => id === 'app-id-form')
    assert.ok(found?.what.includes(what), found?.what)
    assert.not.equal(say(found?.what ?? ''), found?.what)
    assert.not.equal(say(found?.remedy ?? ''), found?.remedy)
  })

ids('without an app id of the key, a character that no app id has is named all the same', () => {
  const report = reportOn('app-1#shanghai#0', [{ key }])
  assert.is(idsOf(report), 'app-id-form')
  assert.ok(report.findings[0]?.what.startsWith('Character 6 of the app id in the header is 0x23 (#).'))
})

ids('an unknown app id that contains the one of the key: its end is named, and both ways out', () => {
  const [found] = reportOn('app-1.staging').findings
  assert.is(found?.id, 'other-key')
  assert.ok(found?.what.includes('has .staging after it'), found?.what)
  assert.is(found?.remedy, 'Write app_id=app-1, or sign with the key of app-1.staging.')
})

ids('not: a registered app id within a longer word, which is the id of another app', () => {
  for (const [appId, registered] of [
    ['pay#shop', 'a'],
    ['app 12', '1'],
    ['shop2|eu', 'shop'],
  ] as const) {
    const [found] = reportOn(appId, [{ appId: registered, key }]).findings
    assert.is(found?.id, 'app-id-form')
    assert.match(found?.what ?? '', /^Character \d+ of the app id/)
  }
  const [other] = reportOn('alphaTeam', [{ appId: 'a', key }]).findings
  assert.is(other?.what, 'The header names one app, but the key of another app made the signature.')
})

ids('a registered app id behind an escape stands alone', () =>
  assert.match(reportOn('%20app-1').findings[0]?.what ?? '', 'the header has %20 before it'),
)

ids('not: one of two registered app ids in the header, which do not show which was meant', () => {
  const two = [
    { appId: 'app-1', key },
    { appId: 'app-2', key: publicKey(2048, 'app-2') },
  ]
  assert.match(
    reportOn('app-1#app-2', two).findings[0]?.what ?? '',
    'Character 6 of the app id in the header is 0x23 (#).',
  )
  assert.match(reportOn('app-1#app-3', two).findings[0]?.what ?? '', 'The registered app id is app-1')
})

ids('a letter that arrived as bytes of UTF-8 is shown as the letter, also one of two UTF-16 units', () => {
  for (const letter of ['é', '应', '😀'])
    for (const appId of [`a${letter}`, `a${Buffer.from(letter).toString('latin1')}`])
      assert.match(
        reportOn(appId, [{ key }]).findings[0]?.what ?? '',
        `Character 2 of the app id in the header is ${letter}.`,
      )
})

ids('not: a registered app whose id begins with that of the other', () => {
  const other = publicKey(2048, 'app-2')
  const report = reportOn('app-1.staging', [
    { appId: 'app-1', key },
    { appId: 'app-1.staging', key: other },
  ])
  assert.is(idsOf(report), 'other-key')
  assert.is(report.findings[0]?.what, 'The header names one app, but the key of another app made the signature.')
})

ids('not, for all right app ids: any finding', () =>
  forAll([fc.stringMatching(/^[0-9A-Za-z._~-]{1,128}$/)], { numRuns: 50 }, (appId) => {
    assert.ok(AppId.isAppId(appId))
    assert.is(reportOn(appId, [{ appId, key }]).outcome, 'accept')
  }),
)
