/**
 * Requests that were made to mislead a diagnosis, or to keep it busy: forgeries must not count as proofs, odd signatures must be named
 * for what they are, and no text may cost more time than its length allows.
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

/** The mistakes that a diagnosis finds, such as `pss-padding+method-case`. */
const mistakesIn = (hostile: Case): string =>
  diagnose(hostile, hash)
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
  // The block begins with the padding and the head of the string to sign. The cube's other bytes become the body.
  const head = `POST\n/v1/jobs\n${now}\nn-1\n`
  const blockStart = Buffer.concat([Buffer.from('0001ffffffffffffffff00', 'hex'), Buffer.from(head)])
  const smallestBlock = BigInt(`0x${blockStart.toString('hex')}${'00'.repeat(256 - blockStart.length)}`)
  const root = cubeRoot(smallestBlock)
  const bytesOf = (number: bigint): Buffer => Buffer.from(number.toString(16).padStart(512, '0'), 'hex')
  const cube = bytesOf(root ** 3n)
  assert.ok(cube.subarray(0, blockStart.length).equals(blockStart), 'the forgery begins as it should')
  const report = diagnose(
    request({
      target: '/v1/jobs',
      body: new Uint8Array(cube.subarray(blockStart.length)),
      authorization: [line(base64(bytesOf(root)))],
      keys: [{ appId: 'app-1', key: parsed.right }],
      settings: { policies: { 'small-exponent': true } },
    }),
    hash,
    1,
  )
  assert.not.ok(report.exact)
  assert.is(report.key, undefined)
  assert.is(report.outcome, 'reject')
})

misleading('a lone surrogate, which nobody can sign', () => {
  const authorization = [line(signatureOf(`POST\n\n${now}\nn-1\n`))]
  const signed = { authorization, body: new Uint8Array(0) }
  for (const surrogate of [{ target: '/\ud800' }, { method: '\udfff' }, { authorization: ['\ud800'] }]) {
    const report = diagnose(request({ ...signed, ...surrogate }), hash, 1)
    assert.not.ok(report.exact, JSON.stringify(surrogate))
    assert.is(report.outcome, 'reject', JSON.stringify(surrogate))
  }
  // The URL is a fact beside the request, and no part of what is verified.
  assert.is(diagnose(request({ ...signed, url: '\ud800' }), hash, 1).reason, 'signature_invalid')
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
  assert.is(report.reason, 'bearer_not_offered')
  assert.is(report.findings[0]?.id, 'header-auth-type')
})

telling('a signature that was cut, or is not RSA', () => {
  const whole = signatureOf('x')
  const ofBytes = (count: number): string => base64(Uint8Array.from({ length: count }, (_, i) => (i * 89 + 3) % 256))
  for (const { kind, signature, mistake } of [
    { kind: 'its end is missing', signature: whole.slice(0, -10), mistake: 'signature-truncated' },
    {
      kind: 'a letter too many',
      signature: `${whole.slice(0, 100)}A${whole.slice(100)}`,
      mistake: 'signature-truncated',
    },
    { kind: '255 bytes', signature: ofBytes(255), mistake: 'signature-truncated' },
    { kind: '32 bytes', signature: ofBytes(32), mistake: 'signature-not-rsa' },
    { kind: '20 bytes', signature: ofBytes(20), mistake: 'signature-not-rsa' },
    { kind: 'a digest in hexadecimal', signature: 'deadbeef'.repeat(8), mistake: 'signature-not-rsa' },
    { kind: 'as long as under a key of 3072 bits', signature: ofBytes(384), mistake: 'unknown-key' },
  ]) {
    const mistakes = mistakesIn(request({ authorization: [line(signature)] }))
    assert.ok(mistakes.endsWith(mistake), `${kind}: ${mistakes}`)
  }
})

telling('PSS with the longest salt, with other mistakes or over an unknown text', () => {
  const signByPss = (signedText: string): string =>
    base64(
      createSign('sha256')
        .update(signedText)
        .sign({ key: rsa(2048, 'app-1').privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    )
  const withMistakes = signByPss(`post\n/v1/jobs\n${now}\nn-1\n{"a":[1,2]}`)
  assert.is(
    mistakesIn(request({ authorization: [line(withMistakes)] })),
    'pss-padding+method-case+target-without-query',
  )
  const unknownText = request({ authorization: [line(signByPss('nobody guesses this'))] })
  const report = diagnose(unknownText, hash, 100_000_000)
  const explanations = [report.findings, ...report.alternatives].flat()
  assert.not.ok(report.exact)
  assert.is(report.findings[0]?.id, 'pss-padding')
  assert.ok(explanations.some(({ id }) => id === 'unknown-key'))
  // A random block looks like PSS once in 65,536 times, so PSS is only guessed.
  for (const { id, evidence, exact } of explanations) {
    assert.is(evidence, 'guess', id)
    assert.not.ok(exact, id)
  }
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
  assert.equal(
    report.findings.map(({ id }) => id),
    ['target-without-query', 'clock-behind'],
  )
  assert.match(report.findings[1]?.detail ?? '', '28800 s, exactly 8 h: perhaps local time')
})

/** What the report says of the clock, for a request with this timestamp that came at `arrival`. */
const clockDetail = (arrival: number, timestamp: number): string => {
  const authorization = [line(unfit).replace(/timestamp=\d+/, `timestamp=${timestamp}`)]
  const { findings } = diagnose(request({ authorization, now: arrival }), hash, 1)
  return findings.find(({ part }) => part === 'clock')?.detail ?? ''
}

telling('a time zone is named only for a difference of one, give or take the way of a request', () => {
  // Positive: the timestamp is ahead of the arrival.
  for (const { seconds, isZone } of [
    { seconds: 7320, isZone: false },
    { seconds: 7318, isZone: false },
    { seconds: 7200, isZone: true },
    { seconds: 7190, isZone: true },
    // No zone is one hour and a half from UTC, and some are five and a half.
    { seconds: 5400, isZone: false },
    { seconds: 19_800, isZone: true },
    { seconds: 6000, isZone: false },
    { seconds: -7230, isZone: true },
    { seconds: -7150, isZone: false },
    { seconds: -7320, isZone: false },
    { seconds: -50_400, isZone: true },
  ])
    assert.is(/zone|local time/.test(clockDetail(now, now + seconds)), isZone, `${seconds} s`)
})

telling('a timestamp that is a midnight or a whole hour is called so', () => {
  const midnight = now - (now % 86_400)
  assert.match(clockDetail(midnight + 51_800, midnight), /51800 s: the timestamp is midnight UTC/)
  assert.match(clockDetail(midnight + 51_800, midnight + 7200), /is a whole hour/)
})

const cost = suite('hostile requests: what they cost')

cost('items that are written a thousand times are looked at twice', () => {
  const repeatedItems = Array.from({ length: 1500 }, (_, i) => `,timestamp=${i},nonce_str=${i}`).join('')
  const began = processorMs()
  const report = diagnose(
    request({ authorization: [line(unfit) + repeatedItems], body: new Uint8Array(16_384) }),
    hash,
    50_000_000,
  )
  assert.ok(report.findings.some(({ id }) => id === 'header-duplicate-key'))
  assert.ok(processorMs() - began < 10_000)
})

for (const { kind, bodyOf } of [
  { kind: 'nested', bodyOf: (bytes: number) => `${'['.repeat(120)}${'1,'.repeat(bytes / 2)}1${']'.repeat(120)}` },
  {
    kind: 'members',
    bodyOf: (bytes: number) => `{${Array.from({ length: bytes / 12 }, (_, i) => `"${i}":1`).join(',')}}`,
  },
  { kind: 'text', bodyOf: (bytes: number) => `"${'é<'.repeat(bytes / 3)}"` },
]) {
  cost(`a body of 3 MB of ${kind} ends within its budget, and throws nothing`, () => {
    const large = request({ authorization: [line(unfit)], body: new Uint8Array(Buffer.from(bodyOf(3_000_000))) })
    const began = processorMs()
    const report = diagnose(large, hash, 200_000_000)
    assert.not.ok(report.exact)
    assert.not.ok(report.complete)
    // A fraction of a second on a quiet machine; without bounds it took minutes, or crashed.
    assert.ok(processorMs() - began < 15_000, `${processorMs() - began} ms`)
  })
}

cost('a signature of any text is read in a moment', () => {
  const began = processorMs()
  for (const piece of ['=', '%41-_ =', ' ', '-', '%25', "b'", '\n', 'a= ']) {
    const signature = `${piece.repeat(8000 / piece.length)}x`
    diagnose(request({ authorization: [line(signature)] }), hash, 1)
  }
  const base64OfBlanks = base64(Buffer.from(`${' '.repeat(6000)}x`))
  diagnose(request({ authorization: [line(base64OfBlanks)] }), hash, 1)
  const spent = processorMs() - began
  assert.ok(spent < 10_000, `${spent} ms`)
})
