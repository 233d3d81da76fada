/**
 * A vector: one case of the suite, as in the files of `vectors/` and as a port gets it. `vectors/README.md` describes every
 * member.
 */

/** Bytes, as a port gets them. `text` is for human readers only. */
export type VectorBytes =
  | { readonly hex: string; readonly text?: string }
  | { readonly repeat: { readonly hex: string; readonly times: number }; readonly sha256: string }

/** A text to send as UTF-8, as UTF-16BE code units: these can hold a lone surrogate. */
export interface VectorText {
  readonly utf16: string
}

export type Op = keyof Inputs
export const ops: ReadonlyArray<Op> = [
  ...(['stringToSign', 'parseAuthorization', 'formatAuthorization', 'sign', 'verify'] as const),
  ...(['rsaVerify', 'importKey', 'decodeJob', 'encodeJob', 'request'] as const),
]

/** The parts of a request that a signer gets. */
interface ToSign {
  readonly method: string
  readonly url: string
  readonly timestamp: string
  readonly body: VectorBytes | VectorText
}

export interface VerifyKey {
  readonly appId: string
  readonly key: string
  readonly notBefore?: number
  readonly notAfter?: number
  readonly revoked?: boolean
}

export interface VerifyStep {
  readonly now: number
  readonly later?: number
  readonly method: string
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly body: VectorBytes
  readonly allowed?: boolean
}

export interface VerifyInput {
  readonly edition: 'international' | 'mainland'
  readonly authType: string
  readonly maxAge: number
  readonly maxSkew: number
  readonly bodyLimit: number
  readonly keys: ReadonlyArray<VerifyKey>
  readonly tokens: ReadonlyArray<{ readonly appId: string; readonly token: string }> | null
  readonly steps: ReadonlyArray<VerifyStep>
}

/** The input of each op. */
export interface Inputs {
  readonly stringToSign: ToSign & { readonly nonce: string }
  readonly parseAuthorization: { readonly authType: string; readonly authorization: ReadonlyArray<string> }
  readonly formatAuthorization:
    | { readonly [item in 'authType' | 'appId' | 'nonce' | 'timestamp' | 'signature']: string }
    | { readonly token: string }
  readonly sign: ToSign & {
    readonly privateKey: string
    readonly authType: string
    readonly appId: string
    readonly nonce?: string
    /** In place of `nonce`: the port signs so many times, each time with a nonce that it draws itself. */
    readonly times?: number
  }
  readonly verify: VerifyInput
  readonly rsaVerify: { readonly key: string; readonly message: VectorBytes; readonly signature: VectorBytes }
  readonly importKey: { readonly use: 'verify' | 'sign'; readonly pem: string }
  readonly decodeJob: { readonly body: VectorBytes }
  readonly encodeJob: { readonly job: unknown }
  readonly request: {
    readonly baseUrl: string
    readonly edition: 'international' | 'mainland'
    readonly authType: string
    readonly credentials: { readonly appId: string; readonly privateKey: string } | { readonly token: string }
    readonly timestamp: string
    readonly nonce: string
    readonly body: VectorBytes | VectorText | { readonly job: unknown }
  }
}

export interface Expectation {
  readonly outcome: 'accept' | 'reject' | 'value'
  readonly reason?: string
  readonly value?: unknown
  /** The expectation of a port that takes this policy. Any other port must refuse for `reason`. */
  readonly policy?: string
}

/** The expected verdict on one step of a `verify`. */
export type StepVerdict =
  | { readonly outcome: 'accept'; readonly appId: string }
  | { readonly outcome: 'reject'; readonly reason: string }

/** The text to sign: it shows the author of a failing port the first wrong byte. */
export interface Trace {
  /** Absent if the body is a `repeat`. */
  readonly stringToSign?: VectorBytes
  readonly sha256: string
  /** The padded block (EMSA-PKCS1-v1_5) for the key in use, in hex. */
  readonly block?: string
}

interface VectorOf<O extends Op> {
  readonly id: string
  readonly since: string
  readonly comment: string
  readonly flags: ReadonlyArray<string>
  readonly fault?: string
  readonly twin?: string
  readonly op: O
  readonly input: Inputs[O]
  readonly expect: Expectation
  readonly trace?: Trace
}

export type Vector<O extends Op = Op> = { readonly [P in O]: VectorOf<P> }[O]

/** A port's answer to one run. */
export interface PortAnswer {
  readonly outcome: 'accept' | 'reject' | 'value' | 'unsupported' | 'error'
  readonly reason?: string
  readonly value?: unknown
  readonly trace?: Partial<Trace>
}

/** A port's description of itself. */
export interface Hello {
  readonly name: string
  readonly version: string
  readonly language: string
  readonly ops: ReadonlyArray<string>
  readonly policies: ReadonlyArray<string>
  /** The port uses the reasons of the suite. Then its reason is judged for a request with two faults. */
  readonly reasons?: 'suite'
  /** How many runs may be put to the port before it has answered the first. */
  readonly atOnce?: number
}
