/**
 * A report as a run writes it: one clean port, one with every kind of failure, one that never started.
 */
import { createHash } from 'node:crypto'
import type {
  CaseReport,
  CaseVerdict,
  ConformanceReport,
  Failure,
  PortReport,
} from '../../../../src/kit/conformance/Report.ts'
import { countsOf } from '../../../../src/kit/conformance/reports/tally.ts'
import type { Op } from '../../../../src/kit/conformance/Vector.ts'

const hexOf = (text: string): { readonly hex: string } => ({ hex: Buffer.from(text).toString('hex') })

/** Bytes that look like a signature. */
const noise = (seed: string, length: number): string =>
  Array.from({ length: Math.ceil(length / 32) }, (_, i) => createHash('sha256').update(`${seed}/${i}`).digest('hex'))
    .join('')
    .slice(0, length * 2)

/** By a group and its ops, its cases. */
const groups: Readonly<Record<string, string>> = {
  'string-to-sign stringToSign':
    'five-parts empty-body-ends-in-lf line-feed-behind-body crlf-between-parts body-hashed',
  'target stringToSign sign verify':
    'query-kept query-order fragment-dropped bare-question-mark lower-case-escape escape-not-decoded dot-segments double-slash apostrophe broken-escape absolute-form absolute-form-empty-path raw-line-feed raw-space asterisk',
  'method stringToSign sign verify': 'lower-case patch custom-token long-s turkish-i get-for-post empty',
  'timestamp verify':
    'age-at-limit age-over-limit skew-at-limit leading-zero plus-sign milliseconds arabic-digits empty',
  'nonce verify': 'one-character uuid too-long comma line-feed percent-encoded',
  'replay verify': 'same-app other-app re-signed bad-signature-burns-nothing last-second future-dated',
  'body sign verify': 'empty byte-order-mark invalid-utf8 line-ends nul one-byte-flipped lone-surrogate',
  'authorization parseAuthorization': 'reversed-order app-id-twice quoted-values blank-behind-comma two-lines prefix',
  'base64 verify': 'plus-and-slash url-alphabet no-padding spare-bits line-feed',
  'rsa rsaVerify': 'leading-zero-byte zero-stripped other-key sha1 pss trailing-garbage low-exponent-forgery',
  'keys-import importKey': 'pkcs1 pkcs8 crlf 1024-bits exponent-one encrypted elliptic-curve',
  'bearer verify': 'known-token unknown-token two-blanks mainland',
  'job decodeJob encodeJob': 'empty-stages name-twice deep-nesting big-integer minus-zero proto-member',
  'wire request': 'object-body text-body falsy-body base-path',
}

const casesOf = (verdictOf: (id: string, op: Op) => CaseVerdict): ReadonlyArray<CaseReport> =>
  Object.entries(groups).flatMap(([named, slugs]) => {
    const [group = '', ...ops] = named.split(' ')
    return slugs.split(' ').map((slug, i): CaseReport => {
      const id = `${group}/${slug}`
      const op = ops[i % ops.length] as Op
      const verdict = verdictOf(id, op)
      const milliseconds =
        verdict === 'timeout' ? 10_000 : verdict === 'not-run' ? 0 : slug === 'deep-nesting' ? 480 : 1.4
      return {
        id,
        group,
        op,
        verdict,
        milliseconds,
        ...(verdict === 'pass' && op === 'verify' ? { reasonAgrees: slug !== 'arabic-digits' } : {}),
        ...(verdict === 'pass' || verdict === 'not-run' ? {} : { failure: failureOf(id, op, verdict) }),
      }
    })
  })

const message = 'POST\n/v1/jobs?\n1700000000\n5b1d7d3e0d5c4f0e9a511f6b3d2c4e5f\n{"request_id":"größe-7","stages":[]}'
const withoutMark = message.replace('?', '')
const authorization = `SVC-SHA256-RSA app_id=app-1,nonce_str=5b1d7d3e0d5c4f0e9a511f6b3d2c4e5f,timestamp=1700000000,signature=${Buffer.from(
  noise('authorization', 256),
  'hex',
).toString('base64')}`

const common = (id: string): Pick<Failure, 'comment' | 'flags' | 'expected' | 'rerun'> => ({
  comment: 'One rule is broken, and everything else is as it should be.',
  flags: [],
  expected: '{"outcome":"value","value":[{"outcome":"reject","reason":"signature_invalid"}]}',
  rerun: `npx countersign conform --level full --case ${id} -- ./gopher --harness`,
})

const flagged = (flag: string, mistake: string, remedy: string): Failure['flags'][number] => ({ flag, mistake, remedy })
const answerOf = (text: string): string => JSON.stringify({ outcome: 'value', value: hexOf(text) })
const accepted = '{"outcome":"value","value":[{"outcome":"accept","appId":"app-1"}]}'
const sha256 = createHash('sha256').update(message).digest('hex')

const failures: Readonly<Record<string, Partial<Failure> & Pick<Failure, 'message'>>> = {
  'target/bare-question-mark': {
    message: 'the string to sign differs from byte 13 on',
    comment: 'A question mark with nothing behind it is part of the target.',
    flags: [
      flagged('QUERY_MARK_LOST', 'An empty query is taken for none.', 'Take the target from the text of the URL.'),
      flagged('URL_PARSED', 'A URL parser changes what the caller gave.', 'Cut the text; do not parse it.'),
    ],
    expected: answerOf(message),
    received: answerOf(withoutMark),
    difference: { of: 'string to sign', expected: hexOf(message), received: hexOf(withoutMark), offset: 13 },
    trace: {
      stringToSign: hexOf(message),
      sha256,
      block: `0001${'ff'.repeat(202)}003031300d060960864801650304020105000420${sha256}`,
    },
  },
  'body/invalid-utf8': {
    message: 'the signature differs from byte 0 on',
    comment: 'A body is bytes. Whoever decodes it to text signs another body.',
    flags: [flagged('BODY_DECODED', 'What is no UTF-8 became U+FFFD.', 'Sign the bytes as they are sent.')],
    authorization: [authorization],
    difference: {
      of: 'signature',
      expected: { hex: noise('expected', 256) },
      received: { hex: noise('received', 256) },
      offset: 0,
    },
  },
  'timestamp/milliseconds': {
    message: 'it accepts a timestamp in milliseconds',
    flags: [flagged('MILLISECONDS', 'A large integer is divided by a thousand.', 'Compare the number as it stands.')],
    received: accepted,
    authorization: [authorization],
  },
  'rsa/low-exponent-forgery': {
    message: 'the process ended with signal SIGSEGV before it had answered',
    stderr: 'unexpected fault address 0x0\nfatal error: fault\n[signal SIGSEGV: segmentation violation code=0x80]\n',
  },
  'job/deep-nesting': { message: 'no answer within 10 s', stderr: '' },
  'authorization/quoted-values': {
    message: 'what came is no JSON',
    received: '\u001b[31mpanic:\u001b[0m <b>quotes</b> & "all"',
    stderr: 'warning: \u001b]0;title\u0007 in header\r\nsecond line',
    authorization: ['SVC-SHA256-RSA app_id="app-1",nonce_str="n"'],
  },
  'keys-import/elliptic-curve': {
    message: 'it answered error: x509 says unsupported, which is no refusal',
    received: '{"outcome":"error","reason":"x509: unsupported elliptic curve"}',
  },
  'base64/spare-bits': {
    message: 'it accepts a second spelling of the same signature',
    received: accepted,
    known: { reason: 'the decoder is lenient; a strict one is under way', expires: '2027-01-31' },
  },
}

const failureOf = (id: string, op: Op, verdict: CaseVerdict): Failure => ({
  ...common(id),
  ...(failures[id] ?? {
    message: verdict === 'unsupported' ? `the port does not do ${op}` : 'it accepts what it must refuse',
  }),
})

const badly: Readonly<Record<string, CaseVerdict>> = {
  'target/bare-question-mark': 'fail',
  'body/invalid-utf8': 'fail',
  'timestamp/milliseconds': 'fail',
  'rsa/low-exponent-forgery': 'crash',
  'job/deep-nesting': 'timeout',
  'authorization/quoted-values': 'protocol',
  'keys-import/elliptic-curve': 'error',
  'base64/spare-bits': 'known',
  'wire/base-path': 'not-run',
}

const allOps = [...new Set(Object.keys(groups).flatMap((named) => named.split(' ').slice(1)))]

export const port = (
  cases: ReadonlyArray<CaseReport>,
  rest: Partial<PortReport> & Pick<PortReport, 'name'>,
): PortReport => {
  const judged = cases.filter(({ reasonAgrees }) => reasonAgrees !== undefined)
  return {
    version: '1.0.0',
    language: 'TypeScript',
    command: 'in this process',
    level: 'full',
    policies: [],
    ops: allOps,
    conformant: true,
    seconds: 1.23,
    counts: countsOf(cases),
    reasons: { agree: judged.filter(({ reasonAgrees }) => reasonAgrees).length, of: judged.length },
    canaries: [],
    stale: [],
    restarts: 0,
    cases,
    ...rest,
  }
}

export const clean: PortReport = port(
  casesOf(() => 'pass'),
  {
    name: 'countersign',
    policies: ['method-case', 'appid-alias', 'scheme-case', 'unknown-stage', 'int-spelling'],
    canaries: [
      { name: 'a forged signature', passed: true },
      { name: 'a fresh request', passed: true },
    ],
  },
)

export const failing: PortReport = port(
  casesOf((id, op) => (op === 'encodeJob' ? 'unsupported' : (badly[id] ?? 'pass'))),
  {
    name: 'gopher',
    version: '0.3.1',
    language: 'Go 1.22',
    command: './gopher --harness',
    policies: ['ows', 'missing-null'],
    ops: allOps.filter((op) => op !== 'encodeJob'),
    conformant: false,
    seconds: 12.81,
    canaries: [
      { name: 'a forged signature', passed: false, message: 'it accepts a signature by another key' },
      { name: 'a fresh request', passed: true },
    ],
    stale: [
      { id: 'nonce/uuid', why: 'passes' },
      { id: 'target/no-such', why: 'no such case' },
      { id: 'method/empty', why: 'expired' },
    ],
    restarts: 2,
  },
)

export const stopped: PortReport = port(
  casesOf(() => 'not-run'),
  {
    name: 'snake',
    version: '',
    language: '',
    command: 'python3 my_port.py',
    ops: [],
    conformant: false,
    seconds: 0.06,
    stopped: {
      message: 'the process ended with exit code 1 before it said hello',
      stderr:
        'Traceback (most recent call last):\n  File "my_port.py", line 3, in <module>\nModuleNotFoundError: No module named \'cryptography\'\n',
    },
  },
)

export const report: ConformanceReport = {
  format: 1,
  suite: '1.0.0',
  digest: createHash('sha256').update('the manifest').digest('hex'),
  ports: [clean, failing, stopped],
}
