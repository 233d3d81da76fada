/**
 * Settings of a verifier: settings with which no verifier can be made, and their valid neighbours. And lists of keys: with a key twice,
 * with a key that several apps share, with keys that are not valid now.
 */

import { createPublicKey } from 'node:crypto'
import { editions } from '../../../core/Edition.ts'
import * as Gen from '../../values/Gen.ts'
import { authTypes as configuredTypes } from '../../values/headers/headerValues.ts'
import { formsFor, publicPemOf } from '../../values/keys/keyFile.ts'
import { goodPems } from '../../values/keys/pemFiles.ts'
import { constants, mapEach, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import { alikeAppIds, lookalikes } from '../../values/lookalikes.ts'
import type { VerifyKey } from '../Vector.ts'
import type { GeneratedInput } from './Generator.ts'
import { numberOf } from './keyPairs.ts'
import * as drafts from './requestDrafts.ts'
import { type Pair, publicPem, type Registered } from './signedRequest.ts'
import { latestClock, usualClock } from './windows.ts'

/** The public key of a pair in another file: other bytes, the same key. */
const writeKeyFile: Gen.Gen<(pair: Pair) => string> = goodPems(formsFor('verify')).map((write) => (pair) => {
  const { n = '', e = '' } = createPublicKey(publicPem(pair)).export({ format: 'jwk' })
  const [modulus, exponent] = [n, e].map((digits) => numberOf(Buffer.from(digits, 'base64url')))
  return write([modulus, exponent] as [bigint, bigint]) as string
})

export const validities: ReadonlyArray<Omit<VerifyKey, 'appId' | 'key'>> = [
  {},
  { revoked: true },
  { notAfter: 0 },
  { notBefore: latestClock },
]

/** The key of a third app. It may be invalid. */
const thirdAppHasKey = (pairOf: (draft: drafts.Draft) => Pair): ReadonlyArray<Gen.Gen<drafts.Change>> =>
  validities.map((validity) =>
    Gen.tuple(writeKeyFile, Gen.boolean, Gen.constantFrom(...validities)).map(
      ([file, isOwnToo, ownValidity]) =>
        (draft) => {
          const pair = pairOf(draft)
          const key = { appId: 'third', key: file(pair), ...validity }
          const changed = isOwnToo && pair === draft.pair ? drafts.withValidity(ownValidity)(draft) : draft
          return { ...changed, otherKeys: [key] }
        },
    ),
  )

/** The app's key has two entries, in two files. One entry or none of them is valid. */
const keyStandsTwice: Gen.Gen<drafts.Change> = Gen.tuple(
  writeKeyFile,
  Gen.constantFrom({}, { notAfter: 0 }, { notBefore: latestClock }),
).map(([file, validity]) => (draft) => ({
  ...drafts.atClock(usualClock, usualClock, 'now')(draft),
  otherKeys: [{ appId: draft.parts.appId, key: file(draft.pair), ...validity }],
}))

/** The same parts in each request with the same app: so a run signs it only once. */
const usualParts = { method: 'POST', target: '/v1/jobs', timestamp: usualClock, nonce: 'n', body: '' }

/** Two apps with names that are nearly the same have the same key, or each its own. */
const namesakes = (isShared: boolean): ReadonlyArray<Gen.Gen<drafts.Change>> =>
  mapEach(constants([...lookalikes, ...alikeAppIds]), ([former, latter]) => (draft) => ({
    ...drafts.signAndSend({ ...usualParts, appId: former })(draft),
    now: usualClock,
    pair: 'app-1',
    keys: [{ appId: former, pair: 'app-1' }],
    otherKeys: [{ appId: latter, key: publicPem(isShared ? 'app-1' : 'app-2') }],
    tokens: null,
  }))

const ownPairs = ['app-1', 'app-1-next', 'app-2', 'bits-2049'] as const
const pairsOfOther = ['plain', 'sameModulus', 'sameStart'] as const

/** One app has `ownPairs`. Another app has `pairsOfOther`, but one of the first app's keys in place of one of them. */
const sharedAmong: ReadonlyArray<Gen.Gen<drafts.Change>> = ownPairs.flatMap((sharedPair) =>
  pairsOfOther.map((replacedPair) =>
    Gen.boolean.map((turned) => (draft) => {
      const { appId } = draft.parts
      const heldByOther = pairsOfOther.map((pair): Pair => (pair === replacedPair ? sharedPair : pair))
      const keys = [
        ...ownPairs.map((pair) => ({ appId, pair })),
        ...heldByOther.map((pair) => ({ appId: drafts.otherAppId(appId), pair })),
      ]
      return { ...draft, pair: 'app-1', keys: turned ? keys.toReversed() : keys }
    }),
  ),
)

/** A list of entries for one app. */
interface EntryList {
  /** How an entry differs from one with a valid key of its own. */
  readonly change: (index: number) => Partial<Registered>
  /** Whether there is also an entry of another app among them. */
  readonly hasOtherApp: boolean
}

const entryLists = (count: number): ReadonlyArray<EntryList> => [
  // One key in all entries
  { change: () => ({ pair: 'app-1' }), hasOtherApp: false },
  // Two keys in turn
  { change: (index) => ({ pair: index % 2 === 0 ? 'app-1' : 'app-2' }), hasOtherApp: true },
  // The first key again in the last entry
  { change: (index) => (index === count - 1 ? { pair: 'app-1' } : {}), hasOtherApp: false },
  // Only the first key is not revoked
  { change: (index) => (index === 0 ? {} : { revoked: true }), hasOtherApp: true },
  // Only the first key has not ended
  { change: (index) => (index === 0 ? {} : { notAfter: 0 }), hasOtherApp: false },
]

const pairsOfEntries = [...ownPairs, 'exponent-65539'] as const

/** So many entries for one app: of few keys, or of keys that are not valid. */
const keyEntries = (count: number): ReadonlyArray<Gen.Gen<drafts.Change>> =>
  entryLists(count).map(({ change, hasOtherApp }) =>
    Gen.constant((draft: drafts.Draft): drafts.Draft => {
      const { appId } = draft.parts
      const entries = Array.from(
        { length: count },
        (_, index): Registered => ({ appId, pair: pairsOfEntries[index] as Pair, ...change(index) }),
      )
      const otherEntry: Registered = { appId: drafts.otherAppId(appId), pair: 'plain' }
      return {
        ...drafts.atClock(usualClock, usualClock, 'now')(draft),
        pair: 'app-1',
        keys: hasOtherApp ? entries.toSpliced(2, 0, otherEntry) : entries,
      }
    }),
  )

const fewRule = 'an app has at most 4 keys; a key that is listed twice counts as two'

/** The app is the last of hundreds, of a key each. */
export const lastOfMany: Gen.Gen<GeneratedInput<'verify'>> = Gen.constant(drafts.plainDraft).map((draft) => {
  const keyOf = (i: number): string => publicPemOf([2n ** 2047n + 2n * BigInt(i) + 1n, 65_537n])
  const otherKeys = Array.from({ length: 260 }, (_, i) => ({ appId: `crowd-${i}`, key: keyOf(i) }))
  const input = drafts.inputOf({ ...draft, otherKeys })
  return { input: { ...input, keys: input.keys.toReversed() }, rule: fewRule, passes: [true] }
})

export const settingSamples: drafts.Changes = [
  ...validAndInvalid<drafts.Change>(
    'a key belongs to one app, even if another app has a similar name',
    [Gen.oneof(...namesakes(false)), Gen.oneof(...namesakes(false))],
    namesakes(true),
  ),
  ...validAndInvalid<drafts.Change>(fewRule, keyEntries(4), keyEntries(5)),
  ...validAndInvalid<drafts.Change>(
    'each entry has a key that can be read, even if the key of the entry is not valid now',
    thirdAppHasKey(() => 'bits-3072').slice(0, 1),
    validities.map((validity) =>
      // `publicPem` is called in the change, so that the key is read only when the change is drawn.
      Gen.constantFrom('', 'no PEM', 'MIJ').map((unreadable) => (draft) => {
        const key = unreadable === 'MIJ' ? publicPem('app-2').replace('MII', unreadable) : unreadable
        return { ...draft, otherKeys: [{ appId: 'third', key, ...validity }] }
      }),
    ),
  ),
  ...validAndInvalid<drafts.Change>(
    'a key belongs to one app only, even if two entries are in different files, or one of them is not valid now',
    [...thirdAppHasKey(() => 'bits-3072'), keyStandsTwice, keyStandsTwice],
    [...thirdAppHasKey(({ pair }) => pair), ...sharedAmong],
  ),
  ...mapValues(configuredTypes, (authType) => (draft: drafts.Draft) => ({ ...draft, authType })),
]

/** Without a verifier there is no verdict on a step. */
export const orNone = (generated: GeneratedInput<'verify'>): GeneratedInput<'verify'> => ({
  ...generated,
  passes: [generated.passes].flat().every(Boolean) ? generated.passes : false,
})

/** Every edition, with no keys, other keys, its own key or both; and with no tokens, other tokens, the known token or both. */
export const configurations: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = editions.flatMap((edition) =>
  [[], ['other'], ['app-1'], ['other', 'app-1']].flatMap((apps) =>
    [undefined, [], ['other'], [drafts.knownToken], ['other', drafts.knownToken]].map((heldTokens) =>
      Gen.constantFrom('app-1', '0').map((holder) => {
        const keys = apps.map(
          (app): Registered =>
            app === 'other'
              ? { appId: app, pair: 'quick-1' }
              : { appId: drafts.plainDraft.parts.appId, pair: 'quick-0' },
        )
        const tokens = heldTokens?.map((token) => ({ appId: holder, token })) ?? null
        const draft: drafts.Draft = { ...drafts.plainDraft, edition, keys, tokens }
        const lower: drafts.Draft = {
          ...draft,
          token: drafts.knownToken,
          writeLines: (line) => [line.replace('B', 'b')],
        }
        const requests = [{ ...draft, token: drafts.knownToken }, { ...draft, token: 'unknown' }, lower, draft].map(
          drafts.inputOf,
        )
        const isHeld = edition === 'international' && heldTokens?.includes(drafts.knownToken) === true
        return {
          input: { ...drafts.inputOf(draft), steps: requests.flatMap(({ steps }) => steps) },
          rule: 'a verifier accepts a token if its edition and its tokens allow this, and a signature if its keys allow this',
          passes: [isHeld, false, false, apps.includes('app-1')],
        }
      }),
    ),
  ),
)
