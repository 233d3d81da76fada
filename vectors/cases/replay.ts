/**
 * A nonce is accepted once for each key: sequences of requests to one verifier. A refused request must leave no trace in
 * the verifier's memory, and an accepted one must stay there for as long as it could be sent again.
 */
import type { StepVerdict, VerifyKey } from '../../src/kit/conformance/Vector.ts'
import {
  accepted,
  type Behaviour,
  type Items,
  nonceOf,
  now,
  refused,
  repeated,
  type Sent,
  step,
  twoApps,
  verdicts,
  verifier,
} from './draft.ts'
import { casesOf, type Question } from './group.ts'
import { longestNonce } from './limits.ts'
import { receives } from './shapes.ts'

const { cases, flagged } = casesOf('replay')

const twoKeys: ReadonlyArray<VerifyKey> = [...twoApps, { appId: 'app-1', key: 'app-1-next' }]

/** Requests, and the verdict on each. */
const sequence = (
  steps: ReadonlyArray<readonly [Sent, StepVerdict]>,
  keys: ReadonlyArray<VerifyKey> = twoApps,
): Question<'verify'> => ({
  op: 'verify',
  input: verifier(
    steps.map(([sent]) => step(sent)),
    { keys },
  ),
  expect: () => verdicts(...steps.map(([, verdict]) => verdict)),
})

/** Requests of which the last `copies` send a nonce that has been used. */
const again = (sent: ReadonlyArray<Sent>, copies = 1, keys = twoKeys): Question<'verify'> => ({
  op: 'verify',
  input: verifier(sent.map(step), { keys }),
  expect: (reason = '') =>
    verdicts(...sent.map(({ appId }, i) => (i < sent.length - copies ? accepted(appId) : refused(reason)))),
})

const reordered = ({ app_id, nonce_str, timestamp, signature }: Items): string =>
  `SVC-SHA256-RSA   signature=${signature},timestamp=${timestamp},app_id=${app_id},nonce_str=${nonce_str}`

const long = 'a'.repeat(longestNonce - 1)

export const replay: Behaviour = {
  behaviour: 'replay',
  comment: 'A nonce is accepted once for each key, and is claimed after every other check.',
  cases: [
    ...cases({ flags: 'nonce-not-by-key' }, receives, {
      'two-nonces': [
        'Two requests that differ only in their nonce are accepted.',
        [{ nonce: nonceOf('one') }, { nonce: nonceOf('two') }],
      ],
    }),
    ...cases({ flags: 'nonce-not-kept', fault: 'nonce-unused', twin: 'two-nonces' }, again, {
      repeated: ['The same request comes twice in one second.', [{}, {}]],
      'three-copies': ['Only the first of three copies is accepted.', [{}, {}, {}], 2],
    }),
    ...cases({ flags: 'nonce-forgotten-early', fault: 'nonce-unused', twin: 'two-nonces' }, again, {
      'last-valid-second': [
        'The copy comes in the last second in which its timestamp is fresh.',
        [{}, { now: now + 300 }],
      ],
    }),
    ...cases({ flags: 'nonce-kept-from-now', fault: 'nonce-unused', twin: 'two-nonces' }, again, {
      'stamped-ahead': [
        'The timestamp of the request is maxSkew ahead of the clock. The copy comes more than maxAge after the first arrival, and its timestamp is still fresh.',
        [{ now: now - 60 }, { now: now + 241 }],
      ],
      'stamped-ahead-last-second': [
        'The timestamp of the request is maxSkew ahead of the clock. The copy comes in the last second in which it is fresh: maxAge plus maxSkew after the first arrival.',
        [{ now: now - 60 }, { now: now + 300 }],
      ],
    }),
    ...cases({ flags: 'nonce-forgotten-early', fault: 'nonce-unused', twin: 'two-nonces' }, again, {
      'after-one-stamped-ahead': [
        'A request with a timestamp ahead of the clock comes in between. The verifier must still remember the other nonces as long as before.',
        [{}, { nonce: nonceOf('ahead'), timestamp: now + 360, now: now + 300 }, { now: now + 300 }],
      ],
      'after-clock-set-back': [
        'Another request comes after the first has expired. Then the clock is set back, and the copy is fresh again.',
        [{}, { nonce: nonceOf('late'), timestamp: now + 400, now: now + 400 }, { now: now + 200 }],
      ],
    }),
    ...cases({ flags: 'timestamp-monotonic' }, receives, {
      'older-timestamp-later': [
        'A request may arrive after one with a newer timestamp.',
        [
          { nonce: nonceOf('new'), timestamp: now + 60 },
          { nonce: nonceOf('old'), timestamp: now - 300 },
        ],
      ],
    }),

    ...flagged({}, sequence, {
      'bad-signature-first': [
        'nonce-burnt signature-unchecked',
        'A forged request with the nonce comes before the honest one.',
        [
          [{ signed: { body: '{"forged":true}' } }, refused('signature_invalid')],
          [{}, accepted()],
        ],
      ],
      'too-large-first': [
        'nonce-burnt',
        'A copy with a body over the limit comes first.',
        [
          [{ body: repeated('x', 1_048_577), signed: { body: '{}' } }, refused('body_too_large')],
          [{}, accepted()],
        ],
      ],
      'too-early-first': [
        'nonce-burnt clock-ahead',
        'The request comes too early, and once more in time.',
        [
          [{ now: now - 61 }, refused('timestamp_in_future')],
          [{ now: now - 60 }, accepted()],
        ],
      ],
      'clock-wrong-meanwhile-first': [
        'nonce-burnt clock-read-once',
        'The clock was set back while the body arrived, so the timestamp was too far ahead. The request comes again.',
        [
          [{ later: now - 61 }, refused('timestamp_in_future')],
          [{}, accepted()],
        ],
      ],
      'key-not-yet-valid-first': [
        'nonce-burnt key-validity',
        'The request comes before its key is valid, and again once the key is valid.',
        [
          [{}, refused('key_revoked')],
          [{ now: now + 200 }, accepted()],
        ],
        [{ appId: 'app-1', key: 'app-1', notBefore: now + 100 }],
      ],
      'not-allowed-first': [
        'nonce-burnt app-not-asked',
        'The app is refused permission first, then allowed.',
        [
          [{ allowed: false }, refused('app_forbidden')],
          [{ allowed: true }, accepted()],
        ],
      ],
    }),
    ...cases({ flags: 'app-not-asked', fault: 'app-allowed', twin: 'two-nonces' }, receives, {
      'not-allowed': ['A valid request from an app that may not do this.', { allowed: false }],
    }),

    ...cases({ flags: 'nonce-not-by-key' }, receives, {
      'other-app': ["Another app's request with the same nonce is fresh.", [{}, { appId: 'app-2', key: 'app-2' }]],
      'other-key-of-app': [
        "The same nonce under the app's other key is fresh: nonces are kept by key.",
        [{}, { key: 'app-1-next' }],
        { keys: twoKeys },
      ],
    }),
    ...cases({ flags: 'nonce-not-kept nonce-not-by-key', fault: 'nonce-unused', twin: 'other-key-of-app' }, again, {
      'second-key-repeated': [
        "Under the app's second key a copy is refused too.",
        [{}, { key: 'app-1-next' }, { key: 'app-1-next' }],
      ],
    }),
    ...cases({ flags: 'nonce-not-kept', fault: 'nonce-unused', twin: 'keys/ring-twice-second-valid' }, again, {
      'key-twice': [
        'The key stands twice in the app. The request comes under the first validity, and its copy under the second.',
        [{}, { now: now + 1 }],
        1,
        [
          { appId: 'app-1', key: 'app-1', notAfter: now },
          { appId: 'app-1', key: 'app-1', notBefore: now + 1 },
        ],
      ],
    }),
    ...flagged({}, receives, {
      'joined-without-separator': [
        'nonce-key-ambiguous',
        'App a with nonce bc, and app ab with nonce c.',
        [
          { appId: 'a', nonce: 'bc' },
          { appId: 'ab', key: 'app-2', nonce: 'c' },
        ],
        {
          keys: [
            { appId: 'a', key: 'app-1' },
            { appId: 'ab', key: 'app-2' },
          ],
        },
      ],
      'joined-with-hyphen': [
        'nonce-key-ambiguous',
        'App a with nonce b-c, and app a-b with nonce c.',
        [
          { appId: 'a', nonce: 'b-c' },
          { appId: 'a-b', key: 'app-2', nonce: 'c' },
        ],
        {
          keys: [
            { appId: 'a', key: 'app-1' },
            { appId: 'a-b', key: 'app-2' },
          ],
        },
      ],
      'case-differs': [
        'nonce-loosely-compared',
        'Two nonces that differ only in case; many databases treat them as equal.',
        [{ nonce: 'nonce-A' }, { nonce: 'nonce-a' }],
      ],
      'equal-as-numbers': [
        'nonce-loosely-compared nonce-as-number',
        "Nonces that PHP's == treats as equal.",
        [{ nonce: '100' }, { nonce: '1e2' }, { nonce: '0100' }],
      ],
      'last-character-differs': [
        'nonce-loosely-compared',
        `Two nonces of ${longestNonce} characters that differ in the last.`,
        [{ nonce: `${long}1` }, { nonce: `${long}2` }],
      ],
      'names-of-members': [
        'nonce-as-member',
        'Nonces that are names of members of every JavaScript object.',
        [{ nonce: 'constructor' }, { nonce: 'toString' }, { nonce: 'hasOwnProperty' }],
      ],
    }),

    ...cases(
      { flags: 'nonce-bound-to-less', fault: 'nonce-unused', twin: 'two-nonces', policy: 'nonce-per-timestamp' },
      receives,
      {
        'signed-again-later': [
          "The nonce is signed again with the next second's timestamp.",
          [{}, { timestamp: now + 1 }],
        ],
        'signed-again-earlier': ['The nonce is signed again with an older timestamp.', [{}, { timestamp: now - 300 }]],
      },
    ),
    ...cases(
      { flags: 'nonce-bound-to-less', fault: 'nonce-unused', twin: 'two-nonces', policy: 'nonce-per-message' },
      receives,
      {
        'other-body': ['The nonce is signed again with another body.', [{}, { body: '{"a":1}' }]],
        'other-target': ['The nonce is signed again for another target.', [{}, { target: '/v1/jobs?x=1' }]],
      },
    ),
    ...cases({ flags: 'nonce-bound-to-header', fault: 'nonce-unused', twin: 'two-nonces' }, again, {
      'header-in-other-order': [
        'The copy has its header in another order and with more spaces; no policy makes it fresh.',
        [{}, { header: reordered }],
      ],
      'target-in-absolute-form': [
        'The copy has its target in absolute form, which is the same string to sign; no policy makes it fresh.',
        [{}, { target: 'https://jobs.example/v1/jobs', signed: { target: '/v1/jobs' } }],
      ],
    }),
  ],
}
