/**
 * The method: a token of HTTP whose ASCII letters are upper-cased for the string to sign, and no other letters.
 */
import { accepted, type Behaviour, bytes, type Draft, type Sent, step, under, verdicts, verifier } from './draft.ts'
import { accepts, makes, makesNone, refuses, signs } from './shapes.ts'

const token = "!#$%&'*+-.^_`|~09AZ"
const longest = 'A'.repeat(32)

const upper = (slug: string, comment: string, flag: string, method: string, signed: string): Draft =>
  makes(`method/${slug}`, comment, [flag], { method }, { method: signed })

const none = (slug: string, comment: string, flag: string, method: string, fault: string = 'method-token'): Draft =>
  makesNone(
    `method/${slug}-to-sign`,
    comment,
    [flag],
    {
      fault,
      twin: fault === 'method-length' ? 'method/longest-to-sign' : 'target/path-only-to-sign',
      reason: 'method_invalid',
    },
    { method },
  )

const invalid = { twin: 'target/path-only', reason: 'method_invalid' }

/** Sent in another case than it was signed in: accepted under the policy only. */
const lower = (slug: string, comment: string, sent: Sent): Draft => ({
  id: `method/${slug}`,
  comment,
  flags: ['method-case'],
  fault: 'method-upper-case',
  twin: 'target/path-only',
  op: 'verify',
  input: verifier(step(sent)),
  expect: under('method-case', 'method_invalid', verdicts(accepted())),
})

export const method: Behaviour = {
  behaviour: 'method',
  comment: 'The method is a token; its ASCII letters are upper-cased for the string to sign, and on the wire.',
  cases: [
    upper('lower-case-to-sign', 'post is signed as POST.', 'method-case', 'post', 'POST'),
    upper(
      'patch-to-sign',
      'patch is signed as PATCH; fetch does not normalise it.',
      'method-known-only',
      'patch',
      'PATCH',
    ),
    upper(
      'options-to-sign',
      'options is signed as OPTIONS, in Turkish too.',
      'upper-case-by-locale',
      'options',
      'OPTIONS',
    ),
    upper(
      'every-character-to-sign',
      'All characters of a token may stand in it.',
      'method-unchecked',
      token.toLowerCase(),
      token,
    ),
    upper('longest-to-sign', 'A method of 32 characters.', 'method-length-unchecked', longest, longest),
    signs(
      'method/upper-case-on-the-wire',
      'A signer given a lower-case method says that the upper-case one goes on the wire.',
      ['method-case'],
      { method: 'delete', body: bytes('') },
      { method: 'DELETE', body: '' },
    ),
    none('empty', 'There is no method.', 'method-unchecked', ''),
    none('space', 'A space would end the method on the request line.', 'method-unchecked', 'PO ST'),
    none('separator', 'A colon is no character of a token.', 'method-unchecked', 'POST:'),
    none(
      'long-s',
      'U+017F, the long s, upper-cases to S in JavaScript, Python and Java.',
      'upper-case-beyond-ascii',
      'po\u017ft',
    ),
    none('dotless-i', 'U+0131, the dotless i, upper-cases to I.', 'upper-case-beyond-ascii', 'opt\u0131ons'),
    none('too-long', 'A method of 33 characters.', 'method-length-unchecked', `${longest}A`, 'method-length'),
    accepts(
      'method/get-with-body',
      'Received: a GET with a body, which is signed as any other.',
      ['method-known-only'],
      {
        method: 'GET',
      },
    ),
    accepts('method/longest', 'Received: a method of 32 characters.', ['method-length-unchecked'], { method: longest }),
    refuses(
      'method/too-long',
      'Received: a method of 33 characters.',
      ['method-length-unchecked'],
      { fault: 'method-length', twin: 'method/longest', reason: 'method_invalid' },
      { method: `${longest}A` },
    ),
    refuses(
      'method/separator',
      'Received: a slash in a method.',
      ['method-unchecked'],
      { fault: 'method-token', ...invalid },
      {
        method: 'POST/2',
      },
    ),
    refuses(
      'method/line-feed-at-end',
      'Received: a method with a line feed at the end.',
      ['method-unchecked'],
      { fault: 'method-token', ...invalid },
      { method: 'POST\n' },
    ),
    refuses(
      'method/long-s',
      'Received: a method with U+017F, signed as what upper-casing makes of it (the first request) or as it is (the second).',
      ['upper-case-beyond-ascii'],
      { fault: 'method-token', ...invalid },
      [{ method: 'PO\u017fT', signed: { method: 'POST' } }, { method: 'PO\u017fT' }],
    ),
    refuses(
      'method/swapped',
      'A signed GET is sent as a DELETE.',
      ['method-unsigned', 'method-other'],
      { fault: 'signature', twin: 'target/path-only', reason: 'signature_invalid' },
      { method: 'DELETE', signed: { method: 'GET' } },
    ),
    refuses(
      'method/signed-in-lower-case',
      'POST is sent and post was signed: no policy allows it, for what is signed is always in upper case.',
      ['method-case'],
      { fault: 'signature', twin: 'target/path-only', reason: 'signature_invalid' },
      { method: 'POST', signed: { method: 'post' } },
    ),
    lower('lower-case', 'Received in lower case, signed in upper case.', {
      method: 'post',
      signed: { method: 'POST' },
    }),
    lower('mixed-case', 'Received in mixed case, signed in upper case.', {
      method: 'Patch',
      signed: { method: 'PATCH' },
    }),
    lower('lower-case-options', 'Received with an i, which Turkish rules upper-case otherwise.', {
      method: 'options',
      signed: { method: 'OPTIONS' },
    }),
  ],
}
