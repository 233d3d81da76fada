/** One request to a verifier: valid, or with one fault in what is signed, in what is sent, or in the verifier's settings. */

import * as Draw from '../../values/Draw.ts'
import { each, mapped, over } from '../../values/Grammar.ts'
import { clockSamples } from './clockRequests.ts'
import { commonSamples } from './commonRequests.ts'
import { drawing, type Generator } from './Generator.ts'
import { publicKeys } from './keys.ts'
import { both, type Change, type Changes, requestsOf, signedDrafts, some, timed } from './requestDrafts.ts'
import { type Pair, type Registered, usual } from './signedRequest.ts'
import { tokenRequests } from './tokenRequests.ts'
import { configurations, orNone, settingSamples } from './verifierSettings.ts'

/** Two pairs or more; the first is for the one that is missing. */
const fewKeys = Draw.shuffled(['app-1', 'app-1-next', 'app-2', 'exponent-65539', 'exponent-largest'] as const, 2)

/** The app has these keys, in any order, and signs with this one. */
const holding =
  (held: ReadonlyArray<Pair>, signer: Pair): Change =>
  (draft) => ({
    ...draft,
    pair: signer,
    keys: [...held].sort().map((pair) => ({ appId: draft.parts.appId, pair })),
  })

/** The app of the draft has two keys of these validities, in either order, of one length or of two. */
const besides = (
  of: (signer: Registered, other: Registered, validity: Partial<Registered>) => ReadonlyArray<Registered>,
): ReadonlyArray<Draw.Draw<Change>> =>
  each([{ revoked: true }, { notAfter: usual - 1 }, { notBefore: usual + 1 }]).flatMap((validities) =>
    [true, false].map((turned) =>
      Draw.tuple(validities, Draw.constantFrom('app-2', 'bits-3072')).map(([validity, pair]) => (draft) => {
        const { appId } = draft.parts
        const keys = of({ appId, pair: draft.pair === pair ? 'app-1' : draft.pair }, { appId, pair }, validity)
        const pairs = { pair: draft.pair === pair ? ('app-1' as const) : draft.pair }
        return { ...timed(usual, usual, 'now')(draft), ...pairs, keys: turned ? keys.toReversed() : keys }
      }),
    ),
  )

const signedSamples: Changes = [
  ...both(
    'a key that does not count changes nothing for the others of its app',
    besides((signer, other, validity) => [signer, { ...other, ...validity }]),
    besides((signer, other, validity) => [{ ...signer, ...validity }, other]),
  ),
  ...both(
    'a signature is by a key of the app, whichever',
    [0, 1, 2].map(() =>
      fewKeys.map(
        ([, ...held]) =>
          (draft) =>
            holding(held, held[0] as Pair)(draft),
      ),
    ),
    fewKeys.map(
      ([missing, ...held]) =>
        (draft) =>
          holding(held, missing as Pair)(draft),
    ),
  ),
]

/** `verify` with one step. */
export const requests: ReadonlyArray<Generator> = [
  drawing('request-to-verify', 'verify', requestsOf(signedDrafts, [...signedSamples, ...commonSamples.flat()])),
  drawing('clock-to-verify', 'verify', requestsOf(signedDrafts, clockSamples)),
  { ...drawing('token-to-verify', 'verify', tokenRequests), kind: 'batch' },
  drawing('configured-verifier', 'verify', [
    ...configurations,
    ...mapped(requestsOf(signedDrafts, settingSamples), orNone),
  ]),
  drawing(
    'key-to-verify',
    'verify',
    mapped(
      requestsOf(
        signedDrafts,
        over(some(publicKeys), (key) => (draft) => ({ ...draft, otherKeys: [{ appId: 'third', key }] })),
      ),
      orNone,
    ),
    16,
  ),
]
