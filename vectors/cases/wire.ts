/**
 * The whole request that submits a job: that the bytes which are signed are those that are sent, and where they are sent.
 */
import type { RequestInput } from '../../src/conformance/Vector.ts'
import {
  authType,
  type Behaviour,
  bytes,
  bytesOf,
  type Content,
  type Draft,
  headerOf,
  nonceOf,
  now,
  reject,
  signatureText,
  stringToSign,
  text,
  value,
} from './draft.ts'

const nonce = nonceOf('wire')
const usual: RequestInput = {
  baseUrl: 'https://jobs.example',
  edition: 'international',
  authType,
  credentials: { appId: 'app-1', privateKey: 'app-1' },
  timestamp: `${now}`,
  nonce,
  body: bytes('{"request_id":"42","stages":[]}'),
}

/** The request for `given`: with this target and these bytes. */
const sends = (
  slug: string,
  comment: string,
  flag: string,
  given: Partial<RequestInput>,
  { target = '/v1/jobs', body = '{"request_id":"42","stages":[]}' }: { target?: string; body?: Content } = {},
): Draft<'request'> => {
  const input = { ...usual, ...given }
  const message = stringToSign({ method: 'POST', target, timestamp: now, nonce, body })
  const authorization =
    'token' in input.credentials
      ? `Bearer ${input.credentials.token}`
      : headerOf(
          {
            app_id: input.credentials.appId,
            nonce_str: nonce,
            timestamp: now,
            signature: signatureText(input.credentials.privateKey, message),
          },
          input.authType,
        )
  const headers = [
    ['Content-Type', 'application/json; charset=UTF-8'],
    ['Accept', 'application/json'],
    ['Authorization', authorization],
  ]
  const expected = { method: 'POST', target, headers, body: { hex: bytesOf(body).toString('hex') } }
  return { id: `wire/${slug}`, comment, flags: [flag], op: 'request', input, expect: value(expected) }
}

const refusesToSend = (
  slug: string,
  comment: string,
  flag: string,
  fault: string,
  reason: string,
  given: Partial<RequestInput>,
  twin: string = 'bytes',
): Draft<'request'> => ({
  id: `wire/${slug}`,
  comment,
  flags: [flag],
  fault,
  twin: `wire/${twin}`,
  op: 'request',
  input: { ...usual, ...given },
  expect: reject(reason),
})

/** The body goes out as it is given. */
const unchanged = (slug: string, comment: string, flag: string, body: Content): Draft<'request'> =>
  sends(slug, comment, flag, { body: bytes(body) }, { body })

const under = (slug: string, comment: string, flag: string, baseUrl: string, target: string): Draft<'request'> =>
  sends(slug, comment, flag, { baseUrl }, { target })

const noBase = (
  slug: string,
  comment: string,
  flag: string,
  baseUrl: string,
  twin: string = 'bytes',
): Draft<'request'> => refusesToSend(slug, comment, flag, 'base-url', 'base_url_invalid', { baseUrl }, twin)

const job = {
  request_id: '42',
  stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } }],
  note: 'é "quoted" /',
}

export const wire: Behaviour = {
  behaviour: 'wire',
  comment: 'The request that submits a job: its target, its headers, and a body of the very bytes that were signed.',
  cases: [
    sends('bytes', 'The bytes of a job, signed and sent as they are given.', 'body-reserialized', {}),
    unchanged(
      'spaced',
      'JSON with spaces, a line feed at the end and another order of names.',
      'body-reserialized',
      '{ "stages": [], "request_id": "42" }\n',
    ),
    sends(
      'text',
      'A text of JSON is sent as UTF-8, and not encoded as JSON once more.',
      'body-quoted',
      { body: text('{"request_id":"é😀","stages":[]}') },
      { body: '{"request_id":"é😀","stages":[]}' },
    ),
    unchanged(
      'binary',
      'Bytes that are no UTF-8 are sent as they are.',
      'body-decoded',
      Buffer.from('00ff80feeda080', 'hex'),
    ),
    unchanged('empty', 'An empty body is sent and signed as one.', 'body-absent-if-falsy', ''),
    unchanged('zero', 'The body 0 is a body.', 'body-absent-if-falsy', '0'),
    sends(
      'empty-text',
      'An empty text is sent as no bytes, not as a pair of quotes.',
      'body-quoted',
      { body: text('') },
      { body: '' },
    ),
    unchanged(
      'two-bytes',
      'Two bytes are sent as two bytes; JavaScript makes the text 123,125 of them.',
      'body-stringified',
      Uint8Array.of(0x7b, 0x7d),
    ),
    sends(
      'job',
      'A job is encoded, with all that it holds, and what was encoded is signed and sent.',
      'job-lost',
      { body: { job } },
      { body: JSON.stringify(job) },
    ),
    sends(
      'job-without-stages',
      'A job of no stages is a job.',
      'body-absent-if-falsy',
      { body: { job: { request_id: '', stages: [] } } },
      { body: '{"request_id":"","stages":[]}' },
    ),
    refusesToSend(
      'no-job',
      'What is no job is not sent: its stages are missing.',
      'job-unchecked',
      'job-fields',
      'job_invalid',
      { body: { job: { request_id: '42' } } },
      'job-without-stages',
    ),
    refusesToSend(
      'half-surrogate-pair',
      'A text with half a surrogate pair is not sent.',
      'half-surrogate-pair',
      'body-unicode',
      'body_not_unicode',
      { body: text('{"a":"\ud83d"}') },
      'text',
    ),

    under(
      'base-with-slash',
      'A slash at the end of the base URL is not doubled.',
      'base-url-joined-wrongly',
      'https://jobs.example/',
      '/v1/jobs',
    ),
    under(
      'base-with-path',
      "The base URL's path is kept.",
      'base-url-joined-wrongly',
      'https://jobs.example/api/v3',
      '/api/v3/v1/jobs',
    ),
    under(
      'base-with-slashes',
      'All slashes at the end of its path are cut off, and none within.',
      'base-url-joined-wrongly',
      'https://jobs.example/a//b///',
      '/a//b/v1/jobs',
    ),
    under(
      'base-with-port',
      'The last port that there is.',
      'base-url-narrowed',
      'https://jobs.example:65535',
      '/v1/jobs',
    ),
    under(
      'base-with-address',
      'An IPv6 address and a port.',
      'base-url-narrowed',
      'https://[2001:db8::1]:8443/api',
      '/api/v1/jobs',
    ),
    under('loopback-by-name', 'Plain http for localhost.', 'base-url-narrowed', 'http://localhost:8080', '/v1/jobs'),
    under(
      'loopback-by-address',
      'Plain http for an address of this machine, which need not be 127.0.0.1.',
      'base-url-narrowed',
      'http://127.0.1.255',
      '/v1/jobs',
    ),
    under('loopback-by-ipv6', 'Plain http for ::1.', 'base-url-narrowed', 'http://[::1]:8080', '/v1/jobs'),
    noBase('in-the-clear', 'Plain http for another host.', 'base-url-in-the-clear', 'http://jobs.example'),
    noBase(
      'loopback-as-prefix',
      "A host that begins like this machine's name.",
      'base-url-in-the-clear',
      'http://localhost.jobs.example',
      'loopback-by-name',
    ),
    noBase(
      'loopback-address-as-prefix',
      "A host that begins like this machine's address.",
      'base-url-in-the-clear',
      'http://127.0.0.1.jobs.example',
      'loopback-by-address',
    ),
    noBase(
      'loopback-as-userinfo',
      "This machine's name before an @ is no host.",
      'base-url-in-the-clear',
      'http://localhost:80@jobs.example',
      'loopback-by-name',
    ),
    noBase('userinfo', 'A name and a password.', 'base-url-lenient', 'https://user:pw@jobs.example'),
    noBase(
      'query',
      'A query; what follows would become a part of it.',
      'base-url-lenient',
      'https://jobs.example/api?x=1',
      'base-with-path',
    ),
    noBase(
      'bare-question-mark',
      'A bare ?, which URL parsers of browsers drop.',
      'base-url-lenient',
      'https://jobs.example?',
    ),
    noBase(
      'fragment',
      'A fragment; what follows would never be sent.',
      'base-url-lenient',
      'https://jobs.example/api#part',
      'base-with-path',
    ),
    under(
      'base-in-upper-case',
      'Scheme and host in upper case.',
      'base-url-narrowed',
      'HTTPS://JOBS.EXAMPLE',
      '/v1/jobs',
    ),
    noBase('port-zero', 'Port 0 is none.', 'base-url-lenient', 'https://jobs.example:0', 'base-with-port'),
    noBase('port-empty', 'A colon without a port.', 'base-url-lenient', 'https://jobs.example:', 'base-with-port'),
    noBase(
      'host-ends-with-hyphen',
      'A host ends with a hyphen.',
      'base-url-lenient',
      'https://jobs-',
      'base-with-port',
    ),
    noBase('port-too-high', 'Port 65536 is none.', 'base-url-lenient', 'https://jobs.example:65536', 'base-with-port'),

    sends('other-auth-type', 'The auth type is a setting.', 'auth-type-fixed', { authType: 'ACME-SHA256-RSA' }),
    sends('other-app', 'App id and key are those of the credentials.', 'auth-type-fixed', {
      credentials: { appId: 'a.b_c~d-1', privateKey: 'bits-3072' },
    }),
    sends('token', 'With a token, nothing is signed.', 'edition-ignored', { credentials: { token: 'token-1._~+/==' } }),
    sends('mainland', 'The mainland edition takes signed requests.', 'edition-ignored', { edition: 'mainland' }),
    refusesToSend(
      'mainland-token',
      'The mainland edition takes no token.',
      'edition-ignored',
      'edition',
      'bearer_not_offered',
      { edition: 'mainland', credentials: { token: 'token-1._~+/==' } },
      'token',
    ),
    refusesToSend(
      'line-end-in-token',
      'A token with a line end and a header of its own.',
      'header-injection',
      'token-form',
      'token_malformed',
      { credentials: { token: 'token-1\r\nX: y' } },
      'token',
    ),
    refusesToSend(
      'line-end-in-app-id',
      'An app id with a line end and a header of its own.',
      'header-injection',
      'app-id-alphabet',
      'app_id_malformed',
      { credentials: { appId: 'app-1\r\nX: y', privateKey: 'app-1' } },
      'other-app',
    ),
    refusesToSend(
      'timestamp-misspelt',
      'A timestamp with a fraction.',
      'input-unchecked',
      'timestamp-form',
      'timestamp_malformed',
      { timestamp: '1700000000.5' },
    ),
  ],
}
