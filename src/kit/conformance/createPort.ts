/**
 * Our own implementation as a port on any platform. Each op runs the program that users run, and decides nothing itself.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as AppId from '../../core/AppId.ts'
import * as Authorization from '../../core/Authorization.ts'
import * as AuthType from '../../core/AuthType.ts'
import * as BaseUrl from '../../core/BaseUrl.ts'
import * as Bytes from '../../core/Bytes.ts'
import * as Nonce from '../../core/Nonce.ts'
import * as Pem from '../../core/Pem.ts'
import { ours, type Policies } from '../../core/Policies.ts'
import * as PrivateKey from '../../core/PrivateKey.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import * as Signature from '../../core/Signature.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import * as Token from '../../core/Token.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import { accessToken, type SigningApp } from '../../effects/Credentials.ts'
import type { HttpRequest } from '../../effects/Http.ts'
import { toKeyRing } from '../../effects/KeyRecord.ts'
import type * as KeyRing from '../../effects/KeyRing.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { Signer } from '../../effects/Signer.ts'
import { ofHoldings } from '../../effects/TokenBook.ts'
import { make as memoryGuard } from '../../guards/memory/memory.ts'
import * as Job from '../../job/Job.ts'
import { type SignedRequest, signRequest } from '../../programs/signRequest.ts'
import { defaults, submitJob } from '../../programs/submitJob.ts'
import { readHead, readScheme, verifyRequest } from '../../programs/verifyRequest.ts'
import { memoized } from '../values/memoized.ts'
import { inputs, wordsOf } from './codecs.ts'
import { hex, toBody, toBytes, traceOf } from './content.ts'
import type { Answer, Hello, Inputs, Op, Trace, VerifyKey, VerifyStep } from './Vector.ts'
import { ops } from './Vector.ts'

/** A port that runs in this process. */
export interface Port {
  readonly hello: Hello
  /** Never rejects: what goes wrong is an answer. */
  readonly answer: (op: string, input: unknown) => Promise<Answer>
}

export interface PortSettings {
  /** The policies that it takes; `ours` unless set. */
  readonly policies?: Policies
  readonly version: string
}

/** An op's work. A refusal is thrown, so that the first one ends it. */
type Answering = { readonly [O in Op]: (input: Inputs[O]) => Promise<Answer> }

const value = (v: unknown, trace?: Trace): Answer => ({ outcome: 'value', value: v, ...(trace && { trace }) })
const reject = (reason: string): Answer => ({ outcome: 'reject', reason })

/** Its message is the reason. */
class Refused extends Error {}

/** An error's tag is its reason. */
const right = <A>(either: E.Either<{ readonly _tag: string }, A>): A => {
  if (E.isLeft(either)) throw new Refused(either.left._tag)
  return either.right
}

/** The parts that the protocol gives to a signer as text. */
const partsOf = ({ timestamp, nonce }: { readonly timestamp: string; readonly nonce?: string }) => ({
  timestamp: right(Timestamp.parse(timestamp)),
  nonce: nonce === undefined ? undefined : right(Nonce.parse(nonce)),
})

const signatureIn = (text: string): Signature.Signature => {
  if (text === '' || !Signature.isSignature(text)) throw new Refused('signature_malformed')
  return text
}

/** A token needs neither, so a run with a token may hold any. */
const unread = { timestamp: 0 as Timestamp.Timestamp, nonce: undefined }

/** For the string to sign alone. */
const noSigner: Signer = { sign: () => TE.right(Signature.ofBytes(new Uint8Array(0))) }

/** A port on the platform of an entry point. Reports show `language`. */
export const createPortOn = (platform: Platform, language: string, settings: PortSettings): Port => {
  const { policies = ours, version } = settings
  const { digest } = platform
  /** Each key is imported once: a run uses the same few keys in hundreds of cases. */
  const verificationKey = memoized((pem: string) =>
    platform.verificationKey(pem, { policies, maxKeyBits: PublicKey.mostBits })(),
  )
  // The rule of the suite is one PEM block; `signer` takes more forms of a key.
  const signer = memoized((pem: string) => TE.chain(() => platform.signer(pem))(TE.fromEither(Pem.parse(pem)))())

  const appOf = async (appId: string, authType: string, privateKey: string): Promise<SigningApp> => {
    const app = { appId: right(AppId.parse(appId)), authType: right(AuthType.parse(authType)) }
    return { _tag: 'SigningApp', ...app, signer: right(await signer(privateKey)) }
  }

  /** Signs the request once with each call. */
  const signing = (
    input: Omit<Inputs['sign'], 'appId' | 'authType' | 'privateKey' | 'times'>,
    app: Omit<SigningApp, '_tag'>,
  ) => {
    const { method, url } = input
    const request = { method, url, ...partsOf(input), body: right(toBody(input.body)) }
    return async () => right(await signRequest(app)(request)({ ...platform, signer: app.signer })())
  }

  const answering: Answering = {
    stringToSign: async (input) => {
      const app = { appId: 'unused' as AppId.AppId, authType: AuthType.standard, signer: noSigner }
      const { stringToSign: message } = await signing(input, app)()
      return value(hex(StringToSign.toBytes(message)), await traceOf(digest, message, input.body))
    },

    parseAuthorization: async ({ authType: type, authorization: [header, ...more] }) => {
      const authType = right(AuthType.parse(type))
      if (header === undefined) return reject('authorization_missing')
      if (more.length > 0) return reject('authorization_multiple')
      const a = right(Authorization.parse(header, { authType, policies }))
      if (a._tag === 'Bearer') return value({ scheme: 'bearer', token: a.token })
      const { appId, nonce, timestamp, signature } = a
      return value({ scheme: 'signed', appId, nonce, timestamp: Timestamp.serialize(timestamp), signature })
    },

    formatAuthorization: async (input) => {
      const header: Authorization.Authorization =
        'token' in input
          ? { _tag: 'Bearer', token: right(Token.parse(input.token)) }
          : {
              _tag: 'Signed',
              authType: right(AuthType.parse(input.authType)),
              appId: right(AppId.parse(input.appId)),
              nonce: right(Nonce.parse(input.nonce)),
              timestamp: right(Timestamp.parse(input.timestamp)),
              signature: signatureIn(input.signature),
            }
      return value(right(Authorization.serialize(header)))
    },

    sign: async (input) => {
      const app = await appOf(input.appId, input.authType, input.privateKey)
      const one = signing(input, app)
      const all: Array<SignedRequest> = []
      while (all.length < (input.times ?? 1)) all.push(await one())
      const answers = all.map(({ method, target, authorization }) => ({ method, target, authorization }))
      const [first] = all
      if (input.times !== undefined || first === undefined) return value(answers)
      const written = Authorization.parse(first.authorization, { authType: app.authType, policies })
      const isSigned = E.isRight(written) && written.right._tag === 'Signed'
      const length = isSigned ? Signature.byteLength(written.right.signature) : undefined
      return value(answers[0], await traceOf(digest, first.stringToSign, input.body, length))
    },

    verify: async (input) => {
      const { edition, maxAge, maxSkew, bodyLimit, steps } = input
      const authType = right(AuthType.parse(input.authType))
      const keyRing = await keyRingOf(input.keys)
      const book = input.tokens === null ? undefined : await ofHoldings(digest)(input.tokens)()
      if (book !== undefined && E.isLeft(book)) return reject('token_malformed')
      let seconds = 0
      let allowed = true
      const clock = { now: () => Math.floor(seconds) as Timestamp.Timestamp }
      const authorizer = { allows: () => async () => E.right(allowed) }
      const policy: VerifyPolicy = { edition, authType, maxAge, maxSkew, bodyLimit, policies }
      const guard = right(await memoryGuard({ maxAge, maxSkew, floor: 0 }, { clock, entropy: platform.entropy })())
      const env = { clock, digest, keyRing, guard, tokenBook: book?.right, authorizer }
      const verdicts: Array<unknown> = []
      for (const step of steps) {
        const { method, target, authorization } = step
        seconds = step.now
        allowed = step.allowed ?? true
        const body = async () => {
          seconds = step.later ?? step.now
          return E.right(toBytes(step.body))
        }
        const verdict = await verifyRequest(policy)({ method, target, authorization, body })(env)()
        verdicts.push(E.isLeft(verdict) ? reject(verdict.left._tag) : { outcome: 'accept', appId: verdict.right.appId })
      }
      const last = steps.at(-1)
      return value(verdicts, last && (await traceOfStep(last, policy, keyRing)))
    },

    rsaVerify: async ({ key, message, signature }) => {
      const imported = right(await verificationKey(key))
      const bytes = toBytes(signature)
      if (bytes.length !== imported.signatureLength) return reject('signature_malformed')
      const holds = await imported.verify({ head: '', body: toBytes(message) }, Signature.ofBytes(bytes))
      return holds === true ? { outcome: 'accept' } : reject('signature_invalid')
    },

    importKey: async ({ use, pem }) => {
      right<unknown>(await (use === 'sign' ? signer(pem) : verificationKey(pem)))
      const parsed = use === 'sign' ? right(PrivateKey.parse(pem)) : right(PublicKey.parse(pem, policies))
      const key = parsed._tag === 'PrivateKey' ? parsed.publicKey : parsed
      if (key._tag !== 'PublicKey') return { outcome: 'unsupported' }
      return value({ bits: key.bits, fingerprint: Bytes.toHex(await digest.sha256([key.spki])()) })
    },

    decodeJob: async ({ body }) => value(right(Job.decode(toBytes(body), policies))),

    // `encode` checks the job.
    encodeJob: async ({ job }) => value(hex(right(Job.encode(job as Job.Job)))),

    request: async (input) => {
      const { edition, credentials, authType } = input
      const sent: Array<HttpRequest> = []
      const send = (request: HttpRequest) => async () => {
        sent.push(request)
        return E.right({ status: 200, headers: {}, body: [] })
      }
      const baseUrl = right(BaseUrl.parse(input.baseUrl))
      const { timestamp, nonce } = 'token' in credentials ? unread : partsOf(input)
      const held =
        'token' in credentials
          ? accessToken(right(Token.parse(credentials.token)))
          : await appOf(credentials.appId, authType, credentials.privateKey)
      const content = 'job' in input.body ? right(Job.encode(input.body.job as Job.Job)) : right(toBody(input.body))
      const submission = submitJob<'international' | 'mainland'>({ ...defaults, baseUrl, edition })(content)({
        clock: { now: () => timestamp },
        entropy: { nonce: () => nonce as Nonce.Nonce },
        http: { send },
        digest: platform.digest,
        random: platform.random,
        timer: platform.timer,
        offsets: { get: () => () => undefined, set: () => () => undefined },
        credentials: held as SigningApp,
      })
      right(await submission())
      if (sent[0] === undefined) return { outcome: 'error', reason: 'nothing was sent' }
      const { method, target, headers, body } = sent[0]
      return value({ method, target, headers: Object.entries(headers), body: hex(body as Bytes.Bytes) })
    },
  }

  const keyRingOf = async (keys: Inputs['verify']['keys']): Promise<KeyRing.KeyRing> => {
    const imported = toKeyRing(
      (pem, { validity = {} }) =>
        TE.map((key: KeyRing.VerificationKey) => [{ ...key, validity }])(() => verificationKey(String(pem))),
      platform.timer,
    )
    // A Map, since an app id may be `__proto__`.
    const byApp = new Map<string, Array<Omit<VerifyKey, 'appId'>>>()
    for (const { appId, ...key } of keys) byApp.set(appId, [...(byApp.get(appId) ?? []), key])
    return right(await imported(Object.fromEntries(byApp))())
  }

  /** The trace of a step's string to sign, if the step can be parsed. */
  const traceOfStep = async (
    step: VerifyStep,
    policy: VerifyPolicy,
    ring: KeyRing.KeyRing,
  ): Promise<Trace | undefined> => {
    const scheme = readScheme(policy, step)
    if (E.isLeft(scheme) || scheme.right._tag === 'Bearer') return undefined
    const head = readHead(policy, step, scheme.right, undefined)
    if (E.isLeft(head)) return undefined
    const { appId, signature } = head.right
    const message = StringToSign.make(head.right, toBytes(step.body))
    const keys = await ring.keysOf(appId)()
    const length = Signature.byteLength(signature)
    const fits = E.isRight(keys) && keys.right.some((key) => key.signatureLength === length)
    return traceOf(digest, message, step.body, fits ? length : undefined)
  }

  const answerTo = async <O extends Op>(op: O, input: unknown): Promise<Answer> => {
    const decoded = inputs[op].decode(input)
    if (E.isRight(decoded)) return answering[op](decoded.right)
    return { outcome: 'error', reason: `the input is malformed: ${wordsOf(decoded.left)}` }
  }

  const taken = Object.entries(policies).flatMap(([name, on]) => (on === true ? [name] : []))
  return {
    hello: { name: 'countersign', version, language, ops, policies: taken, reasons: 'suite' },
    answer: async (op, input) => {
      const known = ops.find((name) => name === op)
      if (known === undefined) return { outcome: 'unsupported' }
      try {
        return await answerTo(known, input)
      } catch (error) {
        if (error instanceof Refused) return reject(error.message)
        const reason = error instanceof Error ? error.message : 'it threw a value that is no Error'
        return { outcome: 'error', reason }
      }
    },
  }
}
