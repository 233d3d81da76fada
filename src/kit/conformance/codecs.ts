/**
 * The codecs of what comes from outside: vectors, the protocol's messages, reports. The name of a codec is what it expects in words,
 * so that a failed decoding says what is wrong, and where:
 *
 *     parseJson(vector)('{"id":7,"op":"importKey"}')    left: at /id, expected a text, found 7
 *
 * Sections: rules as codecs · what is wrong · scalars · the input of each op · the expected answer · a case · messages of a port.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { rule as edition } from '../../core/Edition.ts'
import * as Rule from '../../core/Rule.ts'
import { ofPath } from '../../job/JsonPointer.ts'
import { shown } from './shown.ts'
import * as V from './Vector.ts'

type Codec<A> = t.Type<A, unknown>

// ---- Rules as codecs

export const ofRule = <A>({ expected, is }: Rule.Rule<A>): t.Type<A> =>
  new t.Type(expected, is, (input, context) => (is(input) ? t.success(input) : t.failure(input, context)), t.identity)

export const oneOf = <const W extends string>(...words: ReadonlyArray<W>): t.Type<W> => ofRule(Rule.oneOf(words))

export const text: t.Type<string> = ofRule({ expected: 'a text', is: t.string.is })
const number: t.Type<number> = ofRule({ expected: 'a number', is: t.number.is })
const boolean: t.Type<boolean> = ofRule(Rule.boolean)

/** `elements` names the elements in errors: `list(text, 'texts')` expects an array of texts. */
export const list = <A>(element: t.Type<A, unknown>, elements: string): Codec<ReadonlyArray<A>> =>
  t.readonlyArray(element, `an array of ${elements}`)
const texts = list(text, 'texts')

// ---- What is wrong

/** The first error in words: `at /files/x/sha256, expected a text, found nothing`. */
export const wordsOf = (errors: t.Errors): string => {
  const [{ value, context } = { value: undefined, context: [] }] = errors
  const path = pathOf(context)
  const where = path.length === 0 ? '' : `at ${ofPath(path)}, `
  return `${where}expected ${context.at(-1)?.type.name}, found ${value === undefined ? 'nothing' : shown(value)}`
}

/**
 * The members that lead to an error. The first entry of a context is the whole value, which has no key. A union or an intersection
 * adds an entry whose key is an index of its own; the entry before it has the type that tells. With the first entry cut off,
 * `context[index]` is that entry before.
 */
const pathOf = (context: t.Context): ReadonlyArray<string> =>
  context.slice(1).flatMap(({ key }, index) => {
    const { _tag } = (context[index]?.type ?? {}) as { readonly _tag?: string }
    return _tag === 'UnionType' || _tag === 'IntersectionType' ? [] : [key]
  })

/** Decodes a JSON text; on the left, what is wrong with it. */
export const parseJson =
  <A>(codec: t.Decoder<unknown, A>) =>
  (json: string): E.Either<string, A> =>
    pipe(
      E.tryCatch(
        (): unknown => JSON.parse(json),
        () => 'it is no JSON',
      ),
      E.chain((value) => pipe(codec.decode(value), E.mapLeft(wordsOf))),
    )

// ---- Scalars: bytes and texts

const digitGroups = (size: number, words: string): t.Type<string> =>
  ofRule(Rule.textThat(words, (digits) => digits.length % size === 0 && /^[0-9a-f]*$/i.test(digits)))
const hex = digitGroups(2, 'two hexadecimal digits a byte')
const utf16 = digitGroups(4, 'four hexadecimal digits a UTF-16 code unit')
const bytes: Codec<V.VectorBytes> = t.union([
  t.intersection([t.type({ hex }), t.partial({ text })]),
  t.type({ repeat: t.type({ hex, times: ofRule(Rule.wholeNumber()) }), sha256: text }),
])
const body: Codec<V.VectorBytes | V.VectorText> = t.union([bytes, t.type({ utf16 })])

// ---- The input of each op

const verifyKey = t.intersection([
  t.type({ appId: text, key: text }),
  t.partial({ notBefore: number, notAfter: number, revoked: boolean }),
])
const verifyStep = t.intersection([
  t.type({ now: number, method: text, target: text, authorization: texts, body: bytes }),
  t.partial({ later: number, allowed: boolean }),
])
const token = t.type({ token: text })

export const inputs: { readonly [O in V.Op]: Codec<V.Inputs[O]> } = {
  stringToSign: t.type({ method: text, url: text, timestamp: text, nonce: text, body }),
  parseAuthorization: t.type({ authType: text, authorization: texts }),
  formatAuthorization: t.union([
    t.type({ authType: text, appId: text, nonce: text, timestamp: text, signature: text }),
    token,
  ]),
  sign: t.intersection([
    t.type({ privateKey: text, authType: text, appId: text, method: text, url: text, timestamp: text, body }),
    t.partial({ nonce: text, times: number }),
  ]),
  verify: t.type({
    edition: ofRule(edition),
    authType: text,
    maxAge: number,
    maxSkew: number,
    bodyLimit: number,
    keys: list(verifyKey, 'keys'),
    tokens: t.union([t.null, list(t.type({ appId: text, token: text }), 'tokens')]),
    steps: list(verifyStep, 'steps'),
  }),
  rsaVerify: t.type({ key: text, message: bytes, signature: bytes }),
  importKey: t.type({ use: oneOf('verify', 'sign'), pem: text }),
  decodeJob: t.type({ body: bytes }),
  encodeJob: t.type({ job: t.unknown }),
  request: t.type({
    baseUrl: text,
    edition: ofRule(edition),
    authType: text,
    credentials: t.union([t.type({ appId: text, privateKey: text }), token]),
    timestamp: text,
    nonce: text,
    body: t.union([body, t.type({ job: t.unknown })]),
  }),
}

// ---- The expected answer

const stepVerdicts: Codec<ReadonlyArray<V.StepVerdict>> = list(
  t.union([t.type({ outcome: oneOf('accept'), appId: text }), t.type({ outcome: oneOf('reject'), reason: text })]),
  'verdicts',
)

/** The expected verdicts of a `verify`; empty for any other op. */
export const stepsOf = ({ value }: Pick<V.Expectation, 'value'>): ReadonlyArray<V.StepVerdict> =>
  stepVerdicts.is(value) ? value : []

const expectation: Codec<V.Expectation> = t.intersection([
  t.type({ outcome: oneOf('accept', 'reject', 'value') }),
  t.partial({ reason: text, value: t.unknown, policy: text }),
])

const anyTrace = t.partial({ stringToSign: bytes, sha256: text, block: text })
const trace: Codec<V.Trace> = t.intersection([t.type({ sha256: text }), anyTrace])

// ---- A case

const vectorOf = <O extends V.Op>(op: O, input: Codec<V.Inputs[O]>) =>
  t.intersection([
    t.type({ id: text, since: text, comment: text, flags: texts, op: oneOf(op), input, expect: expectation }),
    t.partial({ fault: text, twin: text, trace }),
  ])

const withOp = t.type({ op: oneOf(...V.ops) })
const vectorFor = (op: V.Op) => vectorOf(op, inputs[op] as Codec<V.Inputs[V.Op]>)

/** A case, with the input of its op: the op is decoded first, and says which codec the rest has. */
export const vector: Codec<V.Vector> = new t.Type<V.Vector, unknown>(
  'a case',
  (input): input is V.Vector => withOp.is(input) && vectorFor(input.op).is(input),
  (input, context) =>
    pipe(
      withOp.validate(input, context),
      E.chain(({ op }) => {
        const codec = vectorFor(op)
        return codec.validate(input, asValueOf(codec, context))
      }),
    ) as t.Validation<V.Vector>,
  t.identity,
)

/** The context of a value that another codec decodes: `pathOf` needs to know that this codec is an intersection. */
const asValueOf = (codec: t.Decoder<unknown, unknown>, context: t.Context): t.Context => [
  ...context.slice(0, -1),
  { key: '', ...context.at(-1), type: codec },
]

// ---- Messages of a port

export const hello: Codec<V.Hello> = t.intersection([
  t.type({ name: text, version: text, language: text, ops: texts, policies: texts }),
  t.partial({ reasons: oneOf('suite'), atOnce: ofRule(Rule.wholeNumber(undefined, 1)) }),
])

/** An answer without its trace. A port that gives no reason leaves the reason out, or writes `null`. */
export const answer: Codec<Pick<V.PortAnswer, 'outcome' | 'value'> & { readonly reason?: string | null }> =
  t.intersection([
    t.type({ outcome: oneOf('accept', 'reject', 'value', 'unsupported', 'error') }),
    t.partial({ reason: t.union([text, t.null], 'a text'), value: t.unknown }),
  ])

/** A port's trace. It is not judged, so a malformed trace is ignored. */
export const portTrace: Codec<Partial<V.Trace>> = anyTrace
