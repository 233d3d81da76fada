/**
 * Tokens, and the editions that take them. A token replaces the signature and nothing else: method, target, body and the
 * app's rights are checked all the same.
 */
import type { VerifyInput } from '../../src/conformance/Vector.ts'
import {
  accepted,
  authType,
  type Behaviour,
  type Draft,
  headerOf,
  type Items,
  reject,
  repeated,
  type Sent,
  step,
  under,
  value,
  verdicts,
  verifier,
} from './draft.ts'
import { accepts, type Because, refuses } from './shapes.ts'

const tokens: VerifyInput['tokens'] = [
  { appId: 'app-1', token: 'token-1' },
  { appId: 'app-1', token: 'ABCxyz019-._~+/==' },
  { appId: 'app-2', token: 'token-2' },
]
const taking = { tokens }

const bearing = (header: string, sent: Sent = {}): Sent => ({ ...sent, header: () => header })

const takes = (slug: string, comment: string, flag: string, sent: Sent | ReadonlyArray<Sent>): Draft =>
  accepts(`bearer/${slug}`, comment, [flag], sent, taking)

const unknown: Because = { fault: 'token-known', twin: 'bearer/token', reason: 'token_unknown' }
const malformed: Because = { fault: 'token-form', twin: 'bearer/token', reason: 'authorization_malformed' }

/** A token that is like a known one. */
const stranger = (slug: string, comment: string, flag: string, token: string): Draft =>
  refuses(`bearer/${slug}`, comment, [flag], unknown, bearing(`Bearer ${token}`), taking)

/** No token at all, whatever is known. */
const unreadable = (slug: string, comment: string, authorization: string): Draft => ({
  id: `bearer/${slug}-read`,
  comment,
  flags: ['token-lenient'],
  fault: 'token-form',
  twin: 'bearer/every-character-read',
  op: 'parseAuthorization',
  input: { authType, authorization: [authorization] },
  expect: reject('authorization_malformed'),
})

export const bearer: Behaviour = {
  behaviour: 'bearer',
  comment: 'Tokens: how they are written, who offers them, and what is checked beside them.',
  cases: [
    takes('token', 'A known token.', 'token-narrowed', bearing('Bearer token-1')),
    takes(
      'every-character',
      'A token with characters of each kind, and padding.',
      'token-narrowed',
      bearing('Bearer ABCxyz019-._~+/=='),
    ),
    takes(
      'of-second-app',
      'The app id of the answer is that of the token.',
      'token-anyone',
      bearing('Bearer token-2', { appId: 'app-2' }),
    ),
    takes(
      'twice',
      'A token is good for any number of requests, also of the same second and the same body.',
      'token-once',
      [bearing('Bearer token-1'), bearing('Bearer token-1')],
    ),
    takes('both-forms', 'A verifier that takes tokens takes signed requests too.', 'token-not-offered', [
      {},
      bearing('Bearer token-1'),
    ]),
    accepts(
      'bearer/mainland-signed',
      'The mainland edition takes signed requests.',
      ['edition-ignored'],
      {},
      { edition: 'mainland', tokens },
    ),
    refuses(
      'bearer/mainland',
      'The mainland edition takes no token, even where some are configured.',
      ['edition-ignored'],
      { fault: 'edition', twin: 'bearer/token', reason: 'bearer_not_offered' },
      bearing('Bearer token-1'),
      { edition: 'mainland', tokens },
    ),
    refuses(
      'bearer/not-configured',
      'Where tokens are not configured, none is taken: a signature cannot be replaced by one.',
      ['token-not-offered'],
      { fault: 'token-offered', twin: 'bearer/token', reason: 'bearer_not_offered' },
      bearing('Bearer token-1'),
    ),
    refuses(
      'bearer/none-registered',
      'Where tokens are configured and none is registered, none is known.',
      ['token-anyone'],
      unknown,
      bearing('Bearer token-1'),
      { tokens: [] },
    ),
    stranger('unknown', 'A token that nobody was given.', 'token-anyone', 'token-3'),
    stranger('in-other-case', 'A known token in another case.', 'token-loosely-compared', 'TOKEN-1'),
    stranger('token-continued', 'A known token with more behind it.', 'token-loosely-compared', 'token-1x'),
    stranger(
      'without-padding',
      'A known token without its equals signs, which a decoder of Base64 would not miss.',
      'token-loosely-compared',
      'ABCxyz019-._~+/',
    ),
    stranger(
      'name-of-member',
      'A token that every JavaScript object has as a member.',
      'nonce-as-member',
      'constructor',
    ),
    refuses(
      'bearer/two-spaces',
      'Two spaces before a known token; only one belongs there.',
      ['token-lenient'],
      malformed,
      bearing('Bearer  token-1'),
      taking,
    ),
    refuses(
      'bearer/space-at-end',
      'A space behind a known token.',
      ['token-lenient'],
      malformed,
      bearing('Bearer token-1 '),
      taking,
    ),

    {
      id: 'bearer/every-character-read',
      comment: 'Reading alone: a token with characters of each kind, and padding.',
      flags: ['token-narrowed'],
      op: 'parseAuthorization',
      input: { authType, authorization: ['Bearer ABCxyz019-._~+/=='] },
      expect: value({ scheme: 'bearer', token: 'ABCxyz019-._~+/==' }),
    },
    unreadable('empty', 'The word Bearer, a space and no token.', 'Bearer '),
    unreadable('padding-within', 'An equals sign within the token.', 'Bearer a=b'),
    unreadable('quoted', 'A token in double quotes.', 'Bearer "token-1"'),
    unreadable('comma', 'Two headers that a server has joined with a comma.', 'Bearer token-1,token-2'),
    unreadable(
      'line-feed-at-end',
      'A line feed at the end; `$` of many regular expressions matches before it.',
      'Bearer token-1\n',
    ),

    takes(
      'method-and-target',
      'With a token, method and target are read by the same rules.',
      'token-checks-skipped',
      bearing('Bearer token-1', { method: 'DELETE', target: 'https://jobs.example/v1/jobs?' }),
    ),
    refuses(
      'bearer/method-invalid',
      'With a token, the method is checked.',
      ['token-checks-skipped'],
      { fault: 'method-token', twin: 'bearer/method-and-target', reason: 'method_invalid' },
      bearing('Bearer token-1', { method: 'DEL ETE' }),
      taking,
    ),
    refuses(
      'bearer/target-invalid',
      'With a token, the target is checked.',
      ['token-checks-skipped'],
      { fault: 'target-character', twin: 'bearer/method-and-target', reason: 'target_invalid' },
      bearing('Bearer token-1', { target: '/v1/jobs\n' }),
      taking,
    ),
    refuses(
      'bearer/not-allowed',
      'With a token, what the app may do is asked.',
      ['token-checks-skipped', 'app-not-asked'],
      { fault: 'app-allowed', twin: 'bearer/token', reason: 'app_forbidden' },
      bearing('Bearer token-1', { allowed: false }),
      taking,
    ),
    refuses(
      'bearer/body-over-limit',
      'With a token, the body has its limit.',
      ['token-checks-skipped', 'body-limit-unchecked'],
      { fault: 'body-limit', twin: 'bearer/token', reason: 'body_too_large' },
      bearing('Bearer token-1', { body: repeated('a', 1_048_577) }),
      taking,
    ),
    refuses(
      'bearer/beside-signature',
      'A token in one line and a signature in another, both of them right.',
      ['two-credentials'],
      { fault: 'header-once', twin: 'bearer/both-forms', reason: 'authorization_multiple' },
      { header: (items: Items) => ['Bearer token-1', headerOf(items)] },
      taking,
    ),
    {
      id: 'bearer/word-in-lower-case',
      comment: 'The word bearer in lower case.',
      flags: ['bearer-case'],
      op: 'verify',
      input: verifier(step(bearing('bearer token-1')), taking),
      expect: under('scheme-case', 'scheme_unsupported', verdicts(accepted())),
    },
  ],
}
