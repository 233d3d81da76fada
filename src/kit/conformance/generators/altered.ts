/**
 * Signed, then altered: a request whose signature was made for what a careless verifier makes of it. Many come to one verifier,
 * one after the other; each is refused.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as AppId from '../../../core/AppId.ts'
import * as Method from '../../../core/Method.ts'
import * as Nonce from '../../../core/Nonce.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import * as Token from '../../../core/Token.ts'
import { misspellings } from '../../values/base64.ts'
import * as Gen from '../../values/Gen.ts'
import { lenientWritings, otherwiseCalled, signatureRule, writings } from '../../values/header.ts'
import { constants, type LabelledGens, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import { neighbours } from '../../values/neighbours.ts'
import { methodsKnown, nonces } from '../../values/parts.ts'
import * as repairs from '../../values/repairs.ts'
import { type GeneratedInput, type Generator, generatorFrom } from './Generator.ts'
import * as drafts from './requestDrafts.ts'
import { lineSamples, originOf } from './requests.ts'
import { flippedSignature, type Pair } from './signedRequest.ts'

const none: drafts.Change = (draft) => draft
/** One of some, reckoned when the first is drawn; none where there are none. */
const oneOf = <A>(all: () => ReadonlyArray<A>): Gen.Gen<A | undefined> => {
  let texts: ReadonlyArray<A> | undefined
  return Gen.nat().map((at) => {
    texts ??= all()
    return texts[at % texts.length]
  })
}

type Sent = readonly [sent: string, read: string, right: string]

/** A repair with one of its touches, and the texts of a part that it reads as others. */
export interface Alteration {
  readonly repair: repairs.Repair
  readonly texts: () => ReadonlyArray<Sent>
}

const alterationsOf = (
  list: ReadonlyArray<repairs.Repair>,
  rightsFor: (index: number) => ReadonlyArray<string>,
  encode?: (text: string) => string,
): ReadonlyArray<Alteration> =>
  list.flatMap(repairs.byTouch).map((repair, index) => ({
    repair,
    texts: () =>
      rightsFor(index).flatMap((right) =>
        repairs.altered(repair, right, encode).map((sent): Sent => [sent, repair.to(sent), right]),
      ),
  }))

/** For each repair: such a text is sent, and was signed as the repair reads it. */
const by = (
  alterations: ReadonlyArray<Alteration>,
  change: (...texts: Sent) => drafts.Change,
  isOne: (...texts: Sent) => boolean = () => true,
): LabelledGens<drafts.Change> =>
  alterations.flatMap(({ repair, texts }) =>
    validAndInvalid(drafts.signedRule, [], {
      [repair.name]: oneOf(() => texts().filter((some) => isOne(...some))).map((some) =>
        some === undefined ? none : change(...some),
      ),
    }),
  )

/** What a repair may change: a part, or a target of one form. */
type AlteredPart =
  | 'method'
  | 'target'
  | 'absolute form'
  | 'path'
  | 'query'
  | 'timestamp'
  | 'nonce'
  | 'body'
  | 'signature'
  | 'app'
  | 'token'

const these =
  (...rights: ReadonlyArray<string>) =>
  (): ReadonlyArray<string> =>
    rights

/**
 * By part, each repair of its list with each of its touches. An app and a token are known under what the repair reads; so each has a
 * right text of its own, with a number in it, and no text is what another repair reads.
 */
export const alterations: Readonly<Record<AlteredPart, ReadonlyArray<Alteration>>> = {
  method: alterationsOf(repairs.methods, these('POST', 'GET')),
  target: alterationsOf(repairs.targets, these('/v1/jobs?b=2&a=1', '/', 'https://jobs.example/v1/jobs')),
  'absolute form': alterationsOf(repairs.targets, these('https://jobs.example/v1/jobs?b=2&a=1')),
  path: alterationsOf(repairs.targetsWithoutQuery, these('/v1/jobs')),
  query: alterationsOf(repairs.targets, these('/?b=2&a=1')),
  timestamp: alterationsOf(repairs.timestamps, these(repairs.usualTime)),
  nonce: alterationsOf(repairs.names, these('n-1', '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d', '7')),
  body: alterationsOf(repairs.bodies, these('{"b":1,"a":[1,2]}', 'one\ntwo', ''), repairs.utf8),
  signature: alterationsOf(repairs.signatures, these('AbCd')),
  app: alterationsOf(repairs.names, (index) => [`app-${index}`, `${index + 1}`]),
  token: alterationsOf(repairs.tokens, (index) => [`tok-${index}_2~3+4/5=`, `${index + 1}`]),
}

const altering =
  (part: 'method' | 'target' | 'timestamp' | 'nonce' | 'body') =>
  (sent: string, signed: string): drafts.Change =>
  (draft) => ({ ...drafts.having({ [part]: signed })(draft), sent: { [part]: sent } })

/** A piece stands in the right text at one place, or around it: the same in a signature. */
const inSignature = (sent: string, _: string, right: string): drafts.Change => {
  const at = [...right, ''].findIndex((__, i) => sent.startsWith(right.slice(0, i)) && sent.endsWith(right.slice(i)))
  const piece = sent.slice(at, sent.length - right.length + at)
  return (draft) => ({
    ...draft,
    signature: (text) => (at < 0 ? sent.replace(right, text) : text.slice(0, at) + piece + text.slice(at)),
  })
}
const encodings: ReadonlyArray<(signature: string) => string> = [
  (text) => text.replace(/.{64}/g, '$&\n'),
  (text) => text.replace(/.{76}/g, '$&\r\n'),
  encodeURIComponent,
  (text) => Buffer.from(text, 'base64').toString('hex'),
  (text) => Buffer.from(text).toString('base64'),
  (text) => `data:;base64,${text}`,
  // The first character as it stands in a URL, in XML, in JSON and in full width.
  (text) => text.replace(/^./, (one) => `%${one.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/^./, (one) => `&#${one.charCodeAt(0)};`),
  (text) => text.replace(/^./, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[0-9A-Za-z]/, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  (text) => Buffer.from(text, 'base64').reverse().toString('base64'),
  (text) => Buffer.from(text, 'base64').subarray(1).toString('base64'),
  (text) => Buffer.concat([Buffer.alloc(1), Buffer.from(text, 'base64')]).toString('base64'),
  (text) => Buffer.concat([Buffer.from(text, 'base64'), Buffer.from(text, 'base64')]).toString('base64'),
  ...[0, 7, 1000, 2047].map((bit) => (text: string) => flippedSignature(text, bit)),
]

/** Signed as the origin form of what a repair makes of it. */
const byOrigin = (all: ReadonlyArray<Alteration>): LabelledGens<drafts.Change> =>
  by(
    all,
    (sent, read) => altering('target')(sent, originOf(read)),
    (sent, read) => originOf(sent) !== originOf(read),
  )

const isOriginForm = (sent: string): boolean => /^\/[^#]*$/.test(sent)

/** By the part that is altered. */
const samples: { readonly [part: string]: LabelledGens<drafts.Change> } = {
  method: by(alterations.method, altering('method')),
  target: byOrigin(alterations.target),
  'absolute form': byOrigin(alterations['absolute form']),
  // Some repair one alone.
  path: by(alterations.path, altering('target'), isOriginForm),
  query: by(alterations.query, altering('target'), isOriginForm),
  timestamp: by(alterations.timestamp, altering('timestamp')),
  'timestamp as it is sent': by(
    alterations.timestamp,
    (timestamp) => drafts.having({ timestamp }),
    (sent) => sent !== repairs.usualTime,
  ),
  nonce: by(alterations.nonce, altering('nonce')),
  body: by(alterations.body, altering('body')),
  signature: [
    ...by(alterations.signature, inSignature, (sent, read, right) => read === right && sent !== right),
    ...validAndInvalid(
      signatureRule,
      [],
      [...misspellings, ...constants(encodings)].map((all) =>
        all.map((signature) => (draft: drafts.Draft) => ({ ...draft, signature })),
      ),
    ),
  ],
}

/** A text that is sent, and the known one that a repair reads. */
interface Misread {
  readonly name: string
  readonly sent: string
  readonly read: string
}

/** One text for each of these; none where the repair reads what no app or token may be called. */
const misreadings = (all: ReadonlyArray<Alteration>, is: (read: string) => boolean): Gen.Gen<ReadonlyArray<Misread>> =>
  Gen.tuple(
    ...all.map(({ repair: { name }, texts }) =>
      oneOf(() => texts().filter(([sent, read]) => sent !== read && is(read))).map(
        (some): ReadonlyArray<Misread> => (some === undefined ? [] : [{ name, sent: some[0], read: some[1] }]),
      ),
    ),
  ).map((drawn) => drawn.flat())

/** To one verifier, each of these with the draft that sends it, and the draft's own request. */
const misreadTogether = (
  draft: drafts.Draft,
  some: ReadonlyArray<Misread>,
  change: (one: Misread, index: number) => drafts.Change,
  isLast: boolean,
): GeneratedInput<'verify'> =>
  drafts.together(
    drafts.signedRule,
    draft,
    some.map((one, index) => ({
      draft: flow(drafts.having({ nonce: `n-${index}` }), change(one, index))(draft),
      name: one.name,
      passes: false,
    })),
    isLast,
  )

/** Each app has a key of its own and is known by what the repair reads. Few at once: more keys would take time to make. */
const misreadApps: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = drafts
  .inGroups(alterations.app, 23)
  .map((group) =>
    Gen.tuple(misreadings(group, AppId.isAppId), Gen.boolean).map(([some, isLast]) => {
      const apps = [...new Set(some.map(({ read }) => read))]
      const pairOf = (appId: string): Pair => `quick-${apps.indexOf(appId) + 1}`
      const keys = [...drafts.plain.keys, ...apps.map((appId) => ({ appId, pair: pairOf(appId) }))]
      const change = ({ sent, read }: Misread): drafts.Change =>
        flow(drafts.having({ appId: read }), (draft) => ({ ...draft, pair: pairOf(read), sent: { appId: sent } }))
      return misreadTogether({ ...drafts.plain, keys }, some, change, isLast)
    }),
  )

/** Each token is known as the repair reads it. */
const misreadTokens: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = drafts
  .inGroups(alterations.token, drafts.atOnce)
  .map((group) =>
    Gen.tuple(misreadings(group, Token.isToken), Gen.boolean).map(([some, isLast]) => {
      const known = [drafts.known, ...new Set(some.map(({ read }) => read))]
      const tokens = known.map((token, index) => ({ appId: `app-${index}`, token }))
      const change =
        ({ sent }: Misread): drafts.Change =>
        (draft) => ({ ...draft, token: sent })
      return misreadTogether({ ...drafts.plain, tokens, token: drafts.known }, some, change, isLast)
    }),
  )

/** One change, and whether the request passes with it. */
const sample = (change: string, value: drafts.Change, passes = false): LabelledGens<drafts.Change>[number] =>
  Gen.constant({ value, rule: drafts.signedRule, change, passes })

/** One edit away, and signed as it is sent. */
const asSent = (
  part: 'method' | 'target' | 'nonce',
  right: string,
  isRight: (text: string) => boolean,
): LabelledGens<drafts.Change> =>
  Object.entries(neighbours).flatMap(([name, of]) =>
    of(right).map((text) => sample(name, drafts.having({ [part]: text }), isRight(text))),
  )
/** The body is signed, whatever the method. */
const withMethods: LabelledGens<drafts.Change> = methodsKnown.flatMap((name) =>
  [
    ['{}', '{}'],
    ['', '{}'],
    ['{}', ''],
  ].map(([signed = '', body = '']) => {
    const change = flow(drafts.having({ method: name.toUpperCase() }), altering('body')(body, signed))
    return sample(`${name} with another body than is signed`, change, signed === body)
  }),
)
/** Whatever the method, an app may do what it may do, and a timestamp is fresh when the body has come. */
const checkedForEach: LabelledGens<drafts.Change> = methodsKnown.flatMap((name) =>
  Object.entries<drafts.Change>({
    'is not allowed': (draft) => ({ ...draft, allowed: false }),
    'is stale when its body has come': (draft) => ({ ...draft, later: draft.now + draft.maxAge + 1 }),
  }).map(([what, change]) => sample(`${name} ${what}`, flow(drafts.having({ method: name.toUpperCase() }), change))),
)
/** Signed for another method than is sent, which the query names. */
const otherMethods: LabelledGens<drafts.Change> = methodsKnown.flatMap((signed) =>
  methodsKnown
    .filter((sent) => sent !== signed)
    .map((sent) => {
      const method = signed.toUpperCase()
      const having = drafts.having({ target: `/v1/jobs?_method=${method}` })
      return sample(`${method} is signed`, flow(having, altering('method')(sent.toUpperCase(), method)))
    }),
)
/** What is signed of an absolute form is its origin form. */
const asItStands: LabelledGens<drafts.Change> = [
  'https://jobs.example/v1/jobs',
  'http://jobs.example:80/?a',
  'HTTPS://J/',
].map((url) => sample('as it stands', altering('target')(url, url)))
const partSamples: LabelledGens<drafts.Change> = [
  ...asItStands,
  ...withMethods,
  ...checkedForEach,
  ...otherMethods,
  ...lineSamples,
  ...mapValues(nonces, (nonce) => drafts.having({ nonce })).filter(({ labels }) => labels.passes === false),
  ...asSent('method', 'PO', (text) => E.isRight(Method.parseExact(text))),
  ...asSent('target', '/a?', (text) => E.isRight(RequestTarget.parse(text))),
  ...asSent('nonce', 'a-1', Nonce.isNonce),
]

interface Edited {
  readonly right: string
  readonly change: (text: string) => drafts.Change
  readonly places?: number
}
/** Every text that is one edit away, by the kind of edit, and at last the right one. */
const edited = (
  rule: string,
  draft: drafts.Draft,
  parts: ReadonlyArray<Edited>,
): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> =>
  Object.entries(neighbours).map(([kind, of]) =>
    Gen.boolean.map((isLast) => {
      const others = parts.flatMap(({ right, change, places }) =>
        // Spaces behind the auth type are as many as one likes.
        of(right, places)
          .filter((text) => text.replace(/ +/, ' ') !== right)
          .map(change),
      )
      return drafts.together(
        rule,
        draft,
        others.map((change) => ({ draft: change(draft), name: kind, passes: false })),
        isLast,
      )
    }),
  )
const tokenDraft: drafts.Draft = { ...drafts.plain, token: drafts.known }
const ofLine = (draft: drafts.Draft, places?: number): ReadonlyArray<Edited> => [
  {
    right: drafts.inputOf(draft).steps[0]?.authorization[0] ?? '',
    change: (line) => (one) => ({ ...one, lines: () => [line] }),
    ...(places !== undefined && { places }),
  },
]
const edits: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = [
  ...edited('each character of a header counts', drafts.plain, ofLine(drafts.plain, 90)),
  ...edited('each character of a header counts', tokenDraft, ofLine(tokenDraft)),
  ...edited(
    'method, target and body are signed, to the last bit',
    drafts.plain,
    (['method', 'target', 'body'] as const).map((part) => ({
      right: drafts.plain.parts[part],
      change: (text) => drafts.sending(() => ({ [part]: text })),
    })),
  ),
]

/** Their steps stand alone. */
const batch = (name: string, draws: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>>): Generator => ({
  ...generatorFrom(name, 'verify', draws),
  kind: 'batch',
})

export const altered: ReadonlyArray<Generator> = [
  batch('altered', [...Object.values(samples).flatMap((all) => drafts.batches(all)), ...misreadApps, ...misreadTokens]),
  batch(
    'written',
    drafts.batches(
      mapValues([...writings, ...lenientWritings, ...otherwiseCalled], (written) => (draft) => ({ ...draft, written })),
    ),
  ),
  batch('edited', edits),
  batch('parts-to-verify', drafts.batches(partSamples)),
]
