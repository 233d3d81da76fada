/** Settings with which no verifier can be made, and their neighbours. */

import { createPublicKey } from 'node:crypto'
import { editions } from '../../../core/Edition.ts'
import * as Gen from '../../values/Gen.ts'
import { authTypes as configuredTypes } from '../../values/header.ts'
import { formsFor, goodPems, publicPemOf } from '../../values/keys.ts'
import { constants, mapEach, mapValues } from '../../values/Labelled.ts'
import { lookalikes, ofAppsAlone } from '../../values/lookalikes.ts'
import type { VerifyKey } from '../Vector.ts'
import type { GeneratedInput } from './Generator.ts'
import { numberOf } from './keyPairs.ts'
import * as drafts from './requestDrafts.ts'
import { latestClock, type Pair, publicPem, type Registered, usual } from './signedRequest.ts'

/** The public key of a pair in a file of its own: other bytes, the same key. */
const files: Gen.Gen<(pair: Pair) => string> = goodPems(formsFor('verify')).map((write) => (pair) => {
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

/** A third app has this key; it may be of no use. */
const third = (pairOf: (draft: drafts.Draft) => Pair): ReadonlyArray<Gen.Gen<drafts.Change>> =>
  validities.map((validity) =>
    Gen.tuple(files, Gen.boolean, Gen.constantFrom(...validities)).map(([file, isOwnToo, own]) => (draft) => {
      const pair = pairOf(draft)
      const key = { appId: 'third', key: file(pair), ...validity }
      const changed = isOwnToo && pair === draft.pair ? drafts.valid(own)(draft) : draft
      return { ...changed, otherKeys: [key] }
    }),
  )

/** The app's key stands twice, in two files: one entry is of no use, or none. */
const twice: Gen.Gen<drafts.Change> = Gen.tuple(
  files,
  Gen.constantFrom({}, { notAfter: 0 }, { notBefore: latestClock }),
).map(([file, validity]) => (draft) => ({
  ...drafts.timed(usual, usual, 'now')(draft),
  otherKeys: [{ appId: draft.parts.appId, key: file(draft.pair), ...validity }],
}))

/** Signed once for all. */
const usualParts = { method: 'POST', target: '/v1/jobs', timestamp: usual, nonce: 'n', body: '' }

/** Two apps with names that are nearly the same have the same key, or each its own. */
const namesakes = (isShared: boolean): ReadonlyArray<Gen.Gen<drafts.Change>> =>
  mapEach(constants([...lookalikes, ...ofAppsAlone]), ([one, other]) => (draft) => ({
    ...drafts.having({ ...usualParts, appId: one })(draft),
    now: usual,
    pair: 'app-1',
    keys: [{ appId: one, pair: 'app-1' }],
    otherKeys: [{ appId: other, key: publicPem(isShared ? 'app-1' : 'app-2') }],
    tokens: null,
  }))

/** One app has several keys, and another one of them, among several of its own. */
const sharedAmong: ReadonlyArray<Gen.Gen<drafts.Change>> = [0, 1, 2, 3].flatMap((at) =>
  [0, 1, 2].map((place) =>
    Gen.boolean.map((turned) => (draft) => {
      const { appId } = draft.parts
      const own = ['app-1', 'app-1-next', 'app-2', 'bits-2049'] as const
      const theirs: ReadonlyArray<Pair> = (['plain', 'sameModulus', 'sameStart'] as const).map((pair, i) =>
        i === place ? (own[at] as Pair) : pair,
      )
      const keys = [
        ...own.map((pair) => ({ appId, pair })),
        ...theirs.map((pair) => ({ appId: drafts.otherApp(appId), pair })),
      ]
      return { ...draft, pair: 'app-1', keys: turned ? keys.toReversed() : keys }
    }),
  ),
)

/** So many entries for one app: of few keys, or of keys that do not count. */
const entries = (count: number): ReadonlyArray<Gen.Gen<drafts.Change>> =>
  [
    (): Partial<Registered> => ({ pair: 'app-1' }),
    (i: number): Partial<Registered> => ({ pair: i % 2 === 0 ? 'app-1' : 'app-2' }),
    (i: number): Partial<Registered> => (i === count - 1 ? { pair: 'app-1' } : {}),
    (i: number): Partial<Registered> => (i === 0 ? {} : { revoked: true }),
    (i: number): Partial<Registered> => (i === 0 ? {} : { notAfter: 0 }),
  ].map((of, way) =>
    Gen.constant((draft: drafts.Draft): drafts.Draft => {
      const { appId } = draft.parts
      const all = ['app-1', 'app-1-next', 'app-2', 'bits-2049', 'exponent-65539'] as const
      return {
        ...drafts.timed(usual, usual, 'now')(draft),
        pair: 'app-1',
        // Of some ways, another app's key stands among them.
        keys: Array.from(
          { length: count },
          (_, i): Registered => ({ appId, pair: all[i] as Pair, ...of(i) }),
        ).toSpliced(2, 0, ...(way % 2 === 1 ? [{ appId: drafts.otherApp(appId), pair: 'plain' as const }] : [])),
      }
    }),
  )

const fewRule = 'an app has at most 4 keys, each entry of its own'
/** The app is the last of hundreds, of a key each. */
export const lastOfMany: Gen.Gen<GeneratedInput<'verify'>> = Gen.constant(drafts.plain).map((draft) => {
  const keyOf = (i: number): string => publicPemOf([2n ** 2047n + 2n * BigInt(i) + 1n, 65_537n])
  const otherKeys = Array.from({ length: 260 }, (_, i) => ({ appId: `crowd-${i}`, key: keyOf(i) }))
  const input = drafts.inputOf({ ...draft, otherKeys })
  return { input: { ...input, keys: input.keys.toReversed() }, rule: fewRule, passes: [true] }
})

export const settingSamples: drafts.Changes = [
  ...drafts.both(
    'a key belongs to one app, however alike the names of two are',
    [Gen.oneof(...namesakes(false)), Gen.oneof(...namesakes(false))],
    namesakes(true),
  ),
  ...drafts.both(fewRule, entries(4), entries(5)),
  ...drafts.both(
    'each entry holds a key that can be read, also an entry that does not count',
    third(() => 'bits-3072').slice(0, 1),
    validities.map((validity) =>
      // The key is read when it is drawn.
      Gen.constantFrom('', 'no PEM', 'MIJ').map((wrong) => (draft) => {
        const key = wrong === 'MIJ' ? publicPem('app-2').replace('MII', wrong) : wrong
        return { ...draft, otherKeys: [{ appId: 'third', key, ...validity }] }
      }),
    ),
  ),
  ...drafts.both(
    'a key belongs to one app, in whichever file it stands, valid or not',
    [...third(() => 'bits-3072'), twice, twice],
    [...third(({ pair }) => pair), ...sharedAmong],
  ),
  ...mapValues(configuredTypes, (authType) => (draft: drafts.Draft) => ({ ...draft, authType })),
]

/** Without a verifier there is no verdict on a step. */
export const orNone = (drawn: GeneratedInput<'verify'>): GeneratedInput<'verify'> => ({
  ...drawn,
  passes: [drawn.passes].flat().every(Boolean) ? drawn.passes : false,
})

/** Every edition with no keys, others, its own or both, and with no tokens, others, the known one or both. */
export const configurations: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = editions.flatMap((edition) =>
  [[], ['other'], ['app-1'], ['other', 'app-1']].flatMap((apps) =>
    [undefined, [], ['other'], [drafts.known], ['other', drafts.known]].map((some) =>
      Gen.constantFrom('app-1', '0').map((holder) => {
        const keys = apps.map(
          (app): Registered =>
            app === 'other' ? { appId: app, pair: 'quick-1' } : { appId: drafts.plain.parts.appId, pair: 'quick-0' },
        )
        const tokens = some?.map((token) => ({ appId: holder, token })) ?? null
        const draft: drafts.Draft = { ...drafts.plain, edition, keys, tokens }
        const lower: drafts.Draft = { ...draft, token: drafts.known, lines: (line) => [line.replace('B', 'b')] }
        const all = [{ ...draft, token: drafts.known }, { ...draft, token: 'unknown' }, lower, draft].map(
          drafts.inputOf,
        )
        const isHeld = edition === 'international' && some?.includes(drafts.known) === true
        return {
          input: { ...drafts.inputOf(draft), steps: all.flatMap(({ steps }) => steps) },
          rule: 'a verifier does what its edition, its keys and its tokens let it, each for itself',
          passes: [isHeld, false, false, apps.includes('app-1')],
        }
      }),
    ),
  ),
)
