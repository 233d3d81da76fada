/**
 * The nonce: what it may be made of, and that a signer draws a new one for each request.
 */
import { type Behaviour, type Draft, nonceOf, value } from './draft.ts'
import { longestNonce } from './limits.ts'
import { accepts, makes, makesNone, refuses, toSign } from './shapes.ts'

const longest = nonceOf('long')
  .repeat(Math.ceil(longestNonce / 32))
  .slice(0, longestNonce)

const foreign = (slug: string, comment: string, flag: string, nonce: string): Draft =>
  refuses(
    `nonce/${slug}`,
    `Received: ${comment}`,
    [flag],
    { fault: 'nonce-alphabet', twin: 'nonce/hexadecimal', reason: 'authorization_malformed' },
    { nonce },
  )

const unsignable = (
  slug: string,
  comment: string,
  flag: string,
  nonce: string,
  fault: string = 'nonce-alphabet',
): Draft =>
  makesNone(
    `nonce/${slug}-to-sign`,
    `To sign: ${comment}`,
    [flag],
    { fault, twin: 'nonce/longest-to-sign', reason: 'nonce_malformed' },
    { nonce },
  )

export const nonce: Behaviour = {
  behaviour: 'nonce',
  comment: `The nonce is 1 to ${longestNonce} digits, ASCII letters and hyphens, and new in each request.`,
  cases: [
    accepts(
      'nonce/hexadecimal',
      'Received: 64 hexadecimal digits.',
      ['nonce-narrowed', 'nonce-missing', 'nonce-drift'],
      {
        nonce: nonceOf('first half') + nonceOf('second half'),
      },
    ),
    accepts('nonce/uuid', 'Received: a UUID in upper case.', ['nonce-narrowed', 'nonce-case'], {
      nonce: '9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D',
    }),
    accepts('nonce/one-character', 'Received: a nonce that is a zero.', ['nonce-narrowed', 'zero-as-absent'], {
      nonce: '0',
    }),
    accepts('nonce/hyphens', 'Received: a nonce of hyphens alone.', ['nonce-narrowed'], { nonce: '---' }),
    accepts('nonce/digits', 'Received: many digits with zeros in front.', ['nonce-as-number'], {
      nonce: '00012345678901234567890',
    }),
    accepts('nonce/longest', `Received: a nonce of ${longestNonce} characters.`, ['nonce-length-unchecked'], {
      nonce: longest,
    }),
    refuses(
      'nonce/too-long',
      `Received: a nonce of ${longestNonce + 1} characters.`,
      ['nonce-length-unchecked'],
      { fault: 'nonce-length', twin: 'nonce/longest', reason: 'authorization_malformed' },
      { nonce: `${longest}0` },
    ),
    foreign('underscore', 'an underscore, which \\w would match.', 'nonce-alphabet', 'nonce_1'),
    foreign(
      'digit-of-another-script',
      'a digit beyond ASCII, which \\d of Python and .NET matches.',
      'nonce-alphabet',
      'nonce\u0661',
    ),
    refuses(
      'nonce/escape',
      'Received: a percent escape, signed decoded (the first request) and as it stands (the second).',
      ['nonce-decoded'],
      { fault: 'nonce-alphabet', twin: 'nonce/hexadecimal', reason: 'authorization_malformed' },
      [{ nonce: 'nonce%41', signed: { nonce: 'nonceA' } }, { nonce: 'nonce%41' }],
    ),
    refuses(
      'nonce/signed-in-upper-case',
      'The nonce was signed in upper case, and is sent in lower case.',
      ['nonce-case'],
      { fault: 'signature', twin: 'target/path-only', reason: 'signature_invalid' },
      { signed: { nonce: nonceOf('step').toUpperCase() } },
    ),
    refuses(
      'nonce/not-signed',
      'The string was signed with its nonce left empty.',
      ['nonce-missing'],
      { fault: 'signature', twin: 'target/path-only', reason: 'signature_invalid' },
      { signed: { nonce: '' } },
    ),
    refuses(
      'nonce/drift',
      'Another nonce was signed than is sent.',
      ['nonce-drift'],
      { fault: 'signature', twin: 'target/path-only', reason: 'signature_invalid' },
      { signed: { nonce: nonceOf('drift') } },
    ),

    makes(
      'nonce/longest-to-sign',
      `To sign: a nonce of ${longestNonce} characters.`,
      ['nonce-length-unchecked'],
      { nonce: longest },
      { nonce: longest },
    ),
    unsignable(
      'too-long',
      `a nonce of ${longestNonce + 1} characters.`,
      'nonce-length-unchecked',
      `${longest}0`,
      'nonce-length',
    ),
    unsignable('empty', 'no nonce.', 'nonce-alphabet', ''),
    unsignable('comma', 'a comma, which ends an item of the header.', 'nonce-alphabet', 'nonce,1'),
    unsignable('space', 'a space.', 'nonce-alphabet', 'nonce 1'),
    unsignable(
      'line-feed-at-end',
      'a line feed at the end; `$` of many regular expressions matches before it.',
      'nonce-alphabet',
      'nonce\n',
    ),
    {
      id: 'nonce/fifty-in-one-second',
      comment: 'Fifty requests signed in one second have fifty nonces; demos that hash the time have one.',
      flags: ['nonce-from-clock'],
      op: 'sign',
      input: { ...toSign, times: 50 },
      expect: value({ times: 50, method: 'POST', target: '/v1/jobs' }),
    },
  ],
}
