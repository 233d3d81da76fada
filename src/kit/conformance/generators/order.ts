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

/** A check that refuses a request, with a change of a valid request that it alone refuses. */
interface Row {
  readonly step: number
  readonly name: string
  readonly reason: string
  readonly fault: Change
}

const tooLarge: Change = signAndSend({ body: 'x'.repeat(33) })
const forbidden: Change = (draft) => ({ ...draft, allowed: false })

const oneHeader: Omit<Row, 'step'> = {
  name: 'there is exactly one Authorization header',
  reason: 'authorization_multiple',
  fault: (draft) => ({ ...draft, writeLines: (line) => [line, line] }),
}
const requestLine: ReadonlyArray<Omit<Row, 'step'>> = [
  {
    name: 'the method follows its rule',
    reason: 'method_invalid',
    fault: sendOnly(() => ({ method: 'PO ST' })),
  },
  {
    name: 'the target follows its rule',
    reason: 'target_invalid',
    fault: sendOnly(() => ({ target: 'v1' })),
  },
]

/** The checks of a signed request, in their order. The steps are those of vectors/README.md, as in the next list. */
const checksOfSigned: ReadonlyArray<Row> = [
  { step: 1, ...oneHeader },
  {
    step: 2,
    name: 'the auth type is the right one',
    reason: 'scheme_unsupported',
    fault: (draft) => ({ ...draft, writeHeader: (type, items) => draft.writeHeader(`${type}2`, items) }),
  },
  {
    step: 3,
    name: 'the header follows its grammar',
    reason: 'authorization_malformed',
    fault: (draft) => ({ ...draft, writeHeader: (type, items) => draft.writeHeader(type, items.slice(1)) }),
  },
  {
    step: 3,
    name: 'the nonce follows its rule',
    reason: 'authorization_malformed',
    fault: sendOnly(() => ({ nonce: 'n!' })),
  },
  {
    step: 3,
    name: 'the signature text follows its rule',
    reason: 'signature_malformed',
    fault: (draft) => ({ ...draft, signature: (base64) => `${draft.signature(base64)}=` }),
  },
  {
    step: 4,
    name: 'the timestamp is not too old',
    reason: 'timestamp_expired',
    fault: signAndSend({ timestamp: usualClock - 301 }),
  },
  {
    step: 4,
    name: 'the timestamp is not too far ahead',
    reason: 'timestamp_in_future',
    fault: signAndSend({ timestamp: usualClock + 61 }),
  },
  ...requestLine.map((row) => ({ step: 5, ...row })),
  { step: 6, name: 'the app is known', reason: 'app_unknown', fault: sendOnly(() => ({ appId: 'unknown' })) },
  { step: 7, name: 'the body is within its limit', reason: 'body_too_large', fault: tooLarge },
  {
    step: 8,
    name: 'the signature has the length of a key of the app',
    reason: 'signature_malformed',
    fault: (draft) => ({ ...draft, signature: (base64) => draft.signature(base64).slice(4) }),
  },
  {
    step: 9,
    name: 'a key of the app verifies the signature',
    reason: 'signature_invalid',
    fault: (draft) => ({ ...draft, signature: (base64) => draft.signature(flipBitOfSignature(base64, 1)) }),
  },
  {
    step: 10,
    name: 'the key is not revoked',
    reason: 'key_revoked',
    fault: (draft) => ({ ...signAndSend({ appId: 'gone' })(draft), pair: 'quick-1' }),
  },
  { step: 11, name: 'the app is allowed', reason: 'app_forbidden', fault: forbidden },
  {
    step: 12,
    name: 'the timestamp is still fresh',
    reason: 'timestamp_expired',
    fault: (draft) => ({ ...draft, later: usualClock + 301 }),
  },
  { step: 13, name: 'the nonce is new', reason: 'nonce_replayed', fault: signAndSend({ nonce: 'used' }) },
]

/** The checks of a request with a token, in their order. */
const checksOfToken: ReadonlyArray<Row> = [
  { step: 1, ...oneHeader },
  {
    step: 2,
    name: 'the edition offers tokens',
    reason: 'bearer_not_offered',
    fault: (draft) => ({ ...draft, edition: 'mainland' }),
  },
  {
    step: 2,
    name: 'the configuration offers tokens',
    reason: 'bearer_not_offered',
    fault: (draft) => ({ ...draft, tokens: null }),
  },
  {
    step: 3,
    name: 'one space is before the token',
    reason: 'authorization_malformed',
    fault: (draft) => ({ ...draft, token: ` ${draft.token}` }),
  },
  {
    step: 3,
    name: 'the token follows its rule',
    reason: 'authorization_malformed',
    fault: (draft) => ({ ...draft, token: `${draft.token}?` }),
  },
  ...requestLine.map((row) => ({ step: 4, ...row })),
  {
    step: 5,
    name: 'the token is known',
    reason: 'token_unknown',
    fault: (draft) => ({ ...draft, token: `x${draft.token}` }),
  },
  { step: 6, name: 'the app is allowed', reason: 'app_forbidden', fault: forbidden },
  { step: 7, name: 'the body is within its limit', reason: 'body_too_large', fault: tooLarge },
]

const orderDraft: Draft = {
  ...plainDraft,
  bodyLimit: 32,
  keys: [...plainDraft.keys, { appId: 'gone', pair: 'quick-1', revoked: true }],
}

/** A check is paired with so many checks after it: a port that swaps two checks usually swaps neighbours. */
const pairsPerCheck = 4

/** One run for each pair of checks. It is made only when it is drawn. */
const pairsOf = (draft: Draft, checks: ReadonlyArray<Row>): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> =>
  checks.flatMap((first, index) =>
    checks
      .slice(index + 1, index + 1 + pairsPerCheck)
      .map((second) => Gen.constant(draft).map(() => runOfPair(draft, { first, second, all: checks }))),
  )

interface PairOfChecks {
  readonly first: Row
  readonly second: Row
  readonly all: ReadonlyArray<Row>
}

/** The verifier gets a valid request, a request with both faults, one with each fault alone, and another valid request. */
const runOfPair = (draft: Draft, checks: PairOfChecks): GeneratedInput<'verify'> => {
  const { first, second } = checks
  const firstRequest = inputOf(signAndSend({ nonce: 'used' })(draft))
  const lastRequest = inputOf(signAndSend({ nonce: 'last' })(draft))
  // A fault may be in the settings of the verifier. All requests meet the settings of the request with both faults.
  const both = inputOf(first.fault(second.fault(draft)))
  const onlySecond = inputOf(second.fault(draft))
  const isSameSetting = both.edition === onlySecond.edition && (both.tokens === null) === (onlySecond.tokens === null)
  const steps = [
    ...firstRequest.steps,
    ...both.steps,
    ...inputOf(first.fault(draft)).steps,
    ...(isSameSetting ? onlySecond.steps : []),
    ...lastRequest.steps,
  ]
  const offersTokens = both.edition === 'international' && both.tokens !== null
  const doValidPass = offersTokens || draft.token === undefined
  return {
    input: { ...both, steps },
    rule: orderRule,
    passes: steps.map((_, index) => doValidPass && (index === 0 || index === steps.length - 1)),
    changes: [`it fails two checks: ${first.name}; ${second.name}`],
    checks,
  }
}

export const orders: Generator = {
  ...generatorFrom('order', 'verify', [
    ...pairsOf(orderDraft, checksOfSigned),
    ...pairsOf({ ...orderDraft, token: knownToken }, checksOfToken),
  ]),
  kind: 'order',
}
