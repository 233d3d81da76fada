/**
 * Signed, then altered: a request whose signature was made for what a careless verifier makes of it. Many come to one verifier,
 * one after the other; each is refused.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as Method from '../../../core/Method.ts'
import * as Nonce from '../../../core/Nonce.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import { misspellings } from '../../values/base64.ts'
import * as Draw from '../../values/Draw.ts'
import { each, over, type Samples, sides } from '../../values/Grammar.ts'
import { lenientWritings, otherwiseCalled, signatureRule, writings } from '../../values/header.ts'
import { neighbours } from '../../values/neighbours.ts'
import { methodsKnown, nonces } from '../../values/parts.ts'
import * as repairs from '../../values/repairs.ts'
import { type Drawn, drawing, type Generator } from './Generator.ts'
import * as drafts from './requestDrafts.ts'
import { lineSamples, originOf } from './requests.ts'
import { flippedSignature } from './signedRequest.ts'

const none: drafts.Change = (draft) => draft
/** One of some, reckoned when the first is drawn; none where there are none. */
const oneOf = <A>(all: () => ReadonlyArray<A>): Draw.Draw<A | undefined> => {
  let texts: ReadonlyArray<A> | undefined
  return Draw.nat().map((at) => {
    texts ??= all()
    return texts[at % texts.length]
  })
}

type Sent = readonly [sent: string, read: string, right: string]

/** For each repair: such a text is sent, and was signed as the repair reads it. */
const by = (
  list: ReadonlyArray<repairs.Repair>,
  rights: ReadonlyArray<string>,
  change: (...texts: Sent) => drafts.Change,
  isOne: (...texts: Sent) => boolean = () => true,
  encode?: (text: string) => string,
): Samples<drafts.Change> =>
  list.flatMap(repairs.byTouch).flatMap((repair) => {
    const of = (right: string): ReadonlyArray<Sent> =>
      repairs.altered(repair, right, encode).map((sent) => [sent, repair.to(sent), right])
    const texts = oneOf(() => rights.flatMap(of).filter((some) => isOne(...some)))
    return sides(drafts.signedRule, [], {
      [repair.name]: texts.map((some) => (some === undefined ? none : change(...some))),
    })
  })

const altering =
  (part: 'method' | 'target' | 'timestamp' | 'nonce' | 'body') =>
  (sent: string, signed: string): drafts.Change =>
  (draft) => ({ ...drafts.having({ [part]: signed })(draft), sent: { [part]: sent } })

/** What is sent is read as the known one. */
const isKnown = (sent: string, read: string, right: string): boolean => read === right && sent !== right

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
  (text) => Buffer.from(text, 'base64').reverse().toString('base64'),
  (text) => Buffer.from(text, 'base64').subarray(1).toString('base64'),
  (text) => Buffer.concat([Buffer.alloc(1), Buffer.from(text, 'base64')]).toString('base64'),
  (text) => Buffer.concat([Buffer.from(text, 'base64'), Buffer.from(text, 'base64')]).toString('base64'),
  ...[0, 7, 1000, 2047].map((bit) => (text: string) => flippedSignature(text, bit)),
]

/** Signed as the origin form of what a repair makes of it. */
const byOrigin = (...rights: ReadonlyArray<string>): Samples<drafts.Change> =>
  by(
    repairs.targets,
    rights,
    (sent, read) => altering('target')(sent, originOf(read)),
    (sent, read) => originOf(sent) !== originOf(read),
  )

/** By the part that is altered. */
const samples: { readonly [part: string]: Samples<drafts.Change> } = {
  method: by(repairs.methods, ['POST', 'GET'], altering('method')),
  target: byOrigin('/v1/jobs?b=2&a=1', '/', 'https://jobs.example/v1/jobs'),
  'absolute form': byOrigin('https://jobs.example/v1/jobs?b=2&a=1'),
  // Some repair one alone.
  ...Object.fromEntries(
    Object.entries({ path: '/v1/jobs', query: '/?b=2&a=1' }).map(([part, right]) => [
      part,
      by(repairs.targets, [right], altering('target'), (sent, read) => sent !== read && /^\/[^#]*$/.test(sent)),
    ]),
  ),
  timestamp: by(repairs.timestamps, [repairs.usualTime], altering('timestamp')),
  'timestamp as it is sent': by(
    repairs.timestamps,
    [repairs.usualTime],
    (timestamp) => drafts.having({ timestamp }),
    (sent) => sent !== repairs.usualTime,
  ),
  nonce: by(repairs.names, ['n-1', '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d'], altering('nonce')),
  body: by(repairs.bodies, ['{"b":1,"a":[1,2]}', 'one\ntwo', ''], altering('body'), undefined, repairs.utf8),
  app: by(repairs.names, ['app-1'], (sent) => (draft) => ({ ...draft, sent: { appId: sent } }), isKnown),
  token: by(repairs.tokens, [drafts.known], (sent) => (draft) => ({ ...draft, token: sent }), isKnown),
  signature: [
    ...by(repairs.names, ['AbCd'], inSignature, isKnown),
    ...sides(
      signatureRule,
      [],
      [...misspellings, ...each(encodings)].map((all) =>
        all.map((signature) => (draft: drafts.Draft) => ({ ...draft, signature })),
      ),
    ),
  ],
}

/** One change, and whether the request passes with it. */
const sample = (name: string, value: drafts.Change, passes = false): Samples<drafts.Change>[number] =>
  Draw.constant({ value, rule: drafts.signedRule, name, passes })

/** One edit away, and signed as it is sent. */
const asSent = (
  part: 'method' | 'target' | 'nonce',
  right: string,
  isRight: (text: string) => boolean,
): Samples<drafts.Change> =>
  Object.entries(neighbours).flatMap(([name, of]) =>
    of(right).map((text) => sample(name, drafts.having({ [part]: text }), isRight(text))),
  )
/** The body is signed, whatever the method. */
const withMethods: Samples<drafts.Change> = methodsKnown.flatMap((name) =>
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
const checkedForEach: Samples<drafts.Change> = methodsKnown.flatMap((name) =>
  Object.entries<drafts.Change>({
    'is not allowed': (draft) => ({ ...draft, allowed: false }),
    'is stale when its body has come': (draft) => ({ ...draft, later: draft.now + draft.maxAge + 1 }),
  }).map(([what, change]) => sample(`${name} ${what}`, flow(drafts.having({ method: name.toUpperCase() }), change))),
)
/** Signed for another method than is sent, which the query names. */
const otherMethods: Samples<drafts.Change> = methodsKnown.flatMap((signed) =>
  methodsKnown
    .filter((sent) => sent !== signed)
    .map((sent) => {
      const method = signed.toUpperCase()
      const having = drafts.having({ target: `/v1/jobs?_method=${method}` })
      return sample(`${method} is signed`, flow(having, altering('method')(sent.toUpperCase(), method)))
    }),
)
/** What is signed of an absolute form is its origin form. */
const asItStands: Samples<drafts.Change> = [
  'https://jobs.example/v1/jobs',
  'http://jobs.example:80/?a',
  'HTTPS://J/',
].map((url) => sample('as it stands', altering('target')(url, url)))
const partSamples: Samples<drafts.Change> = [
  ...asItStands,
  ...withMethods,
  ...checkedForEach,
  ...otherMethods,
  ...lineSamples,
  ...over(nonces, (nonce) => drafts.having({ nonce })).filter(({ marks }) => marks.passes === false),
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
): ReadonlyArray<Draw.Draw<Drawn<'verify'>>> =>
  Object.entries(neighbours).map(([kind, of]) =>
    Draw.boolean.map((isLast) => {
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
const edits: ReadonlyArray<Draw.Draw<Drawn<'verify'>>> = [
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
const batch = (name: string, draws: ReadonlyArray<Draw.Draw<Drawn<'verify'>>>): Generator => ({
  ...drawing(name, 'verify', draws),
  kind: 'batch',
})

export const altered: ReadonlyArray<Generator> = [
  batch(
    'altered',
    Object.values(samples).flatMap((all) => drafts.batches(all)),
  ),
  batch(
    'written',
    drafts.batches(
      over([...writings, ...lenientWritings, ...otherwiseCalled], (written) => (draft) => ({ ...draft, written })),
    ),
  ),
  batch('edited', edits),
  batch('parts-to-verify', drafts.batches(partSamples)),
]
