/**
 * Our own implementation as a port on any platform. Each op runs the program that users run, and decides nothing itself.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as AppId from '../../core/AppId.ts'
import * as Authorization from '../../core/Authorization.ts'
import * as AuthType from '../../core/AuthType.ts'
import * as BaseUrl from '../../core/BaseUrl.ts'
import * as Bytes from '../../core/Bytes.ts'
import type { KeyError } from '../../core/KeyError.ts'
import * as Method from '../../core/Method.ts'
import * as Nonce from '../../core/Nonce.ts'
import * as Pem from '../../core/Pem.ts'
import { ours, type Policies } from '../../core/Policies.ts'
import * as PrivateKey from '../../core/PrivateKey.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
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
import { signRequest } from '../../programs/signRequest.ts'
import { defaults, submitJob } from '../../programs/submitJob.ts'
import { verifyRequest } from '../../programs/verifyRequest.ts'
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

/** An op's work. A refusal is a Left, so that the first one ends it. */
type Answered<A = Answer> = TE.TaskEither<Answer, A>
type Answering = { readonly [O in Op]: (input: Inputs[O]) => Answered }

const value = (v: unknown, trace?: Trace): Answer => ({ outcome: 'value', value: v, ...(trace && { trace }) })
const reject = (reason: string): Answer => ({ outcome: 'reject', reason })

/** An error's tag is its reason. */
interface Tagged {
  readonly _tag: string
}
const refused = ({ _tag }: Tagged): Answer => reject(_tag)
const read = <A>(parsed: E.Either<Tagged, A>): Answered<A> => TE.fromEither(E.mapLeft(refused)(parsed))
const run = <A>(program: TE.TaskEither<Tagged, A>): Answered<A> => TE.mapLeft(refused)(program)

interface Parts {
  readonly timestamp: Timestamp.Timestamp
  readonly nonce: Nonce.Nonce | undefined
}

/** The parts that the protocol gives to a signer as text. */
const partsOf = (input: { readonly timestamp: string; readonly nonce?: string }): Answered<Parts> =>
  pipe(
    TE.Do,
    TE.apS('timestamp', read(Timestamp.parse(input.timestamp))),
    TE.bind('nonce', () => (input.nonce === undefined ? TE.right(undefined) : read(Nonce.parse(input.nonce)))),
  )

const signatureIn = (text: string): E.Either<Tagged, Signature.Signature> =>
  text !== '' && Signature.isSignature(text) ? E.right(text) : E.left({ _tag: 'signature_malformed' })

/** A token needs neither, so a run with a token may hold any. */
const unread: Parts = { timestamp: 0 as Timestamp.Timestamp, nonce: undefined }

/** For the string to sign alone. */
const noSigner: Signer = { sign: () => TE.right(Signature.ofBytes(new Uint8Array(0))) }

/** A port on the platform of an entry point. Reports show `language`. */
export const createPortOn = (platform: Platform, language: string, settings: PortSettings): Port => {
  const { policies = ours, version } = settings
  const { digest } = platform
  /** Each key is imported once: a run uses the same few keys in hundreds of cases. */
  const importing = <A>(imported: (pem: string) => TE.TaskEither<KeyError, A>) => {
    const known = new Map<string, Promise<E.Either<KeyError, A>>>()
    return (pem: string): TE.TaskEither<KeyError, A> =>
      () => {
        const key = known.get(pem) ?? imported(pem)()
        known.set(pem, key)
        return key
      }
  }
  const verificationKey = importing((pem) =>
    platform.verificationKey(pem, { policies, maxKeyBits: PublicKey.mostBits }),
  )
  const signer = importing((pem) =>
    pipe(
      // The rule of the suite is one PEM block; `signer` takes more forms of a key.
      TE.fromEither(Pem.parse(pem)),
      TE.chain(() => platform.signer(pem)),
    ),
  )

  const appOf = (appId: string, authType: string, privateKey: string): Answered<SigningApp> =>
    pipe(
      TE.Do,
      TE.apS('appId', read(AppId.parse(appId))),
      TE.bind('authType', () => read(AuthType.parse(authType))),
      TE.bind('signer', () => run(signer(privateKey))),
      TE.map((app) => ({ _tag: 'SigningApp', ...app })),
    )

  const answering: Answering = {
    stringToSign: (input) =>
      pipe(
        TE.Do,
        TE.apS('parts', partsOf(input)),
        TE.bind('body', () => read(toBody(input.body))),
        TE.chain(({ parts, body }) => {
          const { method, url } = input
          const settings = { appId: 'unused' as AppId.AppId, authType: AuthType.standard }
          return run(signRequest(settings)({ method, url, body, ...parts })({ ...platform, signer: noSigner }))
        }),
        TE.chainTaskK(
          ({ stringToSign: message }) =>
            async () =>
              value(hex(StringToSign.toBytes(message)), await traceOf(digest, message, input.body)),
        ),
      ),

    parseAuthorization: ({ authType, authorization: [header, ...more] }) =>
      pipe(
        read(AuthType.parse(authType)),
        TE.chain((type) => {
          if (header === undefined) return TE.left(reject('authorization_missing'))
          if (more.length > 0) return TE.left(reject('authorization_multiple'))
          return read(Authorization.parse(header, { authType: type, policies }))
        }),
        TE.map((a) => {
          if (a._tag === 'Bearer') return value({ scheme: 'bearer', token: a.token })
          const { appId, nonce, timestamp, signature } = a
          return value({ scheme: 'signed', appId, nonce, timestamp: Timestamp.serialize(timestamp), signature })
        }),
      ),

    formatAuthorization: (input) =>
      pipe(
        'token' in input
          ? pipe(
              read(Token.parse(input.token)),
              TE.map((token): Authorization.Authorization => ({ _tag: 'Bearer', token })),
            )
          : pipe(
              TE.Do,
              TE.apS('authType', read(AuthType.parse(input.authType))),
              TE.bind('appId', () => read(AppId.parse(input.appId))),
              TE.bind('nonce', () => read(Nonce.parse(input.nonce))),
              TE.bind('timestamp', () => read(Timestamp.parse(input.timestamp))),
              TE.bind('signature', () => read(signatureIn(input.signature))),
              TE.map((items): Authorization.Authorization => ({ _tag: 'Signed', ...items })),
            ),
        TE.chain((header) => read(Authorization.serialize(header))),
        TE.map((header) => value(header)),
      ),

    sign: (input) =>
      pipe(
        TE.Do,
        TE.apS('app', appOf(input.appId, input.authType, input.privateKey)),
        TE.bind('parts', () => partsOf(input)),
        TE.bind('body', () => read(toBody(input.body))),
        TE.chain(({ app, parts, body }) => {
          const { method, url, times } = input
          const one = run(signRequest(app)({ method, url, body, ...parts })({ ...platform, signer: app.signer }))
          return pipe(
            Array.from({ length: times ?? 1 }, () => one),
            TE.sequenceSeqArray,
            TE.chainTaskK((all) => async () => {
              const answers = all.map(({ method: verb, target, authorization }) => ({
                method: verb,
                target,
                authorization,
              }))
              const [first] = all
              if (times !== undefined || first === undefined) return value(answers)
              const written = Authorization.parseSigned(first.authorization, { authType: app.authType, policies })
              const length = E.isRight(written) ? Signature.byteLength(written.right.signature) : undefined
              return value(answers[0], await traceOf(digest, first.stringToSign, input.body, length))
            }),
          )
        }),
      ),

    verify: (input) =>
      pipe(
        TE.Do,
        TE.apS('authType', read(AuthType.parse(input.authType))),
        TE.bind('keyRing', () => keyRingOf(input.keys)),
        TE.bind('tokenBook', () =>
          input.tokens === null
            ? TE.right(undefined)
            : pipe(
                ofHoldings(digest)(input.tokens),
                TE.mapLeft(() => reject('token_malformed')),
              ),
        ),
        TE.chain(({ authType, keyRing, tokenBook }) => {
          const { edition, maxAge, maxSkew, bodyLimit, steps } = input
          let seconds = 0
          let allowed = true
          const clock = { now: () => Math.floor(seconds) as Timestamp.Timestamp }
          const authorizer = { allows: () => async () => E.right(allowed) }
          const policy: VerifyPolicy = { edition, authType, maxAge, maxSkew, bodyLimit, policies }
          return pipe(
            run(memoryGuard({ maxAge, maxSkew, floor: 0 }, { clock, entropy: platform.entropy })),
            TE.chainTaskK((guard) => async () => {
              const verdicts: Array<unknown> = []
              for (const step of steps) {
                const { method, target, authorization } = step
                seconds = step.now
                allowed = step.allowed ?? true
                const body = async () => {
                  seconds = step.later ?? step.now
                  return E.right(toBytes(step.body))
                }
                const env = { clock, digest, keyRing, guard, tokenBook, authorizer }
                const verdict = await verifyRequest(policy)({ method, target, authorization, body })(env)()
                verdicts.push(
                  E.isLeft(verdict) ? refused(verdict.left) : { outcome: 'accept', appId: verdict.right.appId },
                )
              }
              const last = steps.at(-1)
              return value(verdicts, last && (await traceOfStep(last, authType, keyRing)))
            }),
          )
        }),
      ),

    rsaVerify: ({ key, message, signature }) =>
      pipe(
        run(verificationKey(key)),
        TE.filterOrElse(
          ({ signatureLength }) => toBytes(signature).length === signatureLength,
          () => reject('signature_malformed'),
        ),
        TE.chainTaskK(
          (imported) => async () =>
            imported.verify({ head: '', body: toBytes(message) }, Signature.ofBytes(toBytes(signature))),
        ),
        TE.map((holds) => (holds === true ? { outcome: 'accept' } : reject('signature_invalid'))),
      ),

    importKey: ({ use, pem }) => {
      const publicKey =
        use === 'sign'
          ? pipe(
              run(signer(pem)),
              TE.chain(() => read(PrivateKey.parse(pem))),
              TE.map((key) => (key._tag === 'PrivateKey' ? key.publicKey : undefined)),
            )
          : pipe(
              run(verificationKey(pem)),
              TE.chain(() => read(PublicKey.parse(pem, policies))),
              TE.map((key) => (key._tag === 'PublicKey' ? key : undefined)),
            )
      return pipe(
        publicKey,
        TE.chainTaskK((key) => async () => {
          if (key === undefined) return { outcome: 'unsupported' }
          const fingerprint = Bytes.toHex(await digest.sha256([key.spki])())
          return value({ bits: key.bits, fingerprint })
        }),
      )
    },

    decodeJob: ({ body }) =>
      pipe(
        read(Job.decode(toBytes(body), policies)),
        TE.map((job) => value(job)),
      ),

    // `encode` checks the job.
    encodeJob: ({ job }) =>
      pipe(
        read(Job.encode(job as Job.Job)),
        TE.map((bytes) => value(hex(bytes))),
      ),

    request: (input) => {
      const { edition, credentials, authType } = input
      let sent: HttpRequest | undefined
      const send = (request: HttpRequest) => async () => {
        sent = request
        return E.right({ status: 200, headers: {}, body: [] })
      }
      return pipe(
        TE.Do,
        TE.apS('baseUrl', read(BaseUrl.parse(input.baseUrl))),
        TE.bind('parts', () => ('token' in credentials ? TE.right(unread) : partsOf(input))),
        TE.bind(
          'held',
          (): Answered<SigningApp | ReturnType<typeof accessToken>> =>
            'token' in credentials
              ? pipe(read(Token.parse(credentials.token)), TE.map(accessToken))
              : appOf(credentials.appId, authType, credentials.privateKey),
        ),
        TE.bind('body', () =>
          read<Bytes.Bytes>('job' in input.body ? Job.encode(input.body.job as Job.Job) : toBody(input.body)),
        ),
        TE.chain(({ baseUrl, parts: { timestamp, nonce }, held, body }) =>
          run(
            submitJob<'international' | 'mainland'>({ ...defaults, baseUrl, edition })(body)({
              clock: { now: () => timestamp },
              entropy: { nonce: () => nonce as Nonce.Nonce },
              http: { send },
              digest: platform.digest,
              random: platform.random,
              timer: platform.timer,
              offsets: { get: () => () => 0, set: () => () => undefined },
              credentials: held as SigningApp,
            }),
          ),
        ),
        TE.map(() => {
          if (sent === undefined) return { outcome: 'error', reason: 'nothing was sent' }
          const { method, target, headers } = sent
          return value({ method, target, headers: Object.entries(headers), body: hex(sent.body as Bytes.Bytes) })
        }),
      )
    },
  }

  const keyRingOf = (keys: Inputs['verify']['keys']): Answered<KeyRing.KeyRing> => {
    const imported = toKeyRing(
      (pem, { validity = {} }) =>
        pipe(
          verificationKey(String(pem)),
          TE.map((key) => [{ ...key, validity }]),
        ),
      platform.timer,
    )
    // A Map, since an app id may be `__proto__`.
    const byApp = new Map<string, Array<Omit<VerifyKey, 'appId'>>>()
    for (const { appId, ...key } of keys) byApp.set(appId, [...(byApp.get(appId) ?? []), key])
    return run(imported(Object.fromEntries(byApp)))
  }

  /** The trace of a step's string to sign, if the step can be parsed. */
  const traceOfStep = async (
    step: VerifyStep,
    authType: AuthType.AuthType,
    ring: KeyRing.KeyRing,
  ): Promise<Trace | undefined> => {
    const header = step.authorization.length === 1 ? step.authorization[0] : undefined
    if (header === undefined) return undefined
    const parsed = Authorization.parse(header, { authType, policies })
    if (E.isLeft(parsed) || parsed.right._tag !== 'Signed') return undefined
    const method = policies['method-case'] ? Method.parse(step.method) : Method.parseExact(step.method)
    const target = RequestTarget.parse(step.target)
    if (E.isLeft(method) || E.isLeft(target)) return undefined
    const { appId, timestamp, nonce, signature } = parsed.right
    const message = StringToSign.make(
      { method: method.right, target: target.right, timestamp, nonce },
      toBytes(step.body),
    )
    const keys = await ring.keysOf(appId)()
    const length = Signature.byteLength(signature)
    const fits = E.isRight(keys) && keys.right.some((key) => key.signatureLength === length)
    return traceOf(digest, message, step.body, fits ? length : undefined)
  }

  /** Decode, run, encode. */
  const answerTo = <O extends Op>(op: O, input: unknown): Promise<Answer> =>
    pipe(
      TE.fromEither(inputs[op].decode(input)),
      TE.mapLeft((errors): Answer => ({ outcome: 'error', reason: `the input is malformed: ${wordsOf(errors)}` })),
      TE.chain(answering[op]),
      TE.toUnion,
    )()

  const taken = Object.entries(policies).flatMap(([name, on]) => (on === true ? [name] : []))
  return {
    hello: { name: 'countersign', version, language, ops, policies: taken, reasons: 'suite' },
    answer: async (op, input) => {
      const known = ops.find((name) => name === op)
      if (known === undefined) return { outcome: 'unsupported' }
      try {
        return await answerTo(known, input)
      } catch (error) {
        return {
          outcome: 'error',
          reason: error instanceof Error ? error.message : 'it threw a value that is no Error',
        }
      }
    },
  }
}
