/**
 * A nonce is accepted once for each key: sequences of requests to one verifier. What is refused must leave no trace in its
 * memory, and what is accepted must stay there for as long as it could be sent again.
 */
import type { StepVerdict, VerifyKey } from '../../src/conformance/Vector.ts'
import {
  accepted,
  type Behaviour,
  type Draft,
  type Items,
  nonceOf,
  now,
  refused,
  repeated,
  type Sent,
  step,
  twoApps,
  under,
  verdicts,
  verifier,
} from './draft.ts'
import { longestNonce } from './limits.ts'
import { accepts, refuses } from './shapes.ts'

const replayed = refused('nonce_replayed')
const twoKeys: ReadonlyArray<VerifyKey> = [...twoApps, { appId: 'app-1', key: 'app-1-next' }]

/** Requests, and what each comes to. */
const sequence = (
  slug: string,
  comment: string,
  flag: string,
  steps: ReadonlyArray<readonly [Sent, StepVerdict]>,
  keys: ReadonlyArray<VerifyKey> = twoApps,
): Draft<'verify'> => ({
  id: `replay/${slug}`,
  comment,
  flags: [flag],
  op: 'verify',
  input: verifier(
    steps.map(([sent]) => step(sent)),
    { keys },
  ),
  expect: verdicts(...steps.map(([, verdict]) => verdict)),
})

/** A sequence whose last step sends a nonce that has been used. */
const again = (
  slug: string,
  comment: string,
  flag: string,
  sent: ReadonlyArray<Sent>,
  twin: string = 'two-nonces',
): Draft<'verify'> => {
  const last = sent.length - 1
  const steps = sent.map((one, i): readonly [Sent, StepVerdict] => [one, i < last ? accepted(one.appId) : replayed])
  return { ...sequence(slug, comment, flag, steps, twoKeys), fault: 'nonce-unused', twin: `replay/${twin}` }
}

/** A second request with the nonce of the first, which differs in something else. */
const reused = (slug: string, comment: string, policy: string, second: Sent): Draft<'verify'> => ({
  ...sequence(slug, comment, 'nonce-bound-to-less', [
    [{}, accepted()],
    [second, accepted()],
  ]),
  fault: 'nonce-unused',
  twin: 'replay/two-nonces',
  expect: under(policy, 'nonce_replayed', verdicts(accepted(), accepted())),
})

const reordered = ({ app_id, nonce_str, timestamp, signature }: Items): string =>
  `SVC-SHA256-RSA   signature=${signature},timestamp=${timestamp},app_id=${app_id},nonce_str=${nonce_str}`

const long = 'a'.repeat(longestNonce - 1)

export const replay: Behaviour = {
  behaviour: 'replay',
  comment: 'A nonce is accepted once for each key, and is claimed last of all.',
  cases: [
    accepts(
      'replay/two-nonces',
      'Two requests that differ in their nonce alone are accepted.',
      ['nonce-not-by-key'],
      [{ nonce: nonceOf('one') }, { nonce: nonceOf('two') }],
    ),
    again('repeated', 'The same request comes twice in one second.', 'nonce-not-kept', [{}, {}]),
    {
      ...again('three-copies', 'Of three copies one is accepted.', 'nonce-not-kept', [{}, {}, {}]),
      expect: verdicts(accepted(), replayed, replayed),
    },
    again(
      'last-valid-second',
      'The copy comes in the last second in which its timestamp is fresh.',
      'nonce-forgotten-early',
      [{}, { now: now + 300 }],
    ),
    again(
      'stamped-ahead',
      'A request stamped as far ahead as may be is copied when maxAge has passed since it came, and is still fresh.',
      'nonce-kept-from-now',
      [{ now: now - 60 }, { now: now + 241 }],
    ),
    again(
      'stamped-ahead-last-second',
      'The same, in the last second of all: maxAge and maxSkew after it came.',
      'nonce-kept-from-now',
      [{ now: now - 60 }, { now: now + 300 }],
    ),
    again(
      'after-one-stamped-ahead',
      'A request stamped ahead of the clock comes between, and moves no limit for the others.',
      'nonce-forgotten-early',
      [{}, { nonce: nonceOf('ahead'), timestamp: now + 360, now: now + 300 }, { now: now + 300 }],
    ),
    again(
      'after-clock-set-back',
      'When the first has expired others come; then the clock is set back, and the copy is fresh once more.',
      'nonce-forgotten-early',
      [{}, { nonce: nonceOf('late'), timestamp: now + 400, now: now + 400 }, { now: now + 200 }],
    ),
    accepts(
      'replay/older-timestamp-later',
      'A request may come after one with a newer timestamp.',
      ['timestamp-monotonic'],
      [
        { nonce: nonceOf('new'), timestamp: now + 60 },
        { nonce: nonceOf('old'), timestamp: now - 300 },
      ],
    ),

    sequence('bad-signature-first', 'A forged request with the nonce comes before the honest one.', 'nonce-burnt', [
      [{ signed: { body: '{"forged":true}' } }, refused('signature_invalid')],
      [{}, accepted()],
    ]),
    sequence('too-large-first', 'A copy with a body over the limit comes first.', 'nonce-burnt', [
      [{ body: repeated('x', 1_048_577), signed: { body: '{}' } }, refused('body_too_large')],
      [{}, accepted()],
    ]),
    sequence('too-early-first', 'The request comes too early, and again in time.', 'nonce-burnt', [
      [{ now: now - 61 }, refused('timestamp_in_future')],
      [{ now: now - 60 }, accepted()],
    ]),
    sequence(
      'clock-wrong-meanwhile-first',
      'While the body came, the clock was set back, so that the request lay too far ahead; it comes again.',
      'nonce-burnt',
      [
        [{ later: now - 61 }, refused('timestamp_in_future')],
        [{}, accepted()],
      ],
    ),
    sequence(
      'key-not-yet-valid-first',
      'The request comes before its key is valid, and again when it is.',
      'nonce-burnt',
      [
        [{}, refused('key_revoked')],
        [{ now: now + 200 }, accepted()],
      ],
      [{ appId: 'app-1', key: 'app-1', notBefore: now + 100 }],
    ),
    sequence('not-allowed-first', 'The app may not do this at first, and then it may.', 'nonce-burnt', [
      [{ allowed: false }, refused('app_forbidden')],
      [{ allowed: true }, accepted()],
    ]),
    refuses(
      'replay/not-allowed',
      'A request that is right in all else, by an app that may not do this.',
      ['app-not-asked'],
      { fault: 'app-allowed', twin: 'replay/two-nonces', reason: 'app_forbidden' },
      { allowed: false },
    ),

    accepts(
      'replay/other-app',
      "Another app's request with the same nonce is fresh.",
      ['nonce-not-by-key'],
      [{}, { appId: 'app-2', key: 'app-2' }],
    ),
    accepts(
      'replay/other-key-of-app',
      "The same nonce under the app's other key is fresh: what counts is the key.",
      ['nonce-not-by-key'],
      [{}, { key: 'app-1-next' }],
      { keys: twoKeys },
    ),
    again(
      'second-key-repeated',
      "Under the app's second key a copy is refused too.",
      'nonce-not-kept',
      [{}, { key: 'app-1-next' }, { key: 'app-1-next' }],
      'other-key-of-app',
    ),
    accepts(
      'replay/joined-without-separator',
      'App a with nonce bc, and app ab with nonce c.',
      ['nonce-key-ambiguous'],
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
    ),
    accepts(
      'replay/joined-with-hyphen',
      'App a with nonce b-c, and app a-b with nonce c.',
      ['nonce-key-ambiguous'],
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
    ),
    accepts(
      'replay/case-differs',
      'Two nonces that differ in case; many databases hold them equal.',
      ['nonce-loosely-compared'],
      [{ nonce: 'nonce-A' }, { nonce: 'nonce-a' }],
    ),
    accepts(
      'replay/equal-as-numbers',
      "Nonces that PHP's == holds equal.",
      ['nonce-loosely-compared', 'nonce-as-number'],
      [{ nonce: '100' }, { nonce: '1e2' }, { nonce: '0100' }],
    ),
    accepts(
      'replay/last-character-differs',
      `Two nonces of ${longestNonce} characters that differ in the last.`,
      ['nonce-loosely-compared'],
      [{ nonce: `${long}1` }, { nonce: `${long}2` }],
    ),
    accepts(
      'replay/names-of-members',
      'Nonces that every JavaScript object has as members.',
      ['nonce-as-member'],
      [{ nonce: 'constructor' }, { nonce: 'toString' }, { nonce: 'hasOwnProperty' }],
    ),

    reused('signed-again-later', "The nonce is signed again with the next second's timestamp.", 'nonce-per-timestamp', {
      timestamp: now + 1,
    }),
    reused('signed-again-earlier', 'The nonce is signed again with an older timestamp.', 'nonce-per-timestamp', {
      timestamp: now - 300,
    }),
    reused('other-body', 'The nonce is signed again with another body.', 'nonce-per-message', { body: '{"a":1}' }),
    reused('other-target', 'The nonce is signed again for another target.', 'nonce-per-message', {
      target: '/v1/jobs?x=1',
    }),
    again(
      'header-in-other-order',
      'The copy has its header in another order and with more spaces; no policy makes it fresh.',
      'nonce-bound-to-header',
      [{}, { header: reordered }],
    ),
    again(
      'target-in-absolute-form',
      'The copy has its target in absolute form, which is the same string to sign; no policy makes it fresh.',
      'nonce-bound-to-header',
      [{}, { target: 'https://jobs.example/v1/jobs', signed: { target: '/v1/jobs' } }],
    ),
  ],
}
