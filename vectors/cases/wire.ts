/**
 * The whole request that submits a job: the bytes that are signed are those that are sent, and where they are sent.
 */
import type { Inputs } from '../../src/kit/conformance/Vector.ts'
import {
  authType,
  type Behaviour,
  bytes,
  bytesOf,
  type Content,
  headerOf,
  nonceOf,
  now,
  signatureText,
  stringToSign,
  text,
  value,
} from './draft.ts'
import { casesOf, orReject, type Question } from './group.ts'
import { longestToken } from './limits.ts'

const { cases, flagged } = casesOf('wire')

const nonce = nonceOf('wire')
const usual: Inputs['request'] = {
  baseUrl: 'https://jobs.example',
  edition: 'international',
  authType,
  credentials: { appId: 'app-1', privateKey: 'app-1' },
  timestamp: `${now}`,
  nonce,
  body: bytes('{"request_id":"42","stages":[]}'),
}

/** The request for `given` goes to this target, with these bytes. */
const sends = (
  given: Partial<Inputs['request']>,
  { target = '/v1/jobs', body = '{"request_id":"42","stages":[]}' }: { target?: string; body?: Content } = {},
): Question<'request'> => {
  const input = { ...usual, ...given }
  const { credentials, authType } = input
  const authorization = (): string => {
    if ('token' in credentials) return `Bearer ${credentials.token}`
    const message = stringToSign({ method: 'POST', target, timestamp: now, nonce, body })
    const signature = signatureText(credentials.privateKey, message)
    return headerOf({ app_id: credentials.appId, nonce_str: nonce, timestamp: now, signature }, authType)
  }
  const request = () => ({
    method: 'POST',
    target,
    headers: [
      ['Content-Type', 'application/json; charset=UTF-8'],
      ['Accept', 'application/json'],
      ['Authorization', authorization()],
    ],
    body: { hex: bytesOf(body).toString('hex') },
  })
  return { op: 'request', input, expect: orReject(() => value(request())) }
}

/** The body goes out as it is given. */
const sendsBody = (body: Content): Question<'request'> => sends({ body: bytes(body) }, { body })

/** The request goes to this target under the base URL. */
const sendsTo = (baseUrl: string, target?: string): Question<'request'> =>
  sends({ baseUrl }, { ...(target && { target }) })

const job = {
  request_id: '42',
  stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } }],
  note: 'é "quoted" /',
}

export const wire: Behaviour = {
  behaviour: 'wire',
  comment: 'The request that submits a job: its target, its headers, and the signed bytes as its body.',
  cases: [
    ...cases({ flags: 'body-reserialized' }, sends, {
      bytes: ['The bytes of a job, signed and sent as they are given.', {}],
    }),
    ...cases({ flags: 'body-reserialized' }, sendsBody, {
      spaced: [
        'JSON with spaces, a line feed at the end and another order of names.',
        '{ "stages": [], "request_id": "42" }\n',
      ],
    }),
    ...cases({ flags: 'body-quoted' }, sends, {
      text: [
        'A JSON text is sent as UTF-8, not encoded as JSON again.',
        { body: text('{"request_id":"é😀","stages":[]}') },
        { body: '{"request_id":"é😀","stages":[]}' },
      ],
    }),
    ...flagged({}, sendsBody, {
      binary: ['body-decoded', 'Bytes that are not UTF-8 are sent unchanged.', Buffer.from('00ff80feeda080', 'hex')],
      empty: ['body-absent-if-falsy', 'An empty body is signed and sent as an empty body.', ''],
      zero: ['body-absent-if-falsy', 'The body 0 is sent, though 0 is falsy.', '0'],
    }),
    ...cases({ flags: 'body-quoted' }, sends, {
      'empty-text': ['An empty text is sent as no bytes, not as a pair of quotes.', { body: text('') }, { body: '' }],
    }),
    ...cases({ flags: 'body-stringified' }, sendsBody, {
      'two-bytes': ['Two bytes are sent as two bytes; JavaScript prints them as 123,125.', Uint8Array.of(0x7b, 0x7d)],
    }),
    ...cases({ flags: 'job-lost' }, sends, {
      job: [
        'A job is encoded with all its members; the encoded bytes are signed and sent.',
        { body: { job } },
        { body: JSON.stringify(job) },
      ],
    }),
    ...cases({ flags: 'body-absent-if-falsy' }, sends, {
      'job-without-stages': [
        'A job may have no stages.',
        { body: { job: { request_id: '', stages: [] } } },
        { body: '{"request_id":"","stages":[]}' },
      ],
    }),
    ...cases({ flags: 'job-unchecked', fault: 'job-fields', twin: 'job-without-stages' }, sends, {
      'no-job': ['A value without stages is not a job and is not sent.', { body: { job: { request_id: '42' } } }],
    }),
    ...cases({ flags: 'half-surrogate-pair', fault: 'body-unicode', twin: 'text' }, sends, {
      'half-surrogate-pair': ['A text with half a surrogate pair is not sent.', { body: text('{"a":"\ud83d"}') }],
    }),

    ...cases({ flags: 'base-url-joined-wrongly' }, sendsTo, {
      'base-with-slash': ['A slash at the end of the base URL is not doubled.', 'https://jobs.example/', '/v1/jobs'],
      'base-with-path': ["The base URL's path is kept.", 'https://jobs.example/api/v3', '/api/v3/v1/jobs'],
      'base-with-slashes': [
        "All slashes at the end of the base URL's path are removed, and none inside.",
        'https://jobs.example/a//b///',
        '/a//b/v1/jobs',
      ],
    }),
    ...cases({ flags: 'base-url-narrowed' }, sendsTo, {
      'base-with-port': ['Port 65535, the largest.', 'https://jobs.example:65535', '/v1/jobs'],
      'base-with-port-after-zeros': [
        'Leading zeros of a port are ignored.',
        'https://jobs.example:00065535',
        '/v1/jobs',
      ],
      'base-with-address': ['An IPv6 address and a port.', 'https://[2001:db8::1]:8443/api', '/api/v1/jobs'],
      'loopback-by-name': ['Plain http for localhost.', 'http://localhost:8080', '/v1/jobs'],
      'loopback-by-address': [
        'Plain http for a loopback address other than 127.0.0.1.',
        'http://127.0.1.255',
        '/v1/jobs',
      ],
      'loopback-by-ipv6': ['Plain http for ::1.', 'http://[::1]:8080', '/v1/jobs'],
    }),
    ...cases({ flags: 'base-url-in-the-clear', fault: 'base-url', twin: 'bytes' }, sendsTo, {
      'in-the-clear': ['Plain http for another host.', 'http://jobs.example'],
    }),
    ...cases({ flags: 'base-url-in-the-clear', fault: 'base-url', twin: 'loopback-by-name' }, sendsTo, {
      'loopback-as-prefix': ['A host that begins with localhost.', 'http://localhost.jobs.example'],
    }),
    ...cases({ flags: 'base-url-in-the-clear', fault: 'base-url', twin: 'loopback-by-address' }, sendsTo, {
      'loopback-address-as-prefix': ['A host that begins with 127.0.0.1.', 'http://127.0.0.1.jobs.example'],
    }),
    ...cases({ flags: 'base-url-in-the-clear', fault: 'base-url', twin: 'loopback-by-name' }, sendsTo, {
      'loopback-as-userinfo': ['The name localhost before an @ is not the host.', 'http://localhost:80@jobs.example'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'bytes' }, sendsTo, {
      userinfo: ['A name and a password.', 'https://user:pw@jobs.example'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'base-with-path' }, sendsTo, {
      query: ['A query; the path /v1/jobs would become part of it.', 'https://jobs.example/api?x=1'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'bytes' }, sendsTo, {
      'bare-question-mark': ['A bare ?, which URL parsers of browsers drop.', 'https://jobs.example?'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'base-with-path' }, sendsTo, {
      fragment: ['A fragment; the path /v1/jobs would never be sent.', 'https://jobs.example/api#part'],
    }),
    ...cases({ flags: 'base-url-narrowed' }, sendsTo, {
      'base-in-upper-case': ['Scheme and host in upper case.', 'HTTPS://JOBS.EXAMPLE', '/v1/jobs'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'base-in-upper-case' }, sendsTo, {
      'scheme-with-long-s': ['U+017F in the scheme, which upper-cases to S.', 'httpſ://jobs.example'],
      'host-with-kelvin-sign': ['U+212A in the host, which lower-cases to k.', 'https://jobs.\u212aey.example'],
    }),
    ...cases({ flags: 'base-url-in-the-clear', fault: 'base-url', twin: 'loopback-by-name' }, sendsTo, {
      'loopback-with-long-s': ['Plain http for a name that is localhost once U+017F becomes S.', 'http://localhoſt'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'base-with-port' }, sendsTo, {
      'port-zero': ['Port 0 is not valid.', 'https://jobs.example:0'],
      'port-empty': ['A colon without a port.', 'https://jobs.example:'],
      'host-ends-with-hyphen': ['A host ends with a hyphen.', 'https://jobs-'],
      'port-too-high': ['Port 65536 is not valid.', 'https://jobs.example:65536'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'base-with-port-after-zeros' }, sendsTo, {
      'port-too-high-after-zeros': ['Port 65536 is not valid after zeros either.', 'https://jobs.example:00065536'],
      'port-zeros': ['Port 0 is not valid in five digits.', 'https://jobs.example:00000'],
    }),

    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'bytes' }, sendsTo, {
      'host-ends-with-dot': ['A host ends with a dot.', 'https://jobs.example.'],
    }),
    ...cases({ flags: 'base-url-narrowed' }, sendsTo, {
      'host-ipv4': ['An IPv4 address.', 'https://192.0.2.51', '/v1/jobs'],
      'host-with-digits': ['A name whose labels begin with digits.', 'https://051.2x', '/v1/jobs'],
      'ipv6-whole': ['An IPv6 address of eight groups.', 'https://[2001:DB8:0:0:1:22:333:4444]', '/v1/jobs'],
      'ipv6-zero': ['The IPv6 address of zeros alone.', 'https://[::]', '/v1/jobs'],
      'ipv6-one-group-left-out': [':: in an IPv6 address means one group.', 'https://[1:2:3::5:6:7:8]', '/v1/jobs'],
      'ipv6-with-ipv4': [
        'The last two groups are written as an IPv4 address.',
        'https://[64:ff9b::192.0.2.51]',
        '/v1/jobs',
      ],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'host-ipv4' }, sendsTo, {
      'ipv4-leading-zero': [
        'A number of an IPv4 address has a leading zero: some read it as octal.',
        'https://127.051.2.5',
      ],
      'ipv4-number-too-high': ['A number of an IPv4 address is 256.', 'https://192.0.2.256'],
      'ipv4-three-numbers': ['An IPv4 address lacks a number: some fill it in.', 'https://192.0.51'],
      'ipv4-hexadecimal': ['An IPv4 address in hexadecimal, which some read.', 'https://0xc0000233'],
      'ipv4-dot': ['A dot follows an IPv4 address.', 'https://192.0.2.51.'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'bytes' }, sendsTo, {
      'host-ends-with-bare-prefix': ['The last label is 0x alone, which some read as the number 0.', 'https://jobs.0x'],
    }),
    ...cases({ flags: 'base-url-in-the-clear', fault: 'base-url', twin: 'loopback-by-ipv6' }, sendsTo, {
      'loopback-by-long-ipv6': [
        'Plain http for ::1 in another spelling: only [::1] is accepted.',
        'http://[0:0:0:0:0:0:0:1]:8080',
      ],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'ipv6-zero' }, sendsTo, {
      'ipv6-three-colons': ['Three colons are no IPv6 address.', 'https://[:::]'],
      'ipv6-empty': ['The brackets are empty.', 'https://[]'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'ipv6-one-group-left-out' }, sendsTo, {
      'ipv6-twice-left-out': [':: stands twice in an IPv6 address.', 'https://[1::3::6:7:8]'],
      'ipv6-no-group-left-out': [':: means no group.', 'https://[1:2:3:4::5:6:7:8]'],
      'ipv6-five-digits': ['A group of an IPv6 address has five digits.', 'https://[1:2:3::5:6:7:00008]'],
      'ipv6-colon-first': ['An IPv6 address begins with one colon.', 'https://[:2:3::5:6:7:8]'],
      'ipv6-letter': ['A group of an IPv6 address has a g.', 'https://[1:2:3::5:6:7:g]'],
      'ipv6-open': ['A bracket is missing.', 'https://[1:2:3::5:6:7:8'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'ipv6-whole' }, sendsTo, {
      'ipv6-seven-groups': ['An IPv6 address has seven groups.', 'https://[2001:DB8:0:0:1:22:333]'],
      'ipv6-nine-groups': ['An IPv6 address has nine groups.', 'https://[2001:DB8:0:0:1:22:333:4444:5]'],
    }),
    ...cases({ flags: 'base-url-lenient', fault: 'base-url', twin: 'ipv6-with-ipv4' }, sendsTo, {
      'ipv4-in-brackets': ['An IPv4 address in brackets.', 'https://[192.0.2.51]'],
      'ipv6-with-ipv4-first': ['An IPv4 address stands before other groups.', 'https://[192.0.2.51::]'],
      'ipv6-with-ipv4-leading-zero': ['The IPv4 address has a leading zero.', 'https://[64:ff9b::192.0.2.051]'],
    }),

    ...flagged({}, sends, {
      'other-auth-type': [
        'auth-type-fixed',
        'The signer uses the configured auth type.',
        { authType: 'ACME-SHA256-RSA' },
      ],
      'other-app': [
        'auth-type-fixed',
        'The signer uses the app id and key of the credentials.',
        { credentials: { appId: 'a.b_c~d-1', privateKey: 'bits-3072' } },
      ],
      token: ['edition-ignored', 'With a token, nothing is signed.', { credentials: { token: 'token-1._~+/==' } }],
      mainland: ['edition-ignored', 'The mainland edition accepts signed requests.', { edition: 'mainland' }],
    }),
    ...cases({ flags: 'token-parts-read' }, sends, {
      'token-nonce-unread': [
        'A token needs no nonce, so a malformed one does not matter.',
        { credentials: { token: 'token-1._~+/==' }, nonce: 'a,b' },
      ],
      'token-timestamp-unread': [
        'A token needs no timestamp, so a malformed one does not matter.',
        { credentials: { token: 'token-1._~+/==' }, timestamp: '01' },
      ],
    }),
    ...cases({ flags: 'header-length' }, sends, {
      'token-longest': [
        'The token makes a header of 8,192 characters.',
        { credentials: { token: 'a'.repeat(longestToken) } },
      ],
    }),
    ...cases(
      { flags: 'header-length', fault: 'header-length', twin: 'token-longest', reason: 'token_malformed' },
      sends,
      {
        'token-too-long': [
          'The token makes a header of 8,193 characters.',
          { credentials: { token: 'a'.repeat(longestToken + 1) } },
        ],
      },
    ),
    ...cases({ flags: 'edition-ignored', fault: 'edition', twin: 'token' }, sends, {
      'mainland-token': [
        'The mainland edition accepts no token.',
        { edition: 'mainland', credentials: { token: 'token-1._~+/==' } },
      ],
    }),
    ...cases({ flags: 'header-injection', fault: 'token-form', twin: 'token' }, sends, {
      'line-end-in-token': [
        'A token with a line end and another header.',
        { credentials: { token: 'token-1\r\nX: y' } },
      ],
    }),
    ...cases({ flags: 'header-injection', fault: 'app-id-alphabet', twin: 'other-app' }, sends, {
      'line-end-in-app-id': [
        'An app id with a line end and another header.',
        { credentials: { appId: 'app-1\r\nX: y', privateKey: 'app-1' } },
      ],
    }),
    ...cases({ flags: 'input-unchecked', fault: 'timestamp-form', twin: 'bytes' }, sends, {
      'timestamp-misspelt': ['A timestamp with a fraction.', { timestamp: '1700000000.5' }],
    }),
  ],
}
