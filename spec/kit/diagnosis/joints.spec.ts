/**
 * Wrong joints: the caller put something else between the parts, or left something behind the last part. The search has to find any
 * joint together with any end, and the report has to say both.
 */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const nonce = 'n-1'
const body = '{"a":1}'
const enoughTexts = 100_000_000

/** The report on a request to /v1/jobs, whose caller signed this text in place of the right one. */
const reportOn = (request: { readonly method: string; readonly body: string; readonly signed: string }): Report =>
  diagnose(
    {
      method: request.method,
      target: '/v1/jobs',
      authorization: [line(signatureOf(request.signed))],
      body: new Uint8Array(Buffer.from(request.body)),
      keys,
      now,
    },
    hash,
    enoughTexts,
  )

const joints = byTurns(3, suite('joints and ends'))

/** The joints of programs: literals in single quotes, formats, lists. */
const wrongJoints = ['\\n', '\\r\\n', ';', '||', ', ', '#', '\t', '::']
const wrongEnds = ['\n', '\r\n', '\\n', '\\r\\n']

for (const joint of wrongJoints)
  joints(`for all ends behind a body, also the joint itself: ${JSON.stringify(joint)}`, () => {
    for (const end of new Set([joint, ...wrongEnds])) {
      const signed = ['POST', '/v1/jobs', now, nonce, body].join(joint) + end
      const { exact, findings } = reportOn({ method: 'POST', body, signed })
      const words = findings.map(({ id, detail, what }) => `${id} (${detail}) ${what}`).join()
      const row = `${JSON.stringify({ joint, end })}: ${words}`
      assert.ok(exact, row)
      // Joint and end are two findings, or one finding that names the end.
      assert.ok(findings.length === 2 || words.includes(`signed ${JSON.stringify(end)} at the end of the text`), row)
    }
  })

/** One wrong joint among three right ones. Other mistakes may have its text: a request line, or white space behind a part. */
const singleJoints = ['\\n', '\\r\\n', '\r', ' ', ',', '&', '|', ':', '.', '']
const rareSingleJoints = [', ', ' | ', ';', '; ', '\t', '-', '_', '#', '::', '||', '\r\n', '\n\n', ' \n']

for (const joint of [...singleJoints, ...rareSingleJoints])
  joints(`one wrong joint is found wherever it stands: ${JSON.stringify(joint)}`, () => {
    const parts = ['POST', '/v1/jobs', now, nonce, body]
    for (const place of [1, 2, 3, 4]) {
      const signed = parts.slice(0, place).join('\n') + joint + parts.slice(place).join('\n')
      const { exact, findings, alternatives = [] } = reportOn({ method: 'POST', body, signed })
      const row = JSON.stringify({ joint, place, findings: findings.map(({ id, detail }) => `${id} (${detail})`) })
      assert.ok(exact && findings.length === 1 && alternatives.length === 0, row)
    }
  })

joints('a full stop between timestamp and nonce is named with its place', () => {
  const signed = `POST\n/v1/jobs\n${now}.${nonce}\n${body}`
  const [finding] = reportOn({ method: 'POST', body, signed }).findings
  assert.is(`${finding?.id} (${finding?.detail})`, 'separator-other ("." between timestamp and nonce)')
})

joints('for all joints, nonce and timestamp on one line: both the order and the joint are told', () => {
  for (const joint of ['', '.', ':', ',', '|', '&', ' ', '-', '_', ';', '\\n']) {
    const signed = `POST\n/v1/jobs\n${nonce}${joint}${now}\n${body}`
    const { exact, findings } = reportOn({ method: 'POST', body, signed })
    const row = JSON.stringify({ joint, findings })
    assert.ok(exact && findings.length === 1, row)
    assert.is(findings[0]?.id, 'parts-reordered', row)
    assert.match(
      findings[0]?.what ?? '',
      /nonce before the timestamp, with .+ between them instead of a line feed/,
      row,
    )
  }
})

joints('nonce and timestamp in the wrong order on lines of their own: no joint is told', () => {
  const [finding] = reportOn({ method: 'POST', body, signed: `POST\n/v1/jobs\n${nonce}\n${now}\n${body}` }).findings
  assert.is(`${finding?.id} (${finding?.detail})`, 'parts-reordered (nonce before timestamp)')
})

for (const { kind, sentBody } of [
  { kind: 'without', sentBody: '' },
  { kind: 'with', sentBody: body },
])
  joints(`CR LF behind every line is one act, ${kind} a body`, () => {
    const signed = `GET\r\n/v1/jobs\r\n${now}\r\n${nonce}\r\n${sentBody}\r\n`
    const { exact, findings, headline } = reportOn({ method: 'GET', body: sentBody, signed })
    assert.ok(exact)
    assert.equal(
      findings.map(({ id }) => id),
      ['separator-crlf'],
    )
    const place = sentBody === '' ? 'at the end of the text' : 'after the body'
    assert.is(headline, `signed the parts with a CR LF between them; signed a CR LF ${place}`)
    assert.match(findings[0]?.what ?? '', /every line with CR LF, even the last line/)
  })

for (const { signed, expected } of [
  { signed: `POST\n/v1/jobs\n${now}\n${nonce}\n${body}\n`, expected: 'signed a line feed after the body' },
  { signed: `\nPOST\n/v1/jobs\n${now}\n${nonce}\n${body}`, expected: 'signed a line feed before the first line' },
  { signed: `POST|/v1/jobs|${now}|${nonce}|${body}`, expected: 'signed the parts with "|" between them' },
  {
    signed: `POST\\n/v1/jobs\\n${now}\\n${nonce}\\n${body}`,
    expected: 'signed the parts with a backslash and an n between them',
  },
  {
    signed: `POST$\\n/v1/jobs$\\n${now}$\\n${nonce}$\\n${body}`,
    expected: 'signed the parts with "$\\n" between them',
  },
  { signed: `POST\n/v1/jobs\n${now}\n${nonce}${body}`, expected: 'signed no line feed before the body' },
  { signed: `POST\n/v1/jobs\n${now}\n\n${nonce}\n${body}`, expected: `signed the timestamp "${now}\\n", sent ${now}` },
  { signed: `POST\n/v1/jobs\n${now}\n${body}`, expected: 'signed no nonce' },
  {
    signed: `POST\n/v1/jobs\n${nonce}\n${now}\n${body}`,
    expected: 'signed the parts in the order method, target, nonce, timestamp, body',
  },
])
  joints(`${JSON.stringify(signed)}: the headline says how the parts were joined`, () => {
    assert.is(reportOn({ method: 'POST', body, signed }).headline, expected)
  })
