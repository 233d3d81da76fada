/**
 * Tokens, and the editions that take them. A token replaces the signature and nothing else: method, target, body and the
 * app's rights are checked all the same.
 */
import type { VerifyInput } from '../../src/kit/conformance/Vector.ts'
import { authType, type Behaviour, headerOf, type Items, repeated, type Sent, value } from './draft.ts'
import { casesOf, orReject, type Question } from './group.ts'
import { receives } from './shapes.ts'

const { cases, flagged } = casesOf('bearer')

const tokens: VerifyInput['tokens'] = [
  { appId: 'app-1', token: 'token-1' },
  { appId: 'app-1', token: 'ABCxyz019-._~+/==' },
  { appId: 'app-2', token: 'token-2' },
]
const taking = { tokens }

const bearing = (header: string, sent: Sent = {}): Sent => ({ ...sent, header: () => header })

/** A verifier receives a request with this token. */
const bears = (token: string): Question<'verify'> => receives(bearing(`Bearer ${token}`), taking)

/** The header alone is read. */
const reads = (authorization: string, token = ''): Question<'parseAuthorization'> => ({
  op: 'parseAuthorization',
  input: { authType, authorization: [authorization] },
  expect: orReject(() => value({ scheme: 'bearer', token })),
})

export const bearer: Behaviour = {
  behaviour: 'bearer',
  comment: 'Tokens: their form, the editions that accept them, and the checks that remain.',
  cases: [
    ...cases({ flags: 'token-narrowed' }, receives, {
      token: ['A known token.', bearing('Bearer token-1'), taking],
      'every-character': [
        'A token with characters of each kind, and padding.',
        bearing('Bearer ABCxyz019-._~+/=='),
        taking,
      ],
    }),
    ...cases({ flags: 'token-anyone' }, receives, {
      'of-second-app': [
        'The app id of the answer is that of the token.',
        bearing('Bearer token-2', { appId: 'app-2' }),
        taking,
      ],
    }),
    ...cases({ flags: 'token-once' }, receives, {
      twice: [
        'A token is good for any number of requests, also of the same second and the same body.',
        [bearing('Bearer token-1'), bearing('Bearer token-1')],
        taking,
      ],
    }),
    ...cases({ flags: 'token-not-offered' }, receives, {
      'both-forms': [
        'A verifier that accepts tokens also accepts signed requests.',
        [{}, bearing('Bearer token-1')],
        taking,
      ],
    }),
    ...cases({ flags: 'edition-ignored' }, receives, {
      'mainland-signed': ['The mainland edition accepts signed requests.', {}, { edition: 'mainland', tokens }],
    }),
    ...cases({ flags: 'edition-ignored', fault: 'edition', twin: 'token' }, receives, {
      mainland: [
        'The mainland edition accepts no token, even if tokens are configured.',
        bearing('Bearer token-1'),
        { edition: 'mainland', tokens },
      ],
    }),
    ...cases({ flags: 'token-not-offered', fault: 'token-offered', twin: 'token' }, receives, {
      'not-configured': [
        'Where tokens are not configured, a token does not replace a signature.',
        bearing('Bearer token-1'),
      ],
    }),
    ...cases({ flags: 'token-anyone', fault: 'token-known', twin: 'token' }, receives, {
      'none-registered': ['Tokens are configured, but none is registered.', bearing('Bearer token-1'), { tokens: [] }],
    }),
    ...flagged({ fault: 'token-known', twin: 'token' }, bears, {
      unknown: ['token-anyone', 'A token that is not registered.', 'token-3'],
      'in-other-case': ['token-loosely-compared', 'A known token in another case.', 'TOKEN-1'],
      'token-continued': ['token-loosely-compared', 'A known token followed by another character.', 'token-1x'],
      'without-padding': [
        'token-loosely-compared',
        'A known token without its equals signs, which a Base64 decoder would ignore.',
        'ABCxyz019-._~+/',
      ],
      'name-of-member': [
        'nonce-as-member',
        'A token that is the name of a member of every JavaScript object.',
        'constructor',
      ],
    }),
    ...cases({ flags: 'token-lenient', fault: 'token-form', twin: 'token' }, receives, {
      'two-spaces': ['Two spaces before a known token; only one belongs there.', bearing('Bearer  token-1'), taking],
      'space-at-end': ['A space after a known token.', bearing('Bearer token-1 '), taking],
    }),

    ...cases({ flags: 'token-narrowed' }, reads, {
      'every-character-read': [
        'Parsed only: a token with characters of each kind, and padding.',
        'Bearer ABCxyz019-._~+/==',
        'ABCxyz019-._~+/==',
      ],
    }),
    ...cases({ flags: 'token-lenient', fault: 'token-form', twin: 'every-character-read' }, reads, {
      'empty-read': ['The word Bearer, a space and no token.', 'Bearer '],
      'padding-within-read': ['An equals sign inside the token.', 'Bearer a=b'],
      'quoted-read': ['A token in double quotes.', 'Bearer "token-1"'],
      'comma-read': ['Two headers that a server has joined with a comma.', 'Bearer token-1,token-2'],
      'line-feed-at-end-read': [
        'A line feed at the end; `$` of many regular expressions matches before it.',
        'Bearer token-1\n',
      ],
    }),

    ...cases({ flags: 'token-checks-skipped' }, receives, {
      'method-and-target': [
        'With a token, method and target are read by the same rules.',
        bearing('Bearer token-1', { method: 'DELETE', target: 'https://jobs.example/v1/jobs?' }),
        taking,
      ],
    }),
    ...cases({ flags: 'token-checks-skipped', fault: 'method-token', twin: 'method-and-target' }, receives, {
      'method-invalid': [
        'With a token, the method is checked.',
        bearing('Bearer token-1', { method: 'DEL ETE' }),
        taking,
      ],
    }),
    ...cases({ flags: 'token-checks-skipped', fault: 'target-character', twin: 'method-and-target' }, receives, {
      'target-invalid': [
        'With a token, the target is checked.',
        bearing('Bearer token-1', { target: '/v1/jobs\n' }),
        taking,
      ],
    }),
    ...cases({ flags: 'token-checks-skipped app-not-asked', fault: 'app-allowed', twin: 'token' }, receives, {
      'not-allowed': [
        "With a token, the app's permission is checked.",
        bearing('Bearer token-1', { allowed: false }),
        taking,
      ],
    }),
    ...cases({ flags: 'token-checks-skipped body-limit-unchecked', fault: 'body-limit', twin: 'token' }, receives, {
      'body-over-limit': [
        "With a token, the body's limit is checked.",
        bearing('Bearer token-1', { body: repeated('a', 1_048_577) }),
        taking,
      ],
    }),
    ...cases({ flags: 'two-credentials', fault: 'header-once', twin: 'both-forms' }, receives, {
      'beside-signature': [
        'A token in one line and a signature in another, both valid.',
        { header: (items: Items) => ['Bearer token-1', headerOf(items)] },
        taking,
      ],
    }),
    ...cases({ flags: 'bearer-case', policy: 'scheme-case' }, receives, {
      'word-in-lower-case': ['The word bearer in lower case.', bearing('bearer token-1'), taking],
    }),
  ],
}
