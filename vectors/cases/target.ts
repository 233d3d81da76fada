/**
 * The request target: nothing is normalised, what stands on the request line is what is signed. Most libraries for URLs
 * rewrite something; each case names one such thing, once for a verifier and once for a signer, who is given a URL.
 */
import type { Behaviour, Draft } from './draft.ts'
import { accepts, type Because, makes, makesNone, refuses, signs } from './shapes.ts'

const visible = [...Array(0x7f - 0x21).keys()].map((i) => String.fromCharCode(0x21 + i)).filter((c) => c !== '#')
const long = `/${'a'.repeat(8191)}`

/** Received on a request line: `target` is verified, which is what stands there unless it is an absolute URL. */
const received = (slug: string, comment: string, flag: string, url: string, target: string = url): Draft =>
  accepts(`target/${slug}`, `Received: ${comment}`, [flag], { target: url, signed: { target } })

/** Given to a signer: `target` is signed. */
const given = (slug: string, comment: string, flag: string, url: string, target: string = url): Draft =>
  makes(`target/${slug}-to-sign`, `To sign: ${comment}`, [flag], { url }, { target })

const kept = (...c: Parameters<typeof received>): ReadonlyArray<Draft> => [received(...c), given(...c)]

const plain = { twin: 'target/path-only', reason: 'target_invalid' }
const whole = { twin: 'target/absolute-form', reason: 'target_invalid' }

/** No target, although it is signed: as it stands, or for what it would come to. */
const refusedReceived = (
  slug: string,
  comment: string,
  flag: string,
  because: Because,
  url: string,
  target: string = url,
): Draft => refuses(`target/${slug}`, `Received: ${comment}`, [flag], because, { target: url, signed: { target } })

const refusedGiven = (slug: string, comment: string, flag: string, { twin, ...because }: Because, url: string): Draft =>
  makesNone(`target/${slug}-to-sign`, `To sign: ${comment}`, [flag], { ...because, twin: `${twin}-to-sign` }, { url })

const refusedEitherWay = (
  slug: string,
  comment: string,
  flag: string,
  because: Because,
  url: string,
): ReadonlyArray<Draft> => [
  refusedReceived(slug, comment, flag, because, url),
  refusedGiven(slug, comment, flag, because, url),
]

/** A target that was received, by a caller who signed another one. */
const mistaken = (slug: string, comment: string, flag: string, target: string, signed: string, twin: string): Draft =>
  refuses(
    `target/${slug}`,
    comment,
    [flag],
    { fault: 'signature', twin, reason: 'signature_invalid' },
    {
      target,
      signed: { target: signed },
    },
  )

export const target: Behaviour = {
  behaviour: 'target',
  comment: 'The request target is signed as it stands on the request line; nothing is normalised.',
  cases: [
    accepts('target/path-only', 'Received: a path alone.', ['target-trailing-slash'], { target: '/v1/jobs' }),
    makes('target/path-only-to-sign', 'To sign: a path alone.', ['target-trailing-slash'], { url: '/v1/jobs' }),
    received('query-kept', 'path and query are one part.', 'target-without-query', '/v1/jobs?a=1&b=2'),
    ...kept(
      'query-order',
      'order and repetition in a query stay, and an empty value keeps its equals sign.',
      'query-reordered',
      '/v1/jobs?b=2&a=1&b=1&a=&c',
    ),
    ...kept(
      'bare-question-mark',
      'a bare ? stays; URL parsers of browsers and Python drop it.',
      'bare-question-mark-dropped',
      '/v1/jobs?',
    ),
    received('escapes-in-lower-case', 'lower-case escapes stay.', 'target-reencoded', '/v1/jobs?q=%c3%a9'),
    ...kept(
      'escaped-tilde',
      '%7e is not the tilde that it stands for; Python requests makes it one.',
      'target-decoded',
      '/%7Euser/%7e/~',
    ),
    received('escaped-slash', '%2F is not a slash.', 'target-decoded', '/v1%2Fjobs'),
    ...kept(
      'dot-segments',
      'dot segments stay; browsers and Python requests resolve them.',
      'dot-segments-removed',
      '/a/../v1/./jobs/..',
    ),
    received(
      'dot-segments-escaped',
      'escaped dot segments stay; browsers resolve them too.',
      'dot-segments-removed',
      '/a/%2e%2E/v1/%2e/jobs',
    ),
    ...kept(
      'double-slash',
      'two slashes at the beginning are no authority, and two within stay two.',
      'slashes-merged',
      '//a.example//b',
    ),
    received('plus-and-escaped-space', 'a plus sign and %20 are two things.', 'target-reencoded', '/v1/jobs?q=a+b%20c'),
    ...kept('apostrophe', 'an apostrophe in a query stays; browsers send %27.', 'target-reencoded', "/v1/jobs?q='a'"),
    ...kept(
      'broken-escape',
      'a percent sign with no escape stays; Python requests makes it %25, Java throws.',
      'target-reencoded',
      '/v1/%zz/100%?%',
    ),
    received('semicolon', 'parameters of a path segment stay.', 'target-parameters-dropped', '/v1;p=1/jobs;q'),
    ...kept('backslash', 'a backslash is a character; browsers make it a slash.', 'backslash-rewritten', '/v1\\jobs\\'),
    given('every-character', 'all visible ASCII but # may stand in it.', 'target-narrowed', `/${visible.join('')}`),
    received(
      'url-in-query',
      'a URL within the query is no origin to strip, nor does a second ? begin anything.',
      'origin-by-prefix',
      '/fetch?url=https://a.example/b?c',
    ),
    accepts('target/trailing-slash', 'A slash at the end stays.', ['target-trailing-slash'], { target: '/v1/jobs/' }),
    ...kept('longest', 'a target of 8,192 characters.', 'target-length-unchecked', long),

    ...kept(
      'absolute-form',
      'scheme and authority are not signed.',
      'target-with-origin',
      'https://jobs.example/v1/jobs?x=1',
      '/v1/jobs?x=1',
    ),
    ...kept(
      'absolute-form-without-path',
      'an empty path is a slash.',
      'target-with-origin',
      'https://jobs.example',
      '/',
    ),
    ...kept(
      'absolute-form-with-query-only',
      'an empty path is a slash, also before a query.',
      'target-with-origin',
      'https://jobs.example?x=1',
      '/?x=1',
    ),
    ...kept(
      'absolute-form-with-everything',
      'an upper-case scheme, userinfo, an IPv6 address and a port are not signed.',
      'origin-by-prefix',
      'HTTP://user:pw@[::1]:8443/v1/jobs',
      '/v1/jobs',
    ),
    given(
      'absolute-form-of-another-scheme',
      'whatever scheme it is, and whatever an authority may hold.',
      'origin-by-prefix',
      "a1+b-c.d://%20!$&'()*+,;=:@[]._~-/v1/jobs",
      '/v1/jobs',
    ),
    received(
      'absolute-form-with-double-slash',
      'the path begins at the first slash, and keeps both.',
      'slashes-merged',
      'https://jobs.example//v1/../jobs?',
      '//v1/../jobs?',
    ),
    ...kept(
      'absolute-form-of-longest',
      'scheme and authority do not count towards the limit.',
      'target-length-unchecked',
      `https://jobs.example${long}`,
      long,
    ),
    accepts(
      'target/other-host',
      'A request signed for one host verifies at another: the host is not signed.',
      ['host-unsigned'],
      { target: 'https://other.example/v1/jobs', signed: { target: '/v1/jobs' } },
    ),
    signs(
      'target/signed-for-the-wire',
      'What a signer says must go on the request line is what it signed, not what it was given.',
      ['target-with-origin', 'target-with-fragment'],
      { url: 'https://jobs.example/a/../v1/jobs?#part' },
      { target: '/a/../v1/jobs?' },
    ),

    makes(
      'target/fragment-to-sign',
      'A fragment is never sent, and is dropped.',
      ['target-with-fragment'],
      { url: '/v1/jobs?x=1#part' },
      { target: '/v1/jobs?x=1' },
    ),
    makes(
      'target/question-mark-in-fragment-to-sign',
      'A question mark behind the # is no query.',
      ['target-with-fragment'],
      { url: '/v1/jobs#part?x=1' },
    ),
    makes('target/two-fragments-to-sign', 'The first # counts, not the last.', ['target-with-fragment'], {
      url: '/v1/jobs#a#b',
    }),
    makes(
      'target/fragment-behind-host-to-sign',
      'A fragment right behind the host leaves the empty path, which is a slash.',
      ['target-with-fragment', 'origin-by-prefix'],
      { url: 'https://jobs.example#/v1/jobs' },
      { target: '/' },
    ),
    makes('target/characters-in-fragment-to-sign', 'What is dropped is not looked at.', ['target-with-fragment'], {
      url: '/v1/jobs#é ü',
    }),
    refuses(
      'target/fragment',
      'A received fragment is refused, whether the caller signed without it (the first request) or with it (the second).',
      ['target-with-fragment'],
      { fault: 'target-fragment', ...plain },
      [{ target: '/v1/jobs#part', signed: { target: '/v1/jobs' } }, { target: '/v1/jobs#part' }],
    ),

    ...refusedEitherWay(
      'empty',
      'there is no target.',
      'target-form-unchecked',
      { fault: 'target-form', ...plain },
      '',
    ),
    refusedReceived(
      'asterisk',
      'the asterisk names no resource.',
      'target-form-unchecked',
      { fault: 'target-form', ...plain },
      '*',
    ),
    refusedReceived(
      'authority-form',
      'a host and a port are no target.',
      'target-form-unchecked',
      { fault: 'target-form', ...plain },
      'jobs.example:443',
    ),
    refusedGiven(
      'relative',
      'a path without its slash; some signers put one before it.',
      'target-no-leading-slash',
      { fault: 'target-form', ...plain },
      'v1/jobs',
    ),
    makesNone(
      'target/one-slash-to-sign',
      'A scheme with one slash has no authority; browsers take the path as the host.',
      ['origin-by-prefix'],
      { fault: 'target-form', twin: 'target/absolute-form-to-sign', reason: 'target_invalid' },
      { url: 'https:/v1/jobs' },
    ),
    makesNone(
      'target/scheme-with-digit-to-sign',
      'A scheme begins with a letter.',
      ['origin-by-prefix'],
      { fault: 'target-form', twin: 'target/absolute-form-to-sign', reason: 'target_invalid' },
      { url: '1http://jobs.example/v1/jobs' },
    ),
    refusedReceived(
      'authority-empty',
      'an authority of no characters.',
      'authority-unchecked',
      { fault: 'target-authority', ...whole },
      'https:///v1/jobs',
      '/v1/jobs',
    ),
    refusedReceived(
      'authority-with-backslash',
      'for a browser this host ends at the backslash, and the path begins there.',
      'authority-unchecked',
      { fault: 'target-authority', ...whole },
      'https://jobs.example\\@other.example/v1/jobs',
      '/v1/jobs',
    ),
    makesNone(
      'target/authority-with-quote-to-sign',
      'A double quote is no character of an authority.',
      ['authority-unchecked'],
      { fault: 'target-authority', twin: 'target/absolute-form-to-sign', reason: 'target_invalid' },
      { url: 'https://jobs"example/v1/jobs' },
    ),
    refusedReceived(
      'space',
      'a space would end the target on the request line.',
      'target-character-unchecked',
      { fault: 'target-character', ...plain },
      '/v1/jobs?q=a b',
    ),
    refusedGiven(
      'tab',
      'a tab; URL parsers of browsers and Python delete it.',
      'target-character-unchecked',
      { fault: 'target-character', ...plain },
      '/v1/jo\tbs',
    ),
    refusedReceived(
      'line-feed-at-end',
      'a line feed at the end; `$` of many regular expressions matches before it.',
      'target-character-unchecked',
      { fault: 'target-character', ...plain },
      '/v1/jobs\n',
    ),
    ...refusedEitherWay(
      'beyond-ascii',
      'a letter beyond ASCII, which each library escapes in its own way.',
      'target-character-unchecked',
      { fault: 'target-character', ...plain },
      '/v1/é',
    ),
    makesNone(
      'target/delete-character-to-sign',
      'DEL is ASCII and not visible.',
      ['target-character-unchecked'],
      { fault: 'target-character', twin: 'target/path-only-to-sign', reason: 'target_invalid' },
      { url: '/v1/jobs\x7f' },
    ),
    ...refusedEitherWay(
      'too-long',
      'a target of 8,193 characters.',
      'target-length-unchecked',
      { fault: 'target-length', reason: 'target_invalid', twin: 'target/longest' },
      `${long}a`,
    ),
    mistaken(
      'query-added',
      'A query is sent that was not signed: many frameworks give the path alone.',
      'target-without-query',
      '/v1/jobs?a=1&b=2',
      '/v1/jobs',
      'target/query-kept',
    ),
    mistaken(
      'query-sorted',
      'The query was sorted before it was signed, as other signing schemes ask for.',
      'query-reordered',
      '/v1/jobs?b=2&a=1&b=1&a=&c',
      '/v1/jobs?a=&a=1&b=1&b=2&c',
      'target/query-order',
    ),
    mistaken(
      'path-in-other-case',
      'The path is sent in another case than it was signed.',
      'target-case-folded',
      '/V1/Jobs',
      '/v1/jobs',
      'target/path-only',
    ),
    mistaken(
      'slash-added',
      'A slash at the end is sent and was not signed.',
      'target-trailing-slash',
      '/v1/jobs/',
      '/v1/jobs',
      'target/trailing-slash',
    ),
    mistaken(
      'decoded',
      'The target was signed decoded.',
      'target-decoded',
      '/v1%2Fjobs',
      '/v1/jobs',
      'target/escaped-slash',
    ),
    mistaken(
      'encoded-again',
      'The escapes were signed in upper case.',
      'target-reencoded',
      '/v1/jobs?q=%c3%a9',
      '/v1/jobs?q=%C3%A9',
      'target/escapes-in-lower-case',
    ),
    mistaken(
      'resolved',
      'The target was signed with its dot segments resolved.',
      'dot-segments-removed',
      '/a/../v1/./jobs/..',
      '/v1/',
      'target/dot-segments',
    ),
    mistaken(
      'signed-with-origin',
      'Scheme and host were signed with the path.',
      'target-with-origin',
      '/v1/jobs',
      'https://jobs.example/v1/jobs',
      'target/path-only',
    ),
    mistaken(
      'signed-with-fragment',
      'The fragment was signed with the path.',
      'target-with-fragment',
      '/v1/jobs',
      '/v1/jobs#part',
      'target/path-only',
    ),
    mistaken(
      'prefix-lost',
      'The path was signed without the prefix under which the service stands.',
      'target-prefix-lost',
      '/api/v1/jobs',
      '/v1/jobs',
      'target/path-only',
    ),
    mistaken(
      'prefix-added',
      'The path was signed with a prefix that a gateway takes away.',
      'target-prefix-added',
      '/v1/jobs',
      '/api/v1/jobs',
      'target/path-only',
    ),
  ],
}
