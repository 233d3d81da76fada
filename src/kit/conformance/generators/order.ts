/**
 * The order of checks. A request with two faults must be refused for the one that is checked first. Each comes in a run with a request for
 * each of its faults alone: so the reasons of a port with words of its own can be compared.
 */
import * as Gen from '../../values/Gen.ts'
import { type GeneratedInput, type Generator, generatorFrom } from './Generator.ts'
import { type Change, type Draft, inputOf, knownToken, plainDraft, sendOnly, signAndSend } from './requestDrafts.ts'
import { flipBitOfSignature } from './signedRequest.ts'
import { usualClock } from './windows.ts'

export const orderRule = 'the reason of a refusal is the name in reasons.json of the first check that fails'

/** The faults in the order of the checks. */
const sharedFaults: { readonly [check: string]: Change } = {
  'one header': (draft) => ({ ...draft, writeLines: (line) => [line, line] }),
}
const requestLineFaults: { readonly [check: string]: Change } = {
  method: sendOnly(() => ({ method: 'PO ST' })),
  target: sendOnly(() => ({ target: 'v1' })),
}
const tooLarge: Change = signAndSend({ body: 'x'.repeat(33) })
const forbidden: Change = (draft) => ({ ...draft, allowed: false })

const faultsOfSigned: { readonly [check: string]: Change } = {
  ...sharedFaults,
  'auth type': (draft) => ({ ...draft, writeHeader: (type, items) => draft.writeHeader(`${type}2`, items) }),
  'header grammar': (draft) => ({ ...draft, writeHeader: (type, items) => draft.writeHeader(type, items.slice(1)) }),
  nonce: sendOnly(() => ({ nonce: 'n!' })),
  'signature text': (draft) => ({ ...draft, signature: (base64) => `${draft.signature(base64)}=` }),
  'freshness, the age': signAndSend({ timestamp: usualClock - 301 }),
  'freshness, the skew': signAndSend({ timestamp: usualClock + 61 }),
  ...requestLineFaults,
  'the app is known': sendOnly(() => ({ appId: 'unknown' })),
  'body limit': tooLarge,
  'length of the signature': (draft) => ({ ...draft, signature: (base64) => draft.signature(base64).slice(4) }),
  signature: (draft) => ({ ...draft, signature: (base64) => draft.signature(flipBitOfSignature(base64, 1)) }),
  'the key is not revoked': (draft) => ({ ...signAndSend({ appId: 'gone' })(draft), pair: 'quick-1' }),
  'the app is allowed': forbidden,
  'freshness again': (draft) => ({ ...draft, later: usualClock + 301 }),
  'the nonce is claimed': signAndSend({ nonce: 'used' }),
}
const faultsOfTokens: { readonly [check: string]: Change } = {
  ...sharedFaults,
  'offered by the edition': (draft) => ({ ...draft, edition: 'mainland' }),
  'offered by the configuration': (draft) => ({ ...draft, tokens: null }),
  'header grammar': (draft) => ({ ...draft, token: ` ${draft.token}` }),
  'token grammar': (draft) => ({ ...draft, token: `${draft.token}?` }),
  ...requestLineFaults,
  'the token is known': (draft) => ({ ...draft, token: `x${draft.token}` }),
  'the app is allowed': forbidden,
  'body limit': tooLarge,
}

const orderDraft: Draft = {
  ...plainDraft,
  bodyLimit: 32,
  keys: [...plainDraft.keys, { appId: 'gone', pair: 'quick-1', revoked: true }],
}

/** A request that passes; then one with both faults, one with the first, and one with the second where the settings let it. */
const pairsOf = (
  draft: Draft,
  checks: { readonly [check: string]: Change },
): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> => {
  const orderedChecks = Object.entries(checks)
  const used = inputOf(signAndSend({ nonce: 'used' })(draft))
  const lastRequest = inputOf(signAndSend({ nonce: 'last' })(draft))
  return orderedChecks.flatMap(([firstCheck, firstFault], i) =>
    orderedChecks.slice(i + 1, i + 5).map(([secondCheck, secondFault]) =>
      Gen.constant(orderDraft).map(() => {
        const settings = inputOf(firstFault(secondFault(draft)))
        const alone = inputOf(secondFault(draft))
        const hasBoth = settings.edition === alone.edition && (settings.tokens === null) === (alone.tokens === null)
        const passes = settings.edition === 'international' && settings.tokens !== null
        const steps = [
          ...used.steps,
          ...settings.steps,
          ...inputOf(firstFault(draft)).steps,
          ...(hasBoth ? alone.steps : []),
          ...lastRequest.steps,
        ]
        return {
          input: { ...settings, steps },
          rule: orderRule,
          passes: steps.map((_, n) => (n === 0 || n === steps.length - 1) && (passes || draft.token === undefined)),
          changes: [`${firstCheck}, before ${secondCheck}`],
        }
      }),
    ),
  )
}

export const orders: Generator = {
  ...generatorFrom('order', 'verify', [
    ...pairsOf(orderDraft, faultsOfSigned),
    ...pairsOf({ ...orderDraft, token: knownToken }, faultsOfTokens),
  ]),
  kind: 'order',
}
