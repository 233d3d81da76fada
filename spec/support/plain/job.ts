/** The shape of a job. */
import { isDeepStrictEqual } from 'node:util'
import type { Node } from './json.ts'
import { type Part, refuse } from './switches.ts'

export interface Job {
  readonly decodeJob: (bytes: Buffer) => unknown
  readonly encodeJob: (job: unknown) => Buffer
  readonly stringify: (job: unknown) => string
  /** `anyType`: stages of other types are accepted. */
  readonly checkJob: (job: Node, anyType: boolean) => void
  readonly checkStage: (stage: Node, anyType: boolean) => void
  readonly isInteger: (node: Node) => boolean
  /** The value after policies: an integer that came as a string becomes a number. */
  readonly normalize: (job: Node) => Node
}

type Kind = 'integer' | 'number' | 'string' | 'prompts'
type Payload = Readonly<Record<string, Kind>>

const payloads: Readonly<Record<string, Payload>> = {
  inputInitialize: { seed: 'integer', count: 'integer' },
  diffusion: {
    width: 'integer',
    height: 'integer',
    steps: 'integer',
    clip_skip: 'integer',
    cfg_scale: 'number',
    sd_model: 'string',
    prompts: 'prompts',
  },
}

const payloadOf: ReadonlyMap<string, string> = new Map([
  ['INPUT_INITIALIZE', 'inputInitialize'],
  ['DIFFUSION', 'diffusion'],
])

export const member = (node: Node, name: string): Node | undefined =>
  node.kind === 'object' ? node.members.findLast(([each]) => each === name)?.[1] : undefined

/** Whether a number's text has no fraction, exactly: digits times a power of ten. */
const isWhole = (scalar: string): boolean => {
  const [, digits = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(scalar) ?? []
  const significant = `${digits}${fraction}`.replace(/0+$/, '')
  const dropped = digits.length + fraction.length - significant.length
  return /^0*$/.test(significant) || dropped + Number(exponent) >= fraction.length
}

const digits = /^(?:0|-?[1-9][0-9]{0,15})$/

export const job: Part<Job> = (f, { on, takes }) => {
  const invalid = (): never => refuse('job_invalid')
  const isDigits = (node: Node): node is Node & { readonly kind: 'string' } =>
    takes('int64-string') &&
    node.kind === 'string' &&
    (on('job-integers') ? digits : /^-?[0-9]+$/).test(node.value) &&
    Math.abs(Number(node.value)) <= Number.MAX_SAFE_INTEGER

  const checkField = (node: Node, kind: Kind): void => {
    if (kind === 'integer') {
      if (on('job-types') && node.kind !== 'number' && !isDigits(node)) invalid()
      if (on('job-integers') && node.kind === 'number' && !f.isInteger(node)) invalid()
    } else if (kind === 'prompts') {
      if (on('job-types') && node.kind !== 'array') invalid()
      for (const prompt of node.kind === 'array' ? node.items : []) {
        if (on('job-types') && prompt.kind !== 'object') invalid()
        const text = member(prompt, 'text')
        if (on('job-types') && text !== undefined && text.kind !== 'string') invalid()
      }
    } else if (on('job-types') && node.kind !== kind) invalid()
  }

  /** A required member of this kind. */
  const required = (node: Node, name: string, kind: Node['kind'], check: string): Node | undefined => {
    const found = member(node, name)
    if (on(check) && found === undefined) invalid()
    if (on('job-types') && found !== undefined && found.kind !== kind) invalid()
    return found
  }

  return {
    isInteger: (node) =>
      node.kind === 'number' && (takes('int-spelling') ? isWhole(node.text) : /^(?:0|-?[1-9][0-9]*)$/.test(node.text)),

    checkStage: (stage, anyType) => {
      if (on('job-types') && stage.kind !== 'object') invalid()
      if (stage.kind !== 'object') return
      const type = required(stage, 'type', 'string', 'job-fields')
      const name = type?.kind === 'string' ? type.value : ''
      const own = payloadOf.get(name)
      if (own === undefined) {
        if (on('job-types') && type !== undefined && !anyType) invalid()
        return
      }
      const payload = required(stage, own, 'object', 'job-payload')
      const other = [...payloadOf.values()].find((each) => each !== own) ?? ''
      if (on('job-payload') && member(stage, other) !== undefined) invalid()
      for (const [field, kind] of Object.entries(payloads[own] ?? {})) {
        const value = payload && member(payload, field)
        if (value !== undefined) checkField(value, kind)
      }
    },

    checkJob: (node, anyType) => {
      if (on('job-types') && node.kind !== 'object') invalid()
      if (node.kind !== 'object') return
      required(node, 'request_id', 'string', 'job-fields')
      const stages = required(node, 'stages', 'array', 'job-fields')
      for (const stage of stages?.kind === 'array' ? stages.items : []) f.checkStage(stage, anyType)
    },

    normalize: (node) => {
      if (!takes('int64-string')) return node
      const integers = new Set(
        Object.values(payloads).flatMap((p) => Object.keys(p).filter((name) => p[name] === 'integer')),
      )
      const inPayload = (payload: Node): Node =>
        payload.kind !== 'object'
          ? payload
          : {
              kind: 'object',
              members: payload.members.map(([name, value]) => [
                name,
                integers.has(name) && isDigits(value) ? { kind: 'number', text: value.value } : value,
              ]),
            }
      const replace = (object: Node, change: (name: string, value: Node) => Node): Node =>
        object.kind === 'object'
          ? { kind: 'object', members: object.members.map(([name, value]) => [name, change(name, value)]) }
          : object
      const inStage = (stage: Node): Node => {
        const type = member(stage, 'type')
        const own = type?.kind === 'string' ? payloadOf.get(type.value) : undefined
        return replace(stage, (name, value) => (name === own ? inPayload(value) : value))
      }
      return replace(node, (name, value) =>
        name === 'stages' && value.kind === 'array' ? { kind: 'array', items: value.items.map(inStage) } : value,
      )
    },

    decodeJob: (bytes) => {
      const node = f.readJson(f.decodeUtf8(bytes))
      f.checkJob(node, takes('unknown-stage'))
      return f.toValue(f.normalize(node))
    },

    stringify: (value) => JSON.stringify(value),

    encodeJob: (value) => {
      const bytes = Buffer.from(f.stringify(value), 'utf8')
      const job = f.readJson(f.decodeUtf8(bytes))
      f.checkJob(job, true)
      // A value that a policy converts would not decode to an equal job.
      if (on('job-types') && !isDeepStrictEqual(f.normalize(job), job)) invalid()
      return bytes
    },
  }
}
