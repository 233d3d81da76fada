/**
 * The codecs of vectors, of the protocol's messages and of reports. A codec's name says in words what it expects.
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

export const ofRule = <A>({ expected, is }: Rule.Rule<A>): t.Type<A> =>
  new t.Type(expected, is, (u, c) => (is(u) ? t.success(u) : t.failure(u, c)), t.identity)

export const oneOf = <const W extends string>(...words: ReadonlyArray<W>): t.Type<W> => ofRule(Rule.oneOf(words))

export const text: t.Type<string> = ofRule({ expected: 'a text', is: t.string.is })
const number: t.Type<number> = ofRule({ expected: 'a number', is: t.number.is })
const yesNo: t.Type<boolean> = ofRule(Rule.boolean)
export const list = <A>(item: t.Type<A, unknown>, of: string): Codec<ReadonlyArray<A>> =>
  t.readonlyArray(item, `an array of ${of}`)
const texts = list(text, 'texts')

/** What is wrong with a value first, and where. Union and intersection put their own index into a path. */
export const wordsOf = (errors: t.Errors): string => {
  const [{ value, context } = { value: undefined, context: [] }] = errors
  const path = context.flatMap(({ key }, i) => {
    const { _tag } = (context[i - 1]?.type ?? {}) as { readonly _tag?: string }
    return i === 0 || _tag === 'UnionType' || _tag === 'IntersectionType' ? [] : [key]
  })
  const where = path.length === 0 ? '' : `at ${ofPath(path)}, `
  return `${where}expected ${context.at(-1)?.type.name}, found ${value === undefined ? 'nothing' : shown(value)}`
}

/** The value that the JSON text holds; on the left, what is wrong with it. */
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

const digits = (each: number, words: string): t.Type<string> =>
  ofRule(Rule.textThat(words, (u) => u.length % each === 0 && /^[0-9a-f]*$/i.test(u)))
const hex = digits(2, 'two hexadecimal digits a byte')
const utf16 = digits(4, 'four hexadecimal digits a UTF-16 code unit')
const bytes: Codec<V.VectorBytes> = t.union([
  t.intersection([t.type({ hex }), t.partial({ text })]),
  t.type({ repeat: t.type({ hex, times: ofRule(Rule.wholeNumber()) }), sha256: text }),
])
const body: Codec<V.VectorBytes | V.VectorText> = t.union([bytes, t.type({ utf16 })])

const verifyKey = t.intersection([
  t.type({ appId: text, key: text }),
  t.partial({ notBefore: number, notAfter: number, revoked: yesNo }),
])
const verifyStep = t.intersection([
  t.type({ now: number, method: text, target: text, authorization: texts, body: bytes }),
  t.partial({ later: number, allowed: yesNo }),
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

const stepVerdicts: Codec<ReadonlyArray<V.StepVerdict>> = list(
  t.union([t.type({ outcome: oneOf('accept'), appId: text }), t.type({ outcome: oneOf('reject'), reason: text })]),
  'verdicts',
)

/** The expected verdicts of a `verify`; none for any other op. */
export const stepsOf = ({ value }: Pick<V.Expectation, 'value'>): ReadonlyArray<V.StepVerdict> =>
  stepVerdicts.is(value) ? value : []

const expectation: Codec<V.Expectation> = t.intersection([
  t.type({ outcome: oneOf('accept', 'reject', 'value') }),
  t.partial({ reason: text, value: t.unknown, policy: text }),
])

const anyTrace = t.partial({ stringToSign: bytes, sha256: text, block: text })
const trace: Codec<V.Trace> = t.intersection([t.type({ sha256: text }), anyTrace])

const vectorOf = <O extends V.Op>(op: O, input: Codec<V.Inputs[O]>) =>
  t.intersection([
    t.type({ id: text, since: text, comment: text, flags: texts, op: oneOf(op), input, expect: expectation }),
    t.partial({ fault: text, twin: text, trace }),
  ])

const tagged = t.type({ op: oneOf(...V.ops) })

/** A case, with the input of its op. */
export const vector: Codec<V.Vector> = new t.Type<V.Vector, unknown>(
  'a case',
  (u): u is V.Vector => tagged.is(u) && vectorOf(u.op, inputs[u.op] as Codec<V.Inputs[V.Op]>).is(u),
  (u, c) =>
    pipe(
      tagged.validate(u, c),
      E.chain(({ op }) => vectorOf(op, inputs[op] as Codec<V.Inputs[V.Op]>).validate(u, c)),
    ) as t.Validation<V.Vector>,
  t.identity,
)

export const hello: Codec<V.Hello> = t.intersection([
  t.type({ name: text, version: text, language: text, ops: texts, policies: texts }),
  t.partial({ reasons: oneOf('suite'), atOnce: ofRule(Rule.wholeNumber(undefined, 1)) }),
])

/** An answer without its trace. Ports may write `null` for no reason. */
export const answer: Codec<Pick<V.PortAnswer, 'outcome' | 'value'> & { readonly reason?: string | null }> =
  t.intersection([
    t.type({ outcome: oneOf('accept', 'reject', 'value', 'unsupported', 'error') }),
    t.partial({ reason: t.union([text, t.null], 'a text'), value: t.unknown }),
  ])

/** A port's trace, which is not judged: one that is malformed is ignored. */
export const portTrace: Codec<Partial<V.Trace>> = anyTrace
