import { constants, createSign, privateEncrypt } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { toHex } from '../../../src/core/Bytes.ts'
import * as PublicKey from '../../../src/core/PublicKey.ts'
import type { Hash } from '../../../src/effects/Hash.ts'
import { toBytes } from '../../../src/kit/conformance/content.ts'
import { readSuite } from '../../../src/kit/conformance/suite.ts'
import type { Inputs, StepVerdict } from '../../../src/kit/conformance/Vector.ts'
import { draftOf, message } from '../../../src/kit/diagnosis/Draft.ts'
import { type Case, diagnose, examine } from '../../../src/kit/diagnosis/examine.ts'
import type { Finding, Report } from '../../../src/kit/diagnosis/Report.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { assertNamedAlone, everyForm as view } from '../../support/finding.ts'
import { rsa } from '../../support/keys.ts'
import * as like from '../../support/lookalikes.ts'
import { drawOf, line, now, plant, plantable, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const ids = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => findings.map(({ id }) => id)

/** The request of a caller that signs `bytes`. */
const sent = (bytes: Uint8Array, change: Partial<Case> = {}, signer = 'app-1'): Case => {
  const { method, target, nonce, timestamp, body } = view
  const authorization = [line(signatureOf(bytes, signer), nonce, timestamp)]
  return {
    method,
    target,
    authorization,
    body,
    keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
    now,
    ...change,
  }
}

const right = draftOf(view)
const rightly = (change: Partial<Case> = {}): Case => sent(message(right, hash), change)

/** The right request, or one that signs `bytes`, with another line. */
const withLine = (found: RegExp, written: string, change: Partial<Case> = {}, bytes = message(right, hash)): Case => {
  const { authorization, ...request } = sent(bytes, change)
  return { ...request, authorization: authorization.map((line) => line.replace(found, written)) }
}

const withSignature = (signature: string, change: Partial<Case> = {}): Case =>
  withLine(/signature=.*/, `signature=${signature}`, change)

const detailsOf = ({ findings }: Report): ReadonlyArray<readonly [string, string]> =>
  findings.map(({ id, detail }) => [id, detail])

const alone = suite('each mistake alone')

// Two forms of each; pairs.live.spec tries every form.
for (const mistake of plantable) alone(mistake.id, () => assertNamedAlone(mistake, 2))

const telling = suite('examine')

telling('a right request from a mistake', () => {
  const report = diagnose(rightly(), hash)
  assert.equal([report.outcome, report.exact, report.findings, report.alternatives], ['accept', true, [], []])
  assert.is(report.reason, undefined)
  assert.is(report.difference, undefined)
  assert.is(report.key?.appId, 'app-1')
  assert.equal(report.signed, report.expected)
})

telling('a right request that was refused because its nonce had been used', () => {
  const report = diagnose(rightly({ refused: 'nonce_replayed' }), hash)
  assert.equal([report.outcome, report.reason, report.recovered], ['reject', 'nonce_replayed', true])
  assert.is(report.headline, 'the signature is right, but the request was refused for another reason')
  assert.match(reportWords(report, { keys: 1 }).message, 'Sign each attempt again, with a new nonce.')
  // Another reason is judged anew: it may come of a key or a setting that has changed.
  assert.is(diagnose(rightly({ refused: 'app_unknown' }), hash).outcome, 'accept')
  const wrong = diagnose(sent(Buffer.from('something else'), { refused: 'nonce_replayed' }), hash, 1_000_000)
  assert.is(wrong.reason, 'signature_invalid')
})

telling("another app's key from an unknown key", () => {
  const byOther = sent(message(right, hash), {}, 'app-2')
  const unknown = diagnose(byOther, hash)
  assert.equal([unknown.exact, ids(unknown.findings), unknown.key], [false, ['unknown-key'], undefined])
  const known = diagnose(
    { ...byOther, keys: [...byOther.keys, { appId: 'app-2', key: publicKey(2048, 'app-2') }] },
    hash,
  )
  assert.equal([known.exact, ids(known.findings), known.findings[0]?.detail], [true, ['other-key'], 'app-2'])
  assert.is(known.reason, 'signature_invalid')
})

telling('a signature of a length that no key has', () => {
  const report = diagnose(rightly({ keys: [{ appId: 'app-1', key: publicKey(3072, 'app-1') }] }), hash)
  assert.equal([report.exact, report.reason, ids(report.findings)], [false, 'signature_malformed', ['unknown-key']])
  assert.match(report.findings[0]?.detail ?? '', '256 bytes')
})

telling('a text that it cannot find: the report has its digest, and guesses that are marked', () => {
  const bytes = Buffer.from('something else')
  const report = diagnose(sent(bytes, { target: '/v1/jobs/undefined' }), hash, 20_000_000)
  assert.not.ok(report.exact)
  assert.is(report.signed?.digest, toHex(hash('sha256', bytes)))
  assert.is(report.signed?.bytes, undefined)
  assert.equal([report.findings, ...report.alternatives].map(ids), [['part-unfilled']])
  assert.ok(report.findings.every(({ evidence, exact }) => evidence === 'guess' && !exact))
  assert.equal(report.untried, ['host', 'URL'])
  assert.ok((report.excluded?.target ?? 0) > 5)
  // Where nothing speaks for a guess, there is none.
  const told = diagnose(sent(bytes, { host: view.host, url: view.url, body: Buffer.from('{}') }), hash, 20_000_000)
  assert.equal([told.findings, told.alternatives, told.untried], [[], [], []])
})

telling('a search that ended early: it leaves out nothing that it has not tried', () => {
  // Each value is tried with both nonces.
  const twice = withLine(/nonce_str=/, 'nonce_str=n-2,nonce_str=', {}, Buffer.from('something else'))
  const told = Array.from({ length: 40 }, (_, i) => diagnose(twice, hash, 200_000 * i).excluded)
  assert.ok(told.at(-1) !== undefined)
  for (const excluded of told) assert.ok((excluded?.body ?? 10) > 5)
})

telling('what was signed, what was expected, and where they first differ', () => {
  const report = diagnose(sent(Buffer.from(`POST\n${view.target}\n${view.timestamp}\n${view.nonce}\n`)), hash)
  assert.equal(ids(report.findings), ['body-missing'])
  const head = `POST\n${view.target}\n${view.timestamp}\n${view.nonce}\n`
  assert.is(Buffer.from(report.signed?.bytes ?? '').toString(), head)
  assert.is(Buffer.from(report.expected?.bytes ?? '').toString(), head + Buffer.from(view.body).toString())
  assert.equal(report.difference, { offset: head.length, part: 'body', expected: 0x7b })
  const parts = (text: string) => diagnose(sent(Buffer.from(text)), hash).difference
  const body = Buffer.from(view.body).toString()
  assert.equal(parts(head.replaceAll('\n', '\r\n') + body), {
    offset: 4,
    part: 'separator',
    signed: 0x0d,
    expected: 0x0a,
  })
  assert.equal(parts(`${head}${body}\n`), { offset: Buffer.byteLength(head + body), part: 'end', signed: 0x0a })
  assert.is(parts(head.replace('aB3-f00dFACE', 'ab3-f00dface') + body)?.part, 'nonce')
})

telling('PSS with any salt and any hash, also masked with SHA-1', () => {
  const { privateKey } = rsa(2048, 'app-1')
  for (const [name, saltLength] of [
    ['sha256', constants.RSA_PSS_SALTLEN_MAX_SIGN],
    ['sha256', 32],
    ['sha256', 0],
    ['sha1', 20],
    ['sha512', 64],
  ] as const) {
    const signature = createSign(name)
      .update(message(right, hash))
      .sign({ key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
      .toString('base64')
    const report = diagnose(withSignature(signature), hash)
    assert.ok(report.exact, `${name} ${saltLength}`)
    assert.equal(ids(report.findings), name === 'sha256' ? ['pss-padding'] : ['pss-padding', 'wrong-hash'])
  }
})

telling('for all digests: one that ends at its first zero byte is told as cut, and the right text is found', () =>
  forAll([fc.nat()], { numRuns: 3 }, (seed) => {
    const texts = Array.from({ length: 4000 }, (_, i) => ({ ...right, body: new TextEncoder().encode(`${seed} ${i}`) }))
    const [draft = right, digest = new Uint8Array(0)] =
      texts
        .map((text) => [text, hash('sha256', message(text, hash))] as const)
        .find(([, made]) => made.indexOf(0) >= 8 && made.indexOf(0) < 31 - 1) ?? []
    const cut = Uint8Array.from(digest, (byte, i) => (i < digest.indexOf(0) ? byte : 0))
    const digestInfo = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), cut])
    const signature = privateEncrypt(rsa(2048, 'app-1').privateKey, digestInfo).toString('base64')
    const report = diagnose(withSignature(signature, { body: draft.body }), hash)
    assert.equal([report.exact, detailsOf(report)], [true, [['wrong-hash', 'cut at its first zero byte']]])
    assert.is(report.headline, 'signed the right text, but the digest is cut')
    assert.match(report.findings[0]?.what ?? '', /^The signature was made of a digest that ends at its first zero byte/)
  }),
)

telling('a block without a DigestInfo: a digest in bytes or hexadecimal, or the text itself, padded or not', () => {
  const text = message({ ...right, body: new Uint8Array(0) }, hash)
  const block = (content: Uint8Array, padding: number) =>
    privateEncrypt({ key: rsa(2048, 'app-1').privateKey, padding }, content).toString('base64')
  const digest = hash('sha256', text)
  const filled = Buffer.concat([Buffer.alloc(224), digest])
  for (const [signature, detail] of [
    [block(digest, constants.RSA_PKCS1_PADDING), 'no DigestInfo'],
    [block(Buffer.from(toHex(digest)), constants.RSA_PKCS1_PADDING), 'the digest in hexadecimal'],
    [block(text, constants.RSA_PKCS1_PADDING), 'the text itself'],
    [block(filled, constants.RSA_NO_PADDING), 'no padding'],
  ] as const) {
    const report = diagnose(withSignature(signature, { body: new Uint8Array(0) }), hash)
    assert.equal([report.exact, detailsOf(report)], [true, [['bare-digest', detail]]])
  }
})

for (const [name, found, written, id] of [
  ['leaves out', /timestamp=\d+,/, '', 'header-missing-key'],
  ['leaves empty', /timestamp=\d+/, 'timestamp=', 'header-timestamp'],
] as const)
  telling(`a timestamp that the header ${name}, by trying every fresh one`, () => {
    const report = diagnose(withLine(found, written), hash)
    assert.equal([report.exact, ids(report.findings), report.reason], [true, [id], 'authorization_malformed'])
  })

telling('a request that was kept from one that is wrong: the time is not exact, and hides nothing', () => {
  const now = Number(view.timestamp) + 1000
  const kept = diagnose(sent(message(right, hash), { now }), hash)
  assert.equal([kept.reason, kept.inTime, kept.exact], ['timestamp_expired', 'accept', false])
  const wrong = diagnose(sent(message({ ...right, target: '/v1' }, hash), { now, paths: ['/v1'] }), hash)
  const told = wrong.findings.map(({ id, evidence, exact, refuses }) => [id, evidence, exact, refuses])
  assert.equal(told, [
    ['target-other', 'digest', true, undefined],
    ['clock-behind', 'clock', false, true],
  ])
  assert.equal([wrong.reason, wrong.inTime, wrong.exact], ['timestamp_expired', 'signature_invalid', false])
})

telling('milliseconds in the header from those in the text', () => {
  const inMilliseconds = [/timestamp=(\d+)/, 'timestamp=$1123'] as const
  assert.equal(ids(diagnose(withLine(...inMilliseconds), hash).findings), ['header-milliseconds'])
  const signed = message({ ...right, timestamp: `${view.timestamp}123` }, hash)
  const report = diagnose(withLine(...inMilliseconds, {}, signed), hash)
  const told = [report.exact, ids(report.findings), report.reason]
  assert.equal(told, [true, ['header-milliseconds'], 'timestamp_in_future'])
})

for (const [timestamp, id, detail] of [
  ['1700000000123', 'header-milliseconds', 'milliseconds'],
  ['1700000000123456', 'header-timestamp', 'microseconds'],
  ['1700000000123456789', 'header-timestamp', 'nanoseconds'],
  ['20231114221320', 'header-timestamp', 'a date in digits'],
  ['202311142213', 'header-timestamp', 'a date in digits'],
  ['7200', 'header-timestamp', 'it does not count from 1970, or the clock was never set'],
  ['1000000000', 'clock-behind', '700000000 s'],
] as const)
  telling(`what a timestamp of ${timestamp} counts`, () => {
    const signed = message({ ...right, timestamp }, hash)
    const report = diagnose(withLine(/timestamp=\d+/, `timestamp=${timestamp}`, {}, signed), hash)
    assert.equal([report.exact, detailsOf(report)], [id !== 'clock-behind', [[id, detail]]])
  })

for (const [signature, shown] of [
  ['[object Promise]', '[object Promise]'],
  ['undefined', 'undefined'],
  ['<coroutine object sign at 0x7f2a>', '<coroutine object …>'],
  ['[B@1b6d3586', '[B@…'],
  ['java.util.Optional@1b6d3586', '….…@…'],
] as const)
  telling(`a value that is no text in place of the signature: ${signature}`, () =>
    assert.equal(detailsOf(diagnose(withSignature(signature), hash)), [['signature-printed', shown]]),
  )

telling('a printed value is short: a long one is shown nowhere', () => {
  const details = detailsOf(diagnose(withSignature(`Promise {${' a'.repeat(2000)}}`), hash))
  assert.ok(details.every(([id, detail]) => id !== 'signature-printed' && detail.length < 200))
})

telling(
  'for all passwords like Name@1234 in place of a signature: it is neither called a printed object nor shown',
  () =>
    forAll(
      [fc.constantFrom('password', 'Password', 'user.name', 'a.b.c'), fc.stringMatching(/^[0-9a-f]{1,8}$/)],
      (name, end) => {
        const report = diagnose(withSignature(`${name}@${end}`), hash)
        assert.not.ok(detailsOf(report).some(([id]) => id === 'signature-printed'))
        assert.not.ok(JSON.stringify(report.findings).includes(`${name}@${end}`))
      },
    ),
)

telling('nothing without a signed request: no header, a token, wrong settings', () => {
  const bare = (change: Partial<Case>): Report => diagnose(rightly(change), hash)
  const told = [bare({ authorization: [] }).reason, bare({ authorization: [] }).findings]
  assert.equal(told, ['authorization_missing', []])
  assert.is(bare({ authorization: ['Bearer abc'] }).reason, 'bearer_not_offered')
  assert.is(bare({ settings: { maxAge: -1 } }).reason, 'misconfigured')
  assert.is(bare({ keys: [] }).reason, 'app_unknown')
  const twice = rightly().authorization
  assert.is(bare({ authorization: [...twice, ...twice] }).reason, 'authorization_multiple')
})

telling('the same for the same request; no budget makes it claim what is not so', () => {
  const planted = plant(
    view,
    [plantable[3], plantable[24]].filter((m) => m !== undefined),
    2048,
    drawOf(3),
  )
  assert.ok(planted)
  const whole = diagnose(planted.request, hash)
  assert.equal(diagnose(planted.request, hash), whole)
  assert.ok(whole.exact)
  for (const budget of [0, 1, 1_000, 1_000_000]) {
    const report = diagnose(planted.request, hash, budget)
    if (report.exact) assert.equal(ids(report.findings), ids(whole.findings))
    else assert.is(report.complete, false)
  }
})

/** The report when it is given `enough` behind so many pauses; undefined if it ended before. */
const stoppedAfter = (request: Case, pauses: number): Report | undefined => {
  const examination = examine(request, hash)
  for (let i = 0; i < pauses; i++) if (examination.next().done === true) return undefined
  const last = examination.next('enough')
  if (last.done !== true) throw new Error('it goes on')
  return last.value
}

telling('at any pause of one mistake of many forms: nothing, or the text with what led to it', async () => {
  const body = Buffer.from(JSON.stringify({ request_id: 'r-1', stages: [] }))
  const wrong = draftOf({ ...view, body: Buffer.from('{"request_id":"r-1","note":null,"stages":[]}') })
  const request = sent(message(wrong, hash), { body })
  const whole = diagnose(request, hash)
  assert.ok(whole.recovered && whole.complete)
  let all = 0
  for (const examination = examine(request, hash); examination.next().done !== true; ) all++
  const holds = (pauses: number): void => {
    const { recovered, exact, findings, alternatives } = stoppedAfter(request, pauses) ?? whole
    const causes = [...findings, ...alternatives.flat()].filter(({ evidence }) => evidence !== 'guess')
    assert.is(causes.length > 0, recovered, `after ${pauses} pauses`)
    assert.not.ok(exact, `after ${pauses} pauses`)
  }
  // A text is met late, and what else led to it is looked for after that.
  for (const pauses of [1, 2, all - 3, all - 2, all - 1, all]) holds(pauses)
  await forAll([fc.integer({ min: 1, max: all })], { numRuns: 10 }, holds)
})

telling('that it is not complete if it was stopped before every key was tried', () => {
  const others = ['app-2', 'app-3'].map((appId) => ({ appId, key: publicKey(2048, appId) }))
  const unknown = sent(message(right, hash), {}, 'app-4')
  const request = { ...unknown, keys: [...unknown.keys, ...others] }
  // Each key three times: the signature as it is, reversed, and with the bytes of each pair exchanged.
  const told = [1, 2, 3, 4, 5, 6].map((pauses) => stoppedAfter(request, pauses)?.complete)
  assert.equal(told, [false, false, false, false, false, true])
  assert.equal(ids(stoppedAfter(request, 1)?.findings ?? []), ['unknown-key'])
  assert.is(diagnose(request, hash).complete, true)
})

telling('progress that only grows, in pauses of a few milliseconds of work', () => {
  const examination = examine(sent(Buffer.from('something else')), hash)
  let before = { tried: 0, work: 0, mistakes: 0, share: 0 }
  while (before.mistakes < 3) {
    const step = examination.next()
    if (step.done === true) break
    const { tried, work, mistakes, share } = step.value
    assert.ok(tried >= before.tried && work >= before.work && mistakes >= before.mistakes)
    assert.ok(share >= before.share && share <= 1, `${share} after ${before.share}`)
    assert.ok(work - before.work < 2_000_000)
    before = step.value
  }
  assert.is(before.mistakes, 3)
})

telling('for all texts in place of the header: never throws, and calls nothing exact', async () => {
  await forAll(
    [
      fc.oneof(
        like.headerLike(),
        like.anyText(),
        like.mutated(arb.authorization().map(() => rightly().authorization[0] ?? '')),
      ),
    ],
    { numRuns: 150 },
    (line) => {
      const report = diagnose(rightly({ authorization: [line], body: Buffer.from('changed') }), hash, 1_000_000)
      assert.is(report.outcome, 'reject')
      assert.not.ok(report.exact)
    },
  )
})

telling('exact only if the digest is met: a hash that lies proves nothing', () => {
  // This hash gives every text the signed digest, but the block does not agree.
  const lying: Hash = () => new Uint8Array(32)
  const report = diagnose(rightly(), lying, 50_000_000)
  assert.not.ok(report.exact)
})

const agreement = suite('examine and the verifier')

agreement('give the same verdict on every vector that needs no guard, no token and no key validity', () => {
  const { vectors } = readSuite()
  let compared = 0
  for (const { id, op, input, expect } of vectors) {
    if (op !== 'verify' || expect.policy !== undefined) continue
    const { steps, keys, tokens, edition, authType, maxAge, maxSkew, bodyLimit } = input as Inputs['verify']
    const parsed = keys.flatMap(({ appId, key, ...validity }) => {
      const read = PublicKey.parse(key)
      const usable = E.isRight(read) && read.right._tag === 'PublicKey' && Object.keys(validity).length === 0
      return usable ? [{ appId, key: read.right as PublicKey.PublicKey }] : []
    })
    if (parsed.length !== keys.length || tokens !== null) continue
    for (const [i, step] of steps.entries()) {
      const verdict = (expect.value as ReadonlyArray<StepVerdict> | undefined)?.[i]
      if (verdict === undefined || step.allowed === false || step.later !== undefined) continue
      const reason = verdict.outcome === 'reject' ? verdict.reason : undefined
      if (reason === 'nonce_replayed') continue
      const { method, target, authorization } = step
      const settings = { edition, authType, maxAge, maxSkew, bodyLimit }
      const request = { method, target, authorization, body: toBytes(step.body), keys: parsed, now: step.now, settings }
      const report = diagnose(request, hash, 0)
      compared++
      assert.equal([id, report.outcome, report.reason], [id, verdict.outcome, reason])
    }
  }
  assert.ok(compared > 200, `${compared} compared`)
})
