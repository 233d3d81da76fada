/** Nonces that were made of the clock twice. */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { clockNonces } from '../../../../src/kit/diagnosis/forms/clockNonces.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const clock = suite('nonces of a clock that was read twice')

const textsOf = (nonce: string): ReadonlyArray<string> =>
  Array.from(clockNonces(nonce, String(now)), ([, text]) => text)

clock('for all milliseconds within two seconds: the other one is among the forms, and they are bounded', () =>
  forAll([fc.nat(999), fc.integer({ min: -2000, max: 2000 })], { numRuns: 10 }, (ms, distance) => {
    if (distance === 0) return
    const texts = textsOf(String(now * 1000 + ms))
    assert.ok(texts.includes(String(now * 1000 + ms + distance)))
    assert.ok(texts.length <= 4000)
  }),
)

clock('microseconds and nanoseconds: as many neighbours, in the steps of the clock', () => {
  assert.ok(textsOf(`${now}123456`).includes(`${now}123499`))
  assert.ok(textsOf(`${now}123000`).includes(`${now}124000`))
  assert.ok(textsOf(`${now}123456700`).includes(`${now}123456900`))
})

clock('none of a nonce that is no time of the request', () => {
  for (const nonce of ['n-1', '7', '1234567890123', `${now}x`, 'f'.repeat(32)]) assert.equal(textsOf(nonce), [])
})

clock('both times are told', () => {
  const sent = `${now}905`
  const header = line(signatureOf(`POST\n/v1/jobs\n${now}\n${now}824\n`)).replace('nonce_str=n-1', `nonce_str=${sent}`)
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const request = { method: 'POST', target: '/v1/jobs', authorization: [header], body: new Uint8Array(), keys, now }
  const { findings } = diagnose(request, hash, 200_000_000)
  const found = findings.find(({ id }) => id === 'nonce-drift')
  assert.is(
    found?.what,
    `The caller made the nonce from its clock twice. It signed ${now}824, but sent ${sent}, 81 ms later.`,
  )
  assert.match(translate(found?.what ?? '') ?? '', /晚 81 毫秒。$/)
})
