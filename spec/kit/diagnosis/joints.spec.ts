/** What stands between the parts, and what is left behind the last: any joint with any end. */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const body = '{"a":1}'

const joints = byTurns(3, suite('joints and ends'))

/** Joints of programs: literals in single quotes, formats, lists. */
const between = ['\\n', '\\r\\n', ';', '||', ', ', '#', '\t', '::']
const ends = ['\n', '\r\n', '\\n', '\\r\\n']

for (const joint of between)
  joints(`for all ends behind a body, also the joint itself: ${JSON.stringify(joint)}`, () => {
    for (const end of new Set([joint, ...ends])) {
      const text = ['POST', '/v1/jobs', now, 'n-1', body].join(joint) + end
      const { exact, findings } = diagnose(
        {
          method: 'POST',
          target: '/v1/jobs',
          authorization: [line(signatureOf(text))],
          body: new Uint8Array(Buffer.from(body)),
          keys,
          now,
        },
        hash,
        100_000_000,
      )
      const told = `${findings.map(({ id, detail, what }) => `${id} (${detail}) ${what}`).join()}`
      assert.ok(exact, `${JSON.stringify([joint, end])}: ${told}`)
      // Both are told, by one finding or by two.
      assert.ok(findings.length === 2 || told.includes(`signed ${JSON.stringify(end)} behind the body`), told)
    }
  })

for (const content of ['', body])
  joints(`CR LF behind every line is one act, ${content === '' ? 'without' : 'with'} a body`, () => {
    const text = ['GET', '/v1/jobs', now, 'n-1', content].map((part) => `${part}\r\n`).join('')
    const { exact, findings, headline } = diagnose(
      {
        method: 'GET',
        target: '/v1/jobs',
        authorization: [line(signatureOf(text))],
        body: new Uint8Array(Buffer.from(content)),
        keys,
        now,
      },
      hash,
      100_000_000,
    )
    assert.equal(
      [exact, findings.map(({ id }) => id), headline],
      [true, ['separator-crlf'], 'signed the parts with a CR LF between them; signed a CR LF behind the body'],
    )
    assert.match(findings[0]?.what ?? '', /every line with CR LF, the last one too/)
  })

for (const [text, headline] of [
  [`POST\n/v1/jobs\n${now}\nn-1\n${body}\n`, 'signed a line feed behind the body'],
  [`\nPOST\n/v1/jobs\n${now}\nn-1\n${body}`, 'signed a line feed in front of the first line'],
  [`POST|/v1/jobs|${now}|n-1|${body}`, 'signed the parts with "|" between them'],
  [`POST\n/v1/jobs\n${now}\nn-1${body}`, 'signed nothing in front of the body'],
  [`POST\n/v1/jobs\n${now}\n${body}`, 'signed no nonce'],
  [`POST\n/v1/jobs\nn-1\n${now}\n${body}`, 'signed the parts in the order method, target, nonce, timestamp, body'],
] as const)
  joints(`${JSON.stringify(text)}: the headline says how the parts were joined`, () => {
    const request = {
      method: 'POST',
      target: '/v1/jobs',
      authorization: [line(signatureOf(text))],
      body: new Uint8Array(Buffer.from(body)),
      keys,
      now,
    }
    assert.is(diagnose(request, hash, 100_000_000).headline, headline)
  })
