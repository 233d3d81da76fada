/**
 * The nonce: which characters it may have, how long it may be, and that a signer draws a new one for each request.
 */
import { type Behaviour, nonceOf, value } from './draft.ts'
import { casesOf, type Question } from './group.ts'
import { longestNonce } from './limits.ts'
import { makes, receives, toSign } from './shapes.ts'

const { cases, flagged } = casesOf('nonce')

const longest = nonceOf('long')
  .repeat(Math.ceil(longestNonce / 32))
  .slice(0, longestNonce)

/** A port that signs this often draws the nonces itself. */
const signsOften = (times: number): Question<'sign'> => ({
  op: 'sign',
  input: { ...toSign, times },
  expect: () => value({ times, method: 'POST', target: '/v1/jobs' }),
})

export const nonce: Behaviour = {
  behaviour: 'nonce',
  comment: `The nonce is 1 to ${longestNonce} digits, ASCII letters and hyphens, and new in each request.`,
  cases: [
    ...flagged({}, receives, {
      hexadecimal: [
        'nonce-narrowed nonce-missing nonce-drift',
        'Received: 64 hexadecimal digits.',
        { nonce: nonceOf('first half') + nonceOf('second half') },
      ],
      uuid: [
        'nonce-narrowed nonce-case',
        'Received: a UUID in upper case.',
        { nonce: '9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D' },
      ],
      'one-character': ['nonce-narrowed zero-as-absent', 'Received: the nonce 0.', { nonce: '0' }],
      hyphens: ['nonce-narrowed', 'Received: a nonce of hyphens alone.', { nonce: '---' }],
      digits: ['nonce-as-number', 'Received: many digits with leading zeros.', { nonce: '00012345678901234567890' }],
      longest: ['nonce-length-unchecked', `Received: a nonce of ${longestNonce} characters.`, { nonce: longest }],
    }),
    ...cases({ flags: 'nonce-length-unchecked', fault: 'nonce-length', twin: 'longest' }, receives, {
      'too-long': [`Received: a nonce of ${longestNonce + 1} characters.`, { nonce: `${longest}0` }],
    }),
    ...cases({ flags: 'nonce-alphabet', fault: 'nonce-alphabet', twin: 'hexadecimal' }, receives, {
      underscore: ['Received: an underscore, which \\w would match.', { nonce: 'nonce_1' }],
      'digit-of-another-script': [
        'Received: a digit beyond ASCII, which \\d in Python and .NET matches.',
        { nonce: 'nonce\u0661' },
      ],
    }),
    ...cases({ flags: 'nonce-decoded', fault: 'nonce-alphabet', twin: 'hexadecimal' }, receives, {
      escape: [
        'Received: a percent escape. The first request was signed with it decoded, the second with it unchanged.',
        [{ nonce: 'nonce%41', signed: { nonce: 'nonceA' } }, { nonce: 'nonce%41' }],
      ],
    }),
    ...flagged({ fault: 'signature', twin: 'target/path-only' }, receives, {
      'signed-in-upper-case': [
        'nonce-case',
        'The nonce was signed in upper case, and is sent in lower case.',
        { signed: { nonce: nonceOf('step').toUpperCase() } },
      ],
      'not-signed': ['nonce-missing', 'The string was signed with an empty nonce.', { signed: { nonce: '' } }],
      drift: ['nonce-drift', 'Another nonce was signed than is sent.', { signed: { nonce: nonceOf('drift') } }],
    }),

    ...cases({ flags: 'nonce-length-unchecked' }, makes, {
      'longest-to-sign': [`To sign: a nonce of ${longestNonce} characters.`, { nonce: longest }, { nonce: longest }],
    }),
    ...cases({ flags: 'nonce-length-unchecked', fault: 'nonce-length', twin: 'longest-to-sign' }, makes, {
      'too-long-to-sign': [`To sign: a nonce of ${longestNonce + 1} characters.`, { nonce: `${longest}0` }],
    }),
    ...cases({ flags: 'nonce-alphabet', fault: 'nonce-alphabet', twin: 'longest-to-sign' }, makes, {
      'empty-to-sign': ['To sign: no nonce.', { nonce: '' }],
      'comma-to-sign': ['To sign: a comma, which ends an item of the header.', { nonce: 'nonce,1' }],
      'space-to-sign': ['To sign: a space.', { nonce: 'nonce 1' }],
      'line-feed-at-end-to-sign': [
        'To sign: a line feed at the end; `$` of many regular expressions matches before it.',
        { nonce: 'nonce\n' },
      ],
    }),
    ...cases({ flags: 'nonce-from-clock' }, signsOften, {
      'fifty-in-one-second': [
        'Fifty requests signed in one second have fifty nonces; demos that hash the time have one.',
        50,
      ],
    }),
  ],
}
