/**
 * Our own implementation as a port: each operation of the protocol, done by the programs that users run, on whatever platform
 * it is given. It decides nothing; where an answer looks wrong, the fault is in what it calls.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { ClientError, type ClientFault } from '../client/ClientError.ts'
import * as AppId from '../core/AppId.ts'
import * as Authorization from '../core/Authorization.ts'
import * as AuthType from '../core/AuthType.ts'
import * as BaseUrl from '../core/BaseUrl.ts'
import * as Bytes from '../core/Bytes.ts'
import type { KeyError } from '../core/KeyError.ts'
import * as Method from '../core/Method.ts'
import * as Nonce from '../core/Nonce.ts'
import { ours, type Policies } from '../core/Policies.ts'
import * as PrivateKey from '../core/PrivateKey.ts'
import * as PublicKey from '../core/PublicKey.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import * as Signature from '../core/Signature.ts'
import * as StringToSign from '../core/StringToSign.ts'
import * as Timestamp from '../core/Timestamp.ts'
import * as Token from '../core/Token.ts'
import { reason as verifyReason } from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import { accessToken, type SigningApp } from '../effects/Credentials.ts'
import type { HttpRequest } from '../effects/Http.ts'
import * as KeyRing from '../effects/KeyRing.ts'
import type { Platform } from '../effects/Platform.ts'
import type { Signer } from '../effects/Signer.ts'
import { ofHoldings } from '../effects/TokenBook.ts'
import { make as memoryGuard } from '../guards/memory.ts'
import * as Job from '../job/Job.ts'
import { reason as jobReason } from '../job/JobError.ts'
import { signRequest } from '../programs/signRequest.ts'
import { submitJob } from '../programs/submitJob.ts'
import { type IncomingRequest, verifyRequest } from '../programs/verifyRequest.ts'
import * as accumulate from './accumulate.ts'
import { hex, toBody, toBytes } from './content.ts'
import { traceOf } from './trace.ts'
import { type Answer, type Hello, type Inputs, type Op, ops, type Trace, type VerifyStep } from './Vector.ts'

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

type Answering = { readonly [O in Op]: (input: Inputs[O]) => Promise<Answer> }

const value = (v: unknown, trace?: Trace): Answer => ({ outcome: 'value', value: v, ...(trace && { trace }) })
const reject = (reason: string, trace?: Trace): Answer => ({ outcome: 'reject', reason, ...(trace && { trace }) })
const refused = (fault: ClientFault): Answer => reject(new ClientError(fault).reason)

/** What a signer of ours is given as text, read by the rules of each part. */
const partsOf = (input: {
  readonly timestamp: string
  readonly nonce?: string
}): E.Either<ClientFault, { readonly timestamp: Timestamp.Timestamp; readonly nonce: Nonce.Nonce | undefined }> => {
  const timestamp = Timestamp.parse(input.timestamp)
  if (E.isLeft(timestamp)) return timestamp
  if (input.nonce === undefined) return E.right({ timestamp: timestamp.right, nonce: undefined })
  const nonce = Nonce.parse(input.nonce)
  return E.isLeft(nonce) ? nonce : E.right({ timestamp: timestamp.right, nonce: nonce.right })
}

/** Signs nothing: for the string to sign alone. */
const noSigner: Signer = { sign: () => TE.right(Signature.ofBytes(new Uint8Array(0))) }

/** A port on a platform, which the entry points choose; `language` is what the port calls itself in a report. */
export const createPortOn = (platform: Platform, language: string, settings: PortSettings): Port => {
  const { policies = ours, version } = settings
  const { digest } = platform
  // Each key is imported once: a run shows the same few hundreds of times.
  const verificationKeys = new Map<string, Promise<E.Either<KeyError, KeyRing.VerificationKey>>>()
  const signers = new Map<string, Promise<E.Either<KeyError, Signer>>>()
  const verificationKey = (pem: string): Promise<E.Either<KeyError, KeyRing.VerificationKey>> => {
    const known = verificationKeys.get(pem) ?? platform.verificationKey(pem, { policies })()
    verificationKeys.set(pem, known)
    return known
  }
  const signerOf = (pem: string): Promise<E.Either<KeyError, Signer>> => {
    const known = signers.get(pem) ?? platform.signer(pem)()
    signers.set(pem, known)
    return known
  }

  const appOf = async (appId: string, authType: string, privateKey: string): Promise<E.Either<Answer, SigningApp>> => {
    const app = AppId.parse(appId)
    if (E.isLeft(app)) return E.left(refused(app.left))
    const type = AuthType.parse(authType)
    if (E.isLeft(type)) return E.left(reject('auth_type_malformed'))
    const signer = await signerOf(privateKey)
    if (E.isLeft(signer)) return E.left(refused(signer.left))
    return E.right({ _tag: 'SigningApp', appId: app.right, authType: type.right, signer: signer.right })
  }

  const stringToSign = async (
    input: Inputs['stringToSign'],
  ): Promise<E.Either<ClientFault, StringToSign.StringToSign>> => {
    const parts = partsOf(input)
    if (E.isLeft(parts)) return parts
    const body = toBody(input.body)
    if (E.isLeft(body)) return body
    const { method, url } = input
    const settings = { appId: 'unused' as AppId.AppId, authType: AuthType.standard }
    const signed = await signRequest(settings)({ method, url, body: body.right, ...parts.right })({
      clock: platform.clock,
      entropy: platform.entropy,
      signer: noSigner,
    })()
    return E.isLeft(signed) ? signed : E.right(signed.right.stringToSign)
  }

  const answering: Answering = {
    stringToSign: async (input) => {
      const made = await stringToSign(input)
      if (E.isLeft(made)) return refused(made.left)
      return value(hex(StringToSign.toBytes(made.right)), await traceOf(digest, made.right, input.body))
    },

    parseAuthorization: async ({ authType, authorization }) => {
      const [header] = authorization
      if (header === undefined) return reject('authorization_missing')
      if (authorization.length > 1) return reject('authorization_multiple')
      const type = AuthType.parse(authType)
      if (E.isLeft(type)) return reject('auth_type_malformed')
      const parsed = Authorization.parse(header, { authType: type.right, policies })
      if (E.isLeft(parsed)) return reject(verifyReason(parsed.left))
      const a = parsed.right
      if (a._tag === 'Bearer') return value({ scheme: 'bearer', token: a.token })
      const { appId, nonce, signature } = a
      return value({ scheme: 'signed', appId, nonce, timestamp: Timestamp.serialize(a.timestamp), signature })
    },

    formatAuthorization: async (input) => {
      if ('token' in input) {
        const token = Token.parse(input.token)
        if (E.isLeft(token)) return reject('token_malformed')
        return value(Authorization.serialize({ _tag: 'Bearer', token: token.right }))
      }
      const authType = AuthType.parse(input.authType)
      if (E.isLeft(authType)) return reject('auth_type_malformed')
      const appId = AppId.parse(input.appId)
      if (E.isLeft(appId)) return refused(appId.left)
      const nonce = Nonce.parse(input.nonce)
      if (E.isLeft(nonce)) return refused(nonce.left)
      const timestamp = Timestamp.parse(input.timestamp)
      if (E.isLeft(timestamp)) return refused(timestamp.left)
      const { signature } = input
      if (signature === '' || !Signature.isSignature(signature)) return reject('signature_malformed')
      return value(
        Authorization.serialize({
          _tag: 'Signed',
          authType: authType.right,
          appId: appId.right,
          nonce: nonce.right,
          timestamp: timestamp.right,
          signature,
        }),
      )
    },

    sign: async (input) => {
      const app = await appOf(input.appId, input.authType, input.privateKey)
      if (E.isLeft(app)) return app.left
      const parts = partsOf(input)
      if (E.isLeft(parts)) return refused(parts.left)
      const body = toBody(input.body)
      if (E.isLeft(body)) return refused(body.left)
      const { method, url, times } = input
      const sign = signRequest(app.right)({ method, url, body: body.right, ...parts.right })({
        clock: platform.clock,
        entropy: platform.entropy,
        signer: app.right.signer,
      })
      const answers: Array<unknown> = []
      let trace: Trace | undefined
      for (let n = 0; n < (times ?? 1); n++) {
        const signed = await sign()
        if (E.isLeft(signed)) return refused(signed.left)
        const { target, authorization, stringToSign: message, method: verb } = signed.right
        const written = Authorization.parseSigned(authorization, { authType: app.right.authType, policies })
        const length = E.isRight(written) ? Signature.byteLength(written.right.signature) : undefined
        trace = await traceOf(digest, message, input.body, length)
        answers.push({ method: verb, target, authorization })
      }
      return times === undefined ? value(answers[0], trace) : value(answers)
    },

    verify: async (input) => {
      const { edition, maxAge, maxSkew, bodyLimit, tokens, steps } = input
      const authType = AuthType.parse(input.authType)
      if (E.isLeft(authType)) return reject('auth_type_malformed')
      const ring = await keyRingOf(input.keys)
      if (ring === undefined) return reject('key_invalid')
      const book = tokens === null ? O.none : O.some(await ofHoldings(digest)(tokens)())
      if (O.isSome(book) && E.isLeft(book.value)) return reject('token_malformed')

      let seconds = 0
      let allowed = true
      const clock = { now: () => Math.floor(seconds) as Timestamp.Timestamp }
      const guard = await memoryGuard({ maxAge, maxSkew, floor: 0 }, { clock, entropy: platform.entropy })()
      if (E.isLeft(guard)) return reject('misconfigured')
      const env = {
        clock,
        digest,
        keyRing: ring,
        guard: guard.right,
        tokenBook: O.isSome(book) && E.isRight(book.value) ? book.value.right : undefined,
        authorizer: { allows: () => async () => E.right(allowed) },
      }
      const policy: VerifyPolicy = { edition, authType: authType.right, maxAge, maxSkew, bodyLimit, policies }
      const verdicts: Array<unknown> = []
      for (const step of steps) {
        seconds = step.now
        allowed = step.allowed ?? true
        const request: IncomingRequest = {
          method: step.method,
          target: step.target,
          authorization: step.authorization,
          body: async () => {
            seconds = step.later ?? step.now
            return E.right(toBytes(step.body))
          },
        }
        const verdict = await verifyRequest(policy)(request)(env)()
        verdicts.push(
          E.isLeft(verdict)
            ? { outcome: 'reject', reason: verifyReason(verdict.left) }
            : { outcome: 'accept', appId: verdict.right.appId },
        )
      }
      const last = steps.at(-1)
      return value(verdicts, last && (await traceOfStep(last, authType.right, ring)))
    },

    rsaVerify: async ({ key, message, signature }) => {
      const imported = await verificationKey(key)
      if (E.isLeft(imported)) return refused(imported.left)
      const bytes = toBytes(signature)
      if (bytes.length !== imported.right.signatureLength) return reject('signature_malformed')
      const holds = await imported.right.verify({ head: '', body: toBytes(message) }, Signature.ofBytes(bytes))
      return holds ? { outcome: 'accept' } : reject('signature_invalid')
    },

    importKey: async ({ use, pem }) => {
      const usable = use === 'sign' ? await signerOf(pem) : await verificationKey(pem)
      if (E.isLeft(usable)) return refused(usable.left)
      const parsed = use === 'sign' ? PrivateKey.parse(pem) : PublicKey.parse(pem, policies)
      if (E.isLeft(parsed)) return refused(parsed.left)
      const publicKey = parsed.right._tag === 'PrivateKey' ? parsed.right.publicKey : parsed.right
      if (publicKey._tag !== 'PublicKey') return { outcome: 'unsupported' }
      return value({ bits: publicKey.bits, fingerprint: Bytes.toHex(await digest.sha256([publicKey.spki])()) })
    },

    decodeJob: async ({ body }) => {
      const job = Job.decode(toBytes(body), policies)
      return E.isLeft(job) ? reject(jobReason(job.left)) : value(job.right)
    },

    encodeJob: async ({ job }) => {
      const bytes = Job.encode(job as Job.Job)
      return E.isLeft(bytes) ? reject(jobReason(bytes.left)) : value(hex(bytes.right))
    },

    request: async (input) => {
      const { edition, credentials } = input
      const baseUrl = BaseUrl.parse(input.baseUrl)
      if (E.isLeft(baseUrl)) return refused(baseUrl.left)
      const parts = partsOf(input)
      if (E.isLeft(parts)) return refused(parts.left)
      const { timestamp, nonce } = parts.right
      let held: SigningApp | ReturnType<typeof accessToken>
      if ('token' in credentials) {
        const token = Token.parse(credentials.token)
        if (E.isLeft(token)) return reject('token_malformed')
        held = accessToken(token.right)
      } else {
        const app = await appOf(credentials.appId, input.authType, credentials.privateKey)
        if (E.isLeft(app)) return app.left
        held = app.right
      }
      const body: E.Either<ClientFault, Bytes.Bytes> =
        'job' in input.body ? Job.encode(input.body.job as Job.Job) : toBody(input.body)
      if (E.isLeft(body)) return refused(body.left)

      let sent: HttpRequest | undefined
      const send = (request: HttpRequest) => async () => {
        sent = request
        return E.right({ status: 200, headers: {}, body: new Uint8Array(0) })
      }
      const settings = { baseUrl: baseUrl.right, edition, retries: 0, timeoutMs: 1000 }
      const submitted = await submitJob<'international' | 'mainland'>(settings)(body.right)({
        clock: { now: () => timestamp },
        entropy: { nonce: () => nonce as Nonce.Nonce },
        http: { send },
        timer: platform.timer,
        offsets: { get: () => () => 0, set: () => () => undefined },
        credentials: held as SigningApp,
      })()
      if (E.isLeft(submitted)) return refused(submitted.left)
      if (sent === undefined) return { outcome: 'error', reason: 'nothing was sent' }
      const { method, target, headers } = sent
      return value({ method, target, headers: Object.entries(headers), body: hex(sent.body) })
    },

    accumulate: async ({ run, seed, count, privateKey = '' }) => {
      const made = async (parts: accumulate.ToSign): Promise<StringToSign.StringToSign> => {
        const { body, ...rest } = parts
        const message = await stringToSign({ ...rest, body: hex(body) })
        if (E.isLeft(message)) throw new Error(new ClientError(message.left).reason)
        return message.right
      }
      switch (run) {
        case 'strings':
          return value(
            await accumulate.strings(digest, seed, count, async (parts) => StringToSign.toBytes(await made(parts))),
          )
        case 'signatures': {
          const signer = await signerOf(privateKey)
          if (E.isLeft(signer)) return refused(signer.left)
          const sign = async (parts: accumulate.ToSign): Promise<Uint8Array> => {
            const signature = await signer.right.sign(await made(parts))()
            if (E.isLeft(signature)) throw new Error(signature.left._tag)
            return Signature.toBytes(signature.right)
          }
          return value(await accumulate.signatures(digest, seed, count, sign))
        }
        case 'headers': {
          const grammar = { authType: AuthType.standard, policies }
          const parse = (header: string): accumulate.Parsed => {
            const parsed = Authorization.parse(header, grammar)
            if (E.isLeft(parsed) || parsed.right._tag !== 'Signed') return undefined
            const { appId, nonce, timestamp, signature } = parsed.right
            return [appId, nonce, Timestamp.serialize(timestamp), signature]
          }
          return value(await accumulate.headers(digest, seed, count, parse))
        }
        default:
          return { outcome: 'unsupported' }
      }
    },
  }

  /** The ring of a `verify`, or undefined where a key cannot be registered. */
  const keyRingOf = async (keys: Inputs['verify']['keys']): Promise<KeyRing.KeyRing | undefined> => {
    const byApp = new Map<AppId.AppId, Array<KeyRing.VerificationKey>>()
    for (const { appId, key, notBefore, notAfter, revoked } of keys) {
      const app = AppId.parse(appId)
      const imported = await verificationKey(key)
      if (E.isLeft(app) || E.isLeft(imported)) return undefined
      const validity = {
        ...(notBefore === undefined ? {} : { notBefore: notBefore as Timestamp.Timestamp }),
        ...(notAfter === undefined ? {} : { notAfter: notAfter as Timestamp.Timestamp }),
        ...(revoked === undefined ? {} : { revoked }),
      }
      byApp.set(app.right, [...(byApp.get(app.right) ?? []), { ...imported.right, validity }])
    }
    const ring = KeyRing.ofKeys([...byApp])
    return E.isLeft(ring) ? undefined : ring.right
  }

  /** What the verifier takes the string to sign of a step to be, as far as the step can be read. */
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

  const taken = Object.entries(policies).flatMap(([name, on]) => (on === true ? [name] : []))
  return {
    hello: {
      name: 'countersign',
      version,
      language,
      ops,
      policies: taken,
    },
    answer: async (op, input) => {
      if (!ops.some((known) => known === op)) return { outcome: 'unsupported' }
      try {
        return await (answering[op as Op] as (input: unknown) => Promise<Answer>)(input)
      } catch (error) {
        return { outcome: 'error', reason: error instanceof Error ? error.message : 'it threw what is no Error' }
      }
    },
  }
}
