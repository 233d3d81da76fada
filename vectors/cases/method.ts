/**
 * The method: an HTTP token. Its ASCII letters, and no others, are upper-cased for the string to sign.
 */
import { type Behaviour, bytes } from './draft.ts'
import { casesOf } from './group.ts'
import { makes, receives, signs } from './shapes.ts'

const { cases } = casesOf('method')

const token = "!#$%&'*+-.^_`|~09AZ"
const longest = 'A'.repeat(32)

export const method: Behaviour = {
  behaviour: 'method',
  comment: 'The method is a token; its ASCII letters are upper-cased for the string to sign, and on the wire.',
  cases: [
    ...cases({ flags: 'method-case' }, makes, {
      'lower-case-to-sign': ['post is signed as POST.', { method: 'post' }, { method: 'POST' }],
    }),
    ...cases({ flags: 'method-known-only' }, makes, {
      'patch-to-sign': [
        'patch is signed as PATCH; fetch does not normalise it.',
        { method: 'patch' },
        { method: 'PATCH' },
      ],
    }),
    ...cases({ flags: 'upper-case-by-locale' }, makes, {
      'options-to-sign': [
        'options is signed as OPTIONS, in Turkish too.',
        { method: 'options' },
        { method: 'OPTIONS' },
      ],
    }),
    ...cases({ flags: 'method-unchecked' }, makes, {
      'every-character-to-sign': [
        'Every character of a token is allowed.',
        { method: token.toLowerCase() },
        { method: token },
      ],
    }),
    ...cases({ flags: 'method-length-unchecked' }, makes, {
      'longest-to-sign': ['A method of 32 characters.', { method: longest }, { method: longest }],
    }),
    ...cases({ flags: 'method-case' }, signs, {
      'upper-case-on-the-wire': [
        'A signer that is given a lower-case method returns the upper-case one.',
        { method: 'delete', body: bytes('') },
        { method: 'DELETE', body: '' },
      ],
    }),
    ...cases({ flags: 'method-unchecked', fault: 'method-token', twin: 'target/path-only-to-sign' }, makes, {
      'empty-to-sign': ['There is no method.', { method: '' }],
      'space-to-sign': ['A space would end the method on the request line.', { method: 'PO ST' }],
      'separator-to-sign': ['A colon is not a character of a token.', { method: 'POST:' }],
    }),
    ...cases({ flags: 'upper-case-beyond-ascii', fault: 'method-token', twin: 'target/path-only-to-sign' }, makes, {
      'long-s-to-sign': [
        'U+017F, the long s, upper-cases to S in JavaScript, Python and Java.',
        { method: 'po\u017ft' },
      ],
      'dotless-i-to-sign': ['U+0131, the dotless i, upper-cases to I.', { method: 'opt\u0131ons' }],
    }),
    ...cases({ flags: 'method-length-unchecked', fault: 'method-length', twin: 'longest-to-sign' }, makes, {
      'too-long-to-sign': ['A method of 33 characters.', { method: `${longest}A` }],
    }),
    ...cases({ flags: 'method-known-only' }, receives, {
      'get-with-body': ['Received: a GET with a body, signed like any other request.', { method: 'GET' }],
    }),
    ...cases({ flags: 'method-length-unchecked' }, receives, {
      longest: ['Received: a method of 32 characters.', { method: longest }],
    }),
    ...cases({ flags: 'method-length-unchecked', fault: 'method-length', twin: 'longest' }, receives, {
      'too-long': ['Received: a method of 33 characters.', { method: `${longest}A` }],
    }),
    ...cases({ flags: 'method-unchecked', fault: 'method-token', twin: 'target/path-only' }, receives, {
      separator: ['Received: a slash in a method.', { method: 'POST/2' }],
      'line-feed-at-end': ['Received: a method with a line feed at the end.', { method: 'POST\n' }],
    }),
    ...cases({ flags: 'upper-case-beyond-ascii', fault: 'method-token', twin: 'target/path-only' }, receives, {
      'long-s': [
        'Received: a method with U+017F. The first request was signed with the letter upper-cased, the second with it unchanged.',
        [{ method: 'PO\u017fT', signed: { method: 'POST' } }, { method: 'PO\u017fT' }],
      ],
    }),
    ...cases({ flags: 'method-unsigned method-other', fault: 'signature', twin: 'target/path-only' }, receives, {
      swapped: ['A signed GET is sent as a DELETE.', { method: 'DELETE', signed: { method: 'GET' } }],
    }),
    ...cases({ flags: 'method-case', fault: 'signature', twin: 'target/path-only' }, receives, {
      'signed-in-lower-case': [
        'POST is sent and post was signed. No policy allows this: the signed method is always upper-case.',
        { method: 'POST', signed: { method: 'post' } },
      ],
    }),
    ...cases(
      { flags: 'method-case', fault: 'method-upper-case', twin: 'target/path-only', policy: 'method-case' },
      receives,
      {
        'lower-case': ['Received in lower case, signed in upper case.', { method: 'post', signed: { method: 'POST' } }],
        'mixed-case': [
          'Received in mixed case, signed in upper case.',
          { method: 'Patch', signed: { method: 'PATCH' } },
        ],
        'lower-case-options': [
          'Received with an i, which Turkish rules upper-case to İ.',
          { method: 'options', signed: { method: 'OPTIONS' } },
        ],
      },
    ),
  ],
}
