/**
 * Requests that were made to mislead a diagnosis, or to keep it busy.
 */
import { constants, createSign } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { processorMs } from '../../../scripts/processorMs.ts'
import * as PublicKey from '../../../src/core/PublicKey.ts'
import { draftOf, message } from '../../../src/kit/diagnosis/Draft.ts'
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { line, now, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'
import { base64, request, unfit } from './hostile.ts'

const ids = (r: Case, budget?: number): string =>
  diagnose(r, hash, budget)
    .findings.map(({ id }) => id)
    .join('+')

const misleading = suite('hostile requests: nothing is called exact that is not')

/** The integer cube root, rounded up. */
const cubeRoot = (big: bigint): bigint => {
  let low = 0n
  let high = 1n << 1024n
  while (low < high) {
    const middle = (low + high) / 2n
    if (middle ** 3n < big) low = middle + 1n
    else high = middle
  }
  return low
}

misleading('under an exponent of 3: a cube that begins like a block proves nothing', () => {
  const small = rsa(2048, 'small', 3)
  const parsed = PublicKey.parse(small.publicPem, { 'small-exponent': true })
  assert.ok(E.isRight(parsed) && parsed.right._tag === 'PublicKey')
  const head = `POST\n/v1/jobs\n${now}\nn-1\n`
  const begins = Buffer.concat([Buffer.from('0001ffffffffffffffff00', 'hex'), Buffer.from(head)])
  const wanted = BigInt(`0x${begins.toString('hex')}${'00'.repeat(256 - begins.length)}`)
  const root = cubeRoot(wanted)
  const cube = Buffer.from((root ** 3n).toString(16).padStart(512, '0'), 'hex')
  assert.ok(cube.subarray(0, begins.length).equals(begins), 'the forgery begins as it should')
  const report = diagnose(
    request({
      target: '/v1/jobs',
      body: new Uint8Array(cube.subarray(begins.length)),
      authorization: [line(base64(Buffer.from(root.toString(16).padStart(512, '0'), 'hex')))],
      keys: [{ appId: 'app-1', key: parsed.right }],
      settings: { policies: { 'small-exponent': true } },
    }),
    hash,
    1,
  )
  assert.equal([report.exact, report.key, report.outcome], [false, undefined, 'reject'])
})

misleading('a lone surrogate, which nobody can sign', () => {
  const signature = signatureOf(`POST\n\n${now}\nn-1\n`)
  for (const change of [
    { target: '/\ud800' },
    { method: '\udfff' },
    { authorization: ['\ud800'] },
    { url: '\ud800' },
  ]) {
    const report = diagnose(request({ authorization: [line(signature)], body: new Uint8Array(0), ...change }), hash, 1)
    if ('url' in change) assert.is(report.reason, 'signature_invalid')
    else assert.equal([report.exact, report.outcome], [false, 'reject'])
  }
})

misleading('items that a policy ignores are no mistakes', () => {
  const right = request({ settings: { policies: { 'unknown-param': true } } })
  const view = { ...right, timestamp: String(now), nonce: 'n-1', appId: 'app-1' }
  const signature = signatureOf(message(draftOf(view), hash))
  for (const item of ['sig=1', 'APP_ID=zz', 'x=a;b=c', 'x:y=c', 'nonce=2'])
    assert.is(diagnose({ ...right, authorization: [`${line(signature)},${item}`] }, hash).outcome, 'accept', item)
})

const telling = suite('hostile requests: what they are')

telling('the items of a signed request behind the word Bearer', () => {
  const signature = signatureOf('x')
  const report = diagnose(request({ authorization: [line(signature).replace('SVC-SHA256-RSA', 'Bearer')] }), hash, 1)
  assert.equal([report.reason, report.findings[0]?.id], ['bearer_not_offered', 'header-auth-type'])
})

telling('a signature that was cut, or is not RSA', () => {
  const right = signatureOf('x')
  for (const [text, id] of [
    [right.slice(0, -10), 'signature-truncated'],
    [`${right.slice(0, 100)}A${right.slice(100)}`, 'signature-truncated'],
    [base64(new Uint8Array(255).fill(7)), 'signature-truncated'],
    [base64(new Uint8Array(32).fill(7)), 'signature-not-rsa'],
    [base64(new Uint8Array(20).fill(7)), 'signature-not-rsa'],
    ['deadbeef'.repeat(8), 'signature-not-rsa'],
    [base64(new Uint8Array(384).fill(7)), 'unknown-key'],
  ] as const)
    assert.ok(ids(request({ authorization: [line(text)] })).endsWith(id), text.slice(0, 12))
})

telling('PSS with the longest salt, with other mistakes or over an unknown text', () => {
  const pss = (text: string): string =>
    base64(
      createSign('sha256')
        .update(text)
        .sign({ key: rsa(2048, 'app-1').privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    )
  const two = pss(`post\n/v1/jobs\n${now}\nn-1\n{"a":[1,2]}`)
  assert.is(ids(request({ authorization: [line(two)] })), 'pss-padding+method-case+target-without-query')
  const report = diagnose(request({ authorization: [line(pss('nobody guesses this'))] }), hash, 100_000_000)
  assert.equal([report.exact, report.findings[0]?.id], [false, 'pss-padding'])
  assert.ok([report.findings, ...report.alternatives].flat().some(({ id }) => id === 'unknown-key'))
  // Chance makes one such block in 65,536.
  for (const { evidence, exact } of [report.findings, ...report.alternatives].flat())
    assert.equal([evidence, exact], ['guess', false])
})

telling('the text that was hashed before its digest was signed', () => {
  const text = `POST\n/v1/jobs\n${now}\nn-1\n{"a":[1,2]}`
  const signature = signatureOf(hash('sha256', Buffer.from(text)))
  const report = diagnose(request({ authorization: [line(signature)] }), hash)
  assert.is(report.findings.map(({ id }) => id).join('+'), 'target-without-query+double-hash')
  assert.is(Buffer.from(report.signed?.hashed ?? '').toString(), text)
  assert.is(report.signed?.bytes?.length, 32)
  assert.is(report.difference?.part, 'target')
})

telling('a wrong clock last, and also with a right signature', () => {
  const signature = signatureOf(`POST\n/v1/jobs\n${now}\nn-1\n{"a":[1,2]}`)
  const report = diagnose(request({ authorization: [line(signature)], now: now + 28_800 }), hash)
  const told = report.findings.map(({ id }) => id)
  assert.equal(told, ['target-without-query', 'clock-behind'])
  assert.match(report.findings[1]?.detail ?? '', '28800 s, about 8 h: perhaps local time')
})

telling(
  'for all times that are no quarters of hours apart, allowing for the way of a request: no word of a zone',
  () => {
    const detailAt = (arrival: number, timestamp: number): string => {
      const authorization = [line(unfit).replace(/timestamp=\d+/, `timestamp=${timestamp}`)]
      const clock = diagnose(request({ authorization, now: arrival }), hash, 1).findings.find(
        ({ part }) => part === 'clock',
      )
      return clock?.detail ?? ''
    }
    for (const [ahead, isZone] of [
      [7320, false],
      [7318, false],
      [7200, true],
      [7190, true],
      [5400, true],
      [6000, false],
    ] as const)
      assert.is(/zone|local time/.test(detailAt(now, now + ahead)), isZone, String(ahead))
    for (const [behind, isZone] of [
      [7230, true],
      [7150, false],
      [7320, false],
      [50_400, true],
    ] as const)
      assert.is(/zone|local time/.test(detailAt(now, now - behind)), isZone, String(behind))
    const midnight = now - (now % 86_400)
    assert.match(detailAt(midnight + 51_800, midnight), /51800 s: the timestamp is midnight UTC/)
    assert.match(detailAt(midnight + 51_800, midnight + 7200), /is a whole hour/)
  },
)

const cost = suite('hostile requests: what they cost')

cost('items that are written a thousand times are looked at twice', () => {
  const many = Array.from({ length: 1500 }, (_, i) => `,timestamp=${i},nonce_str=${i}`).join('')
  const began = processorMs()
  const report = diagnose(
    request({ authorization: [line(unfit) + many], body: new Uint8Array(16_384) }),
    hash,
    50_000_000,
  )
  assert.ok(report.findings.some(({ id }) => id === 'header-duplicate-key'))
  assert.ok(processorMs() - began < 10_000)
})

for (const [name, body] of [
  ['nested', (bytes: number) => `${'['.repeat(120)}${'1,'.repeat(bytes / 2)}1${']'.repeat(120)}`],
  ['members', (bytes: number) => `{${Array.from({ length: bytes / 12 }, (_, i) => `"${i}":1`).join(',')}}`],
  ['text', (bytes: number) => `"${'é<'.repeat(bytes / 3)}"`],
] as const) {
  cost(`a body of 3 MB of ${name} ends within its budget, and throws nothing`, () => {
    const large = request({ authorization: [line(unfit)], body: new Uint8Array(Buffer.from(body(3_000_000))) })
    const began = processorMs()
    const report = diagnose(large, hash, 200_000_000)
    assert.not.ok(report.exact)
    assert.not.ok(report.complete)
    // A fraction of a second on a quiet machine; without bounds it took minutes, or crashed.
    assert.ok(processorMs() - began < 15_000, `${processorMs() - began} ms`)
  })
}

cost('a signature of any text is read in a moment', () => {
  const k = 8000
  const began = processorMs()
  for (const text of ['=', '%41-_ =', ' ', '-', '%25', "b'", '\n', 'a= '].map((piece) =>
    piece.repeat(k / piece.length),
  ))
    diagnose(request({ authorization: [line(`${text}x`)] }), hash, 1)
  diagnose(request({ authorization: [line(base64(Buffer.from(`${' '.repeat(6000)}x`)))] }), hash, 1)
  assert.ok(processorMs() - began < 10_000)
})
