/** The order of checks: requests with two faults, each beside the requests that have one of them. */
import * as Gen from '../../values/Gen.ts'
import { type GeneratedInput, type Generator, generatorFrom } from './Generator.ts'
import { type Change, type Draft, having, inputOf, known, plain, sending } from './requestDrafts.ts'
import { flippedSignature, usual } from './signedRequest.ts'

export const orderRule = 'the first check that fails says why, by its name in reasons.json'

/** Each fault alone, in the order of the checks; the settings are those of the whole verifier. */
const common: { readonly [check: string]: Change } = {
  'one header': (draft) => ({ ...draft, lines: (line) => [line, line] }),
}
const onTheLine: { readonly [check: string]: Change } = {
  method: sending(() => ({ method: 'PO ST' })),
  target: sending(() => ({ target: 'v1' })),
}
const tooLarge: Change = having({ body: 'x'.repeat(33) })
const forbidden: Change = (draft) => ({ ...draft, allowed: false })

const ofSigned: { readonly [check: string]: Change } = {
  ...common,
  'auth type': (draft) => ({ ...draft, written: (type, items) => draft.written(`${type}2`, items) }),
  'header grammar': (draft) => ({ ...draft, written: (type, items) => draft.written(type, items.slice(1)) }),
  nonce: sending(() => ({ nonce: 'n!' })),
  'signature text': (draft) => ({ ...draft, signature: (text) => `${draft.signature(text)}=` }),
  'freshness, the age': having({ timestamp: usual - 301 }),
  'freshness, the skew': having({ timestamp: usual + 61 }),
  ...onTheLine,
  'the app is known': sending(() => ({ appId: 'unknown' })),
  'body limit': tooLarge,
  'length of the signature': (draft) => ({ ...draft, signature: (text) => draft.signature(text).slice(4) }),
  signature: (draft) => ({ ...draft, signature: (text) => draft.signature(flippedSignature(text, 1)) }),
  'the key is not revoked': (draft) => ({ ...having({ appId: 'gone' })(draft), pair: 'quick-1' }),
  'the app is allowed': forbidden,
  'freshness again': (draft) => ({ ...draft, later: usual + 301 }),
  'the nonce is claimed': having({ nonce: 'used' }),
}
const ofTokens: { readonly [check: string]: Change } = {
  ...common,
  'offered by the edition': (draft) => ({ ...draft, edition: 'mainland' }),
  'offered by the configuration': (draft) => ({ ...draft, tokens: null }),
  'header grammar': (draft) => ({ ...draft, token: ` ${draft.token}` }),
  'token grammar': (draft) => ({ ...draft, token: `${draft.token}?` }),
  ...onTheLine,
  'the token is known': (draft) => ({ ...draft, token: `x${draft.token}` }),
  'the app is allowed': forbidden,
  'body limit': tooLarge,
}

const order: Draft = {
  ...plain,
  bodyLimit: 32,
  keys: [...plain.keys, { appId: 'gone', pair: 'quick-1', revoked: true }],
}

/** A request that passes; then one with both faults, one with the first, and one with the second where the settings let it. */
const pairsOf = (
  draft: Draft,
  checks: { readonly [check: string]: Change },
): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> => {
  const all = Object.entries(checks)
  const used = inputOf(having({ nonce: 'used' })(draft))
  const last = inputOf(having({ nonce: 'last' })(draft))
  return all.flatMap(([name, one], i) =>
    all.slice(i + 1, i + 5).map(([other, two]) =>
      Gen.constant(order).map(() => {
        const settings = inputOf(one(two(draft)))
        const alone = inputOf(two(draft))
        const hasBoth = settings.edition === alone.edition && (settings.tokens === null) === (alone.tokens === null)
        const passes = settings.edition === 'international' && settings.tokens !== null
        const steps = [
          ...used.steps,
          ...settings.steps,
          ...inputOf(one(draft)).steps,
          ...(hasBoth ? alone.steps : []),
          ...last.steps,
        ]
        return {
          input: { ...settings, steps },
          rule: orderRule,
          passes: steps.map((_, n) => (n === 0 || n === steps.length - 1) && (passes || draft.token === undefined)),
          changes: [`${name}, before ${other}`],
        }
      }),
    ),
  )
}

export const orders: Generator = {
  ...generatorFrom('order', 'verify', [...pairsOf(order, ofSigned), ...pairsOf({ ...order, token: known }, ofTokens)]),
  kind: 'order',
}
