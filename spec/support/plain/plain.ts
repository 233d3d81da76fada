/**
 * A second implementation, written from `vectors/README.md` alone and for one purpose: each of its checks can be switched
 * off by name, and each of its functions replaced. It proves that a case is refused by the one check that it names, and it is
 * the clean port in which bugs are planted. It is not fast, not hardened, and not for use.
 */
import type { Hello, Inputs, Op, PortAnswer } from '../../../src/kit/conformance/Vector.ts'
import { base64 } from './base64.ts'
import { content } from './content.ts'
import { header } from './header.ts'
import { job } from './job.ts'
import { json } from './json.ts'
import { keys } from './keys.ts'
import { parts } from './parts.ts'
import { replay } from './replay.ts'
import { rsa } from './rsa.ts'
import { signer } from './signer.ts'
import { type Functions, Refusal, refuse, type Switches } from './switches.ts'
import { verifier } from './verifier.ts'

export interface PlainPort {
  readonly hello: Hello
  readonly answer: (op: Op, input: Inputs[Op]) => PortAnswer
}

/** Replaces functions of the clean port; the others go on calling whatever stands there. */
export type Plant = (clean: Functions, switches: Switches) => Partial<Functions>

export interface PlainSettings {
  /** The checks that are left out. */
  readonly without?: string | ReadonlyArray<string> | undefined
  readonly policies?: ReadonlyArray<string>
  readonly plant?: Plant
}

type Answering = { readonly [O in Op]: (input: Inputs[O]) => PortAnswer }

const value = (v: unknown): PortAnswer => ({ outcome: 'value', value: v })

const functionsOf = (switches: Switches, plant: Plant | undefined): Functions => {
  const f = {} as Functions
  for (const part of [content, parts, base64, header, keys, rsa, replay, verifier, signer, json, job]) {
    Object.assign(f, part(f, switches))
  }
  return Object.assign(f, plant?.({ ...f }, switches))
}

export const createPlain = ({ without = [], policies = [], plant }: PlainSettings = {}): PlainPort => {
  const missing = new Set([without].flat())
  const taken = new Set(policies)
  const switches = { on: (check: string) => !missing.has(check), takes: (policy: string) => taken.has(policy) }
  const f = functionsOf(switches, plant)

  const answering: Answering = {
    stringToSign: (input) => value({ hex: f.bytesToSign(f.join(f.write(input))).toString('hex') }),

    parseAuthorization: ({ authType, authorization }) => {
      f.checkAuthType(authType)
      const line = f.oneLine(authorization)
      if (line === undefined) return value(null)
      const { scheme, rest } = f.readScheme(line, authType)
      return value(scheme === 'bearer' ? { scheme, token: f.readToken(rest) } : f.readSigned(rest))
    },

    formatAuthorization: (input) => {
      if ('token' in input) return value(f.formatToken(input.token))
      const { authType, appId, nonce, timestamp, signature } = input
      f.checkAuthType(authType)
      f.checkAppId(appId, 'app_id_malformed')
      f.checkNonce(nonce, 'nonce_malformed')
      f.checkTimestamp(timestamp, 'timestamp_malformed')
      if (switches.on('item-empty') && signature === '') refuse('signature_malformed')
      f.decodeBase64(signature, 'signature_malformed')
      return value(f.formatSigned(authType, { appId, nonce, timestamp, signature }))
    },

    sign: (input) => {
      if (input.times === undefined) return value(f.sign(input, input.nonce ?? ''))
      return value(Array.from({ length: input.times }, () => f.sign(input, f.drawNonce(input.timestamp))))
    },

    verify: (input) => value(f.verify(input)),

    rsaVerify: ({ key, message, signature }) => {
      const imported = f.importKey(key, 'verify')
      const bytes = f.readBytes(signature)
      if (switches.on('signature-length') && bytes.length !== imported.bytes) refuse('signature_malformed')
      const whole = { head: Buffer.alloc(0), body: f.readBytes(message) }
      return f.verifySignature(imported, whole, bytes) ? { outcome: 'accept' } : refuse('signature_invalid')
    },

    importKey: ({ use, pem }) => {
      const { bits, fingerprint } = f.importKey(pem, use)
      return value({ bits, fingerprint })
    },

    decodeJob: ({ body }) => value(f.decodeJob(f.readBytes(body))),

    encodeJob: (input) => value({ hex: f.encodeJob(input.job).toString('hex') }),

    request: (input) => value(f.request(input)),
  }

  return {
    hello: { name: 'plain', version: '1', language: 'TypeScript', ops: Object.keys(answering), policies },
    answer: (op, input) => {
      try {
        return (answering[op] as (input: Inputs[Op]) => PortAnswer)(input)
      } catch (error) {
        if (error instanceof Refusal) return { outcome: 'reject', reason: error.reason }
        return { outcome: 'error', reason: error instanceof Error ? error.message : 'it threw what is no Error' }
      }
    },
  }
}
