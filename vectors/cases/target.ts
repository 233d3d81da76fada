/**
 * The request target: nothing is normalised, the text on the request line is what is signed. Most URL libraries rewrite
 * something; each case names one such rewrite, once for a verifier and once for a signer, who is given a URL.
 */
import type { Behaviour, Draft } from './draft.ts'
import { casesOf, type Question } from './group.ts'
import { makes, receives, signs } from './shapes.ts'

const { cases } = casesOf('target')

const visible = [...Array(0x7f - 0x21).keys()].map((i) => String.fromCharCode(0x21 + i)).filter((c) => c !== '#')
const long = `/${'a'.repeat(8191)}`

/** A verifier receives `url` on the request line, from a caller who signed `target`. */
const received = (url: string, target: string = url): Question<'verify'> =>
  receives({ target: url, signed: { target } })

/** A signer is given `url` and signs `target`. */
const given = (url: string, target: string = url): Question<'stringToSign'> => makes({ url }, { target })

/** Each case twice: received by a verifier, and given to a signer. */
const eitherWay = (
  flags: string,
  rows: Readonly<Record<string, readonly [comment: string, url: string, target?: string]>>,
  refusal?: { readonly fault: string; readonly twin: string },
): ReadonlyArray<Draft> =>
  Object.entries(rows).flatMap(([slug, [comment, ...row]]) => [
    ...cases({ flags, ...refusal }, received, { [slug]: [`Received: ${comment}`, ...row] }),
    ...cases({ flags, ...refusal, ...(refusal && { twin: `${refusal.twin}-to-sign` }) }, given, {
      [`${slug}-to-sign`]: [`To sign: ${comment}`, ...row],
    }),
  ])

export const target: Behaviour = {
  behaviour: 'target',
  comment: 'The target of the request line is signed unchanged; nothing is normalised.',
  cases: [
    ...cases({ flags: 'target-trailing-slash' }, receives, {
      'path-only': ['Received: a path alone.', { target: '/v1/jobs' }],
    }),
    ...cases({ flags: 'target-trailing-slash' }, makes, {
      'path-only-to-sign': ['To sign: a path alone.', { url: '/v1/jobs' }],
    }),
    ...cases({ flags: 'target-without-query' }, received, {
      'query-kept': ['Received: path and query are signed as one part.', '/v1/jobs?a=1&b=2'],
    }),
    ...eitherWay('query-reordered', {
      'query-order': [
        'order and repetition in a query are kept, and an empty value keeps its equals sign.',
        '/v1/jobs?b=2&a=1&b=1&a=&c',
      ],
    }),
    ...eitherWay('bare-question-mark-dropped', {
      'bare-question-mark': ['a bare ? is kept; URL parsers of browsers and Python drop it.', '/v1/jobs?'],
    }),
    ...cases({ flags: 'target-reencoded' }, received, {
      'escapes-in-lower-case': ['Received: lower-case escapes are kept.', '/v1/jobs?q=%c3%a9'],
    }),
    ...eitherWay('target-decoded', {
      'escaped-tilde': ['%7e is not decoded to a tilde; Python requests decodes it.', '/%7Euser/%7e/~'],
    }),
    ...cases({ flags: 'target-decoded' }, received, {
      'escaped-slash': ['Received: %2F is not a slash.', '/v1%2Fjobs'],
    }),
    ...eitherWay('dot-segments-removed', {
      'dot-segments': ['dot segments are kept; browsers and Python requests resolve them.', '/a/../v1/./jobs/..'],
    }),
    ...cases({ flags: 'dot-segments-removed' }, received, {
      'dot-segments-escaped': [
        'Received: escaped dot segments are kept; browsers resolve these too.',
        '/a/%2e%2E/v1/%2e/jobs',
      ],
    }),
    ...eitherWay('slashes-merged', {
      'double-slash': [
        'two slashes at the start begin no authority, and two slashes inside stay two.',
        '//a.example//b',
      ],
    }),
    ...cases({ flags: 'target-reencoded' }, received, {
      'plus-and-escaped-space': ['Received: a plus sign is not the same as %20.', '/v1/jobs?q=a+b%20c'],
    }),
    ...eitherWay('target-reencoded', {
      apostrophe: ['an apostrophe in a query is kept; browsers send %27.', "/v1/jobs?q='a'"],
      'broken-escape': [
        'a percent sign that begins no escape is kept; Python requests escapes it as %25, Java throws.',
        '/v1/%zz/100%?%',
      ],
    }),
    ...cases({ flags: 'target-parameters-dropped' }, received, {
      semicolon: ['Received: parameters of a path segment are kept.', '/v1;p=1/jobs;q'],
    }),
    ...eitherWay('backslash-rewritten', {
      backslash: ['a backslash is kept; browsers change it to a slash.', '/v1\\jobs\\'],
    }),
    ...cases({ flags: 'target-narrowed' }, given, {
      'every-character-to-sign': [
        'To sign: every visible ASCII character except # is allowed.',
        `/${visible.join('')}`,
      ],
    }),
    ...cases({ flags: 'origin-by-prefix' }, received, {
      'url-in-query': [
        'Received: a URL inside the query is not stripped of its origin, and a second ? has no meaning.',
        '/fetch?url=https://a.example/b?c',
      ],
    }),
    ...cases({ flags: 'target-trailing-slash' }, receives, {
      'trailing-slash': ['A slash at the end is kept.', { target: '/v1/jobs/' }],
    }),
    ...eitherWay('target-length-unchecked', {
      longest: ['a target of 8,192 characters.', long],
    }),

    ...eitherWay('target-with-origin', {
      'absolute-form': ['scheme and authority are not signed.', 'https://jobs.example/v1/jobs?x=1', '/v1/jobs?x=1'],
      'absolute-form-without-path': ['an empty path becomes a slash.', 'https://jobs.example', '/'],
      'absolute-form-with-query-only': [
        'an empty path becomes a slash, also before a query.',
        'https://jobs.example?x=1',
        '/?x=1',
      ],
    }),
    ...eitherWay('origin-by-prefix', {
      'absolute-form-with-everything': [
        'an upper-case scheme, userinfo, an IPv6 address and a port are not signed.',
        'HTTP://user:pw@[::1]:8443/v1/jobs',
        '/v1/jobs',
      ],
    }),
    ...cases({ flags: 'origin-by-prefix' }, given, {
      'absolute-form-of-another-scheme-to-sign': [
        'To sign: any scheme, and every character that an authority may have.',
        "a1+b-c.d://%20!$&'()*+,;=:@[]._~-/v1/jobs",
        '/v1/jobs',
      ],
    }),
    ...cases({ flags: 'slashes-merged' }, received, {
      'absolute-form-with-double-slash': [
        'Received: the path begins at the first slash after the authority and keeps both slashes.',
        'https://jobs.example//v1/../jobs?',
        '//v1/../jobs?',
      ],
    }),
    ...eitherWay('target-length-unchecked', {
      'absolute-form-of-longest': [
        'scheme and authority do not count towards the length limit.',
        `https://jobs.example${long}`,
        long,
      ],
      'absolute-form-of-longest-query': [
        'the slash that an empty path becomes counts towards the length limit: here it is the first of 8,192.',
        `https://jobs.example?${'a'.repeat(8190)}`,
        `/?${'a'.repeat(8190)}`,
      ],
    }),
    ...cases({ flags: 'host-unsigned' }, receives, {
      'other-host': [
        'A request signed for one host verifies at another: the host is not signed.',
        { target: 'https://other.example/v1/jobs', signed: { target: '/v1/jobs' } },
      ],
    }),
    ...cases({ flags: 'target-with-origin target-with-fragment' }, signs, {
      'signed-for-the-wire': [
        'The signer returns the target that it signed, not the URL that it was given.',
        { url: 'https://jobs.example/a/../v1/jobs?#part' },
        { target: '/a/../v1/jobs?' },
      ],
    }),

    ...cases({ flags: 'target-with-fragment' }, makes, {
      'fragment-to-sign': [
        'A fragment is never sent, and is dropped.',
        { url: '/v1/jobs?x=1#part' },
        { target: '/v1/jobs?x=1' },
      ],
      'question-mark-in-fragment-to-sign': [
        'A question mark after the # begins no query.',
        { url: '/v1/jobs#part?x=1' },
      ],
      'two-fragments-to-sign': ['The fragment begins at the first #, not at the last.', { url: '/v1/jobs#a#b' }],
    }),
    ...cases({ flags: 'target-with-fragment origin-by-prefix' }, makes, {
      'fragment-behind-host-to-sign': [
        'A fragment directly after the host leaves an empty path, which becomes a slash.',
        { url: 'https://jobs.example#/v1/jobs' },
        { target: '/' },
      ],
    }),
    ...cases({ flags: 'target-with-fragment' }, makes, {
      'characters-in-fragment-to-sign': [
        'The characters of a dropped fragment are not checked.',
        { url: '/v1/jobs#é ü' },
      ],
    }),
    ...cases({ flags: 'target-with-fragment', fault: 'target-fragment', twin: 'path-only' }, receives, {
      fragment: [
        'A received fragment is refused. The first request was signed without it, the second with it.',
        [{ target: '/v1/jobs#part', signed: { target: '/v1/jobs' } }, { target: '/v1/jobs#part' }],
      ],
    }),

    ...eitherWay(
      'target-form-unchecked',
      {
        empty: ['there is no target.', ''],
      },
      { fault: 'target-form', twin: 'path-only' },
    ),
    ...cases({ flags: 'target-form-unchecked', fault: 'target-form', twin: 'path-only' }, received, {
      asterisk: ['Received: an asterisk is no target.', '*'],
      'authority-form': ['Received: a host and a port without a path are no target.', 'jobs.example:443'],
    }),
    ...cases({ flags: 'target-no-leading-slash', fault: 'target-form', twin: 'path-only-to-sign' }, given, {
      'relative-to-sign': ['To sign: a path without its first slash; some signers add one.', 'v1/jobs'],
    }),
    ...cases({ flags: 'origin-by-prefix', fault: 'target-form', twin: 'absolute-form-to-sign' }, makes, {
      'one-slash-to-sign': [
        'One slash after the scheme begins no authority; browsers read the path as the host.',
        { url: 'https:/v1/jobs' },
      ],
      'scheme-with-digit-to-sign': ['A scheme begins with a letter.', { url: '1http://jobs.example/v1/jobs' }],
    }),
    ...cases({ flags: 'authority-unchecked', fault: 'target-authority', twin: 'absolute-form' }, received, {
      'authority-empty': ['Received: an empty authority.', 'https:///v1/jobs', '/v1/jobs'],
      'authority-with-backslash': [
        'Received: a backslash in the authority; browsers begin the path there.',
        'https://jobs.example\\@other.example/v1/jobs',
        '/v1/jobs',
      ],
    }),
    ...cases({ flags: 'authority-unchecked', fault: 'target-authority', twin: 'absolute-form-to-sign' }, makes, {
      'authority-with-quote-to-sign': [
        'A double quote is not allowed in an authority.',
        { url: 'https://jobs"example/v1/jobs' },
      ],
    }),
    ...cases(
      { flags: 'target-character-unchecked target-raw', fault: 'target-character', twin: 'path-only' },
      received,
      {
        space: ['Received: a space would end the target on the request line.', '/v1/jobs?q=a b'],
      },
    ),
    ...cases({ flags: 'target-character-unchecked', fault: 'target-character', twin: 'path-only-to-sign' }, given, {
      'tab-to-sign': ['To sign: a tab; URL parsers of browsers and Python delete it.', '/v1/jo\tbs'],
    }),
    ...cases({ flags: 'target-character-unchecked', fault: 'target-character', twin: 'path-only' }, received, {
      'line-feed-at-end': [
        'Received: a line feed at the end; `$` of many regular expressions matches before it.',
        '/v1/jobs\n',
      ],
    }),
    ...eitherWay(
      'target-character-unchecked',
      {
        'beyond-ascii': ['a letter beyond ASCII, which each library escapes in its own way.', '/v1/é'],
      },
      { fault: 'target-character', twin: 'path-only' },
    ),
    ...cases({ flags: 'target-character-unchecked', fault: 'target-character', twin: 'path-only-to-sign' }, makes, {
      'delete-character-to-sign': ['DEL is ASCII but not visible.', { url: '/v1/jobs\x7f' }],
    }),
    ...eitherWay(
      'target-length-unchecked',
      {
        'too-long': ['a target of 8,193 characters.', `${long}a`],
      },
      { fault: 'target-length', twin: 'longest' },
    ),
    ...eitherWay(
      'target-length-unchecked',
      {
        'absolute-form-of-too-long-query': [
          'with the slash that an empty path becomes, the target has 8,193 characters.',
          `https://jobs.example?${'a'.repeat(8191)}`,
          `/?${'a'.repeat(8191)}`,
        ],
      },
      { fault: 'target-length', twin: 'absolute-form-of-longest-query' },
    ),
    ...cases({ flags: 'target-without-query', fault: 'signature', twin: 'query-kept' }, received, {
      'query-added': [
        'A query is sent that was not signed: many frameworks give only the path.',
        '/v1/jobs?a=1&b=2',
        '/v1/jobs',
      ],
    }),
    ...cases({ flags: 'query-reordered', fault: 'signature', twin: 'query-order' }, received, {
      'query-sorted': [
        'The query was sorted before it was signed, as other signing schemes require.',
        '/v1/jobs?b=2&a=1&b=1&a=&c',
        '/v1/jobs?a=&a=1&b=1&b=2&c',
      ],
    }),
    ...cases({ flags: 'target-case-folded', fault: 'signature', twin: 'path-only' }, received, {
      'path-in-other-case': ['The path is sent in another case than it was signed.', '/V1/Jobs', '/v1/jobs'],
    }),
    ...cases({ flags: 'target-trailing-slash', fault: 'signature', twin: 'trailing-slash' }, received, {
      'slash-added': ['A slash at the end is sent that was not signed.', '/v1/jobs/', '/v1/jobs'],
    }),
    ...cases({ flags: 'target-decoded', fault: 'signature', twin: 'escaped-slash' }, received, {
      decoded: ['The escapes were decoded before signing.', '/v1%2Fjobs', '/v1/jobs'],
    }),
    ...cases({ flags: 'target-reencoded', fault: 'signature', twin: 'escapes-in-lower-case' }, received, {
      'encoded-again': ['The escapes were signed in upper case.', '/v1/jobs?q=%c3%a9', '/v1/jobs?q=%C3%A9'],
    }),
    ...cases({ flags: 'dot-segments-removed', fault: 'signature', twin: 'dot-segments' }, received, {
      resolved: ['The target was signed with its dot segments resolved.', '/a/../v1/./jobs/..', '/v1/'],
    }),
    ...cases({ flags: 'target-with-origin', fault: 'signature', twin: 'path-only' }, received, {
      'signed-with-origin': ['Scheme and host were signed with the path.', '/v1/jobs', 'https://jobs.example/v1/jobs'],
    }),
    ...cases({ flags: 'target-with-fragment', fault: 'signature', twin: 'path-only' }, received, {
      'signed-with-fragment': ['The fragment was signed with the path.', '/v1/jobs', '/v1/jobs#part'],
    }),
    ...cases({ flags: 'target-prefix-lost', fault: 'signature', twin: 'path-only' }, received, {
      'prefix-lost': [
        'The path was signed without the prefix under which the service is mounted.',
        '/api/v1/jobs',
        '/v1/jobs',
      ],
    }),
    ...cases({ flags: 'target-prefix-added', fault: 'signature', twin: 'path-only' }, received, {
      'prefix-added': ['The path was signed with a prefix that a gateway removes.', '/v1/jobs', '/api/v1/jobs'],
    }),
  ],
}
