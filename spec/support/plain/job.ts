/**
 * The shape of a job, as the plain port checks it (vectors/README.md, "Jobs"). A job has stages, and a stage of a known type has a payload
 * under the name that belongs to the type:
 *
 *   {"request_id":"r1","stages":[{"type":"DIFFUSION","diffusion":{"width":512,"prompts":[{"text":"a lighthouse"}]}}]}
 *
 * Every fault is refused as `job_invalid`.
 */
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

interface Payload {
  /** The member of the stage that holds it. */
  readonly name: string
  readonly fields: Readonly<Record<string, Kind>>
}

const payloads: ReadonlyMap<string, Payload> = new Map([
  ['INPUT_INITIALIZE', { name: 'inputInitialize', fields: { seed: 'integer', count: 'integer' } }],
  [
    'DIFFUSION',
    {
      name: 'diffusion',
      fields: {
        width: 'integer',
        height: 'integer',
        steps: 'integer',
        clip_skip: 'integer',
        cfg_scale: 'number',
        sd_model: 'string',
        prompts: 'prompts',
      },
    },
  ],
])

/** The last member with this name: with the check `json-names` off, a name may be there twice. */
export const member = (node: Node, name: string): Node | undefined =>
  node.kind === 'object' ? node.members.findLast(([each]) => each === name)?.[1] : undefined

const textOf = (node: Node | undefined): string => (node?.kind === 'string' ? node.value : '')

const itemsOf = (node: Node | undefined): ReadonlyArray<Node> => (node?.kind === 'array' ? node.items : [])

const payloadFor = (stage: Node): Payload | undefined => payloads.get(textOf(member(stage, 'type')))

/** The object with each value changed; any other node as it is. */
const mapMembers = (node: Node, change: (name: string, value: Node) => Node): Node =>
  node.kind === 'object'
    ? { kind: 'object', members: node.members.map(([name, value]) => [name, change(name, value)]) }
    : node

/**
 * Whether the number of this text is an integer, decided from its digits without rounding. 1.20e1 is 12: of the two digits after the
 * point, the exponent moves one before it, and the other is a zero.
 */
const isWhole = (text: string): boolean => {
  const [, digits = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const allDigits = digits + fraction
  const significant = allDigits.replace(/0+$/, '')
  const isZero = /^0*$/.test(significant)
  const zerosAtEnd = allDigits.length - significant.length
  return isZero || zerosAtEnd + Number(exponent) >= fraction.length
}

/** With the check `job-integers`: no zeros before it, no minus zero, and at most 16 digits. */
const integerDigits = /^(?:0|-?[1-9][0-9]{0,15})$/
const looseDigits = /^-?[0-9]+$/

const invalid = (): never => refuse('job_invalid')

export const job: Part<Job> = (f, { on, takes }) => {
  /** Whether the text counts as an integer, by the policy `int64-string`. */
  const isIntegerText = (node: Node): node is Node & { readonly kind: 'string' } =>
    takes('int64-string') &&
    node.kind === 'string' &&
    (on('job-integers') ? integerDigits : looseDigits).test(node.value) &&
    Math.abs(Number(node.value)) <= Number.MAX_SAFE_INTEGER

  const checkField = (node: Node, kind: Kind): void => {
    switch (kind) {
      case 'integer':
        if (on('job-types') && node.kind !== 'number' && !isIntegerText(node)) invalid()
        if (on('job-integers') && node.kind === 'number' && !f.isInteger(node)) invalid()
        return
      case 'prompts':
        if (on('job-types') && node.kind !== 'array') invalid()
        itemsOf(node).forEach(checkPrompt)
        return
      default:
        if (on('job-types') && node.kind !== kind) invalid()
    }
  }

  const checkPrompt = (prompt: Node): void => {
    if (on('job-types') && prompt.kind !== 'object') invalid()
    const text = member(prompt, 'text')
    if (on('job-types') && text !== undefined && text.kind !== 'string') invalid()
  }

  /** The member. Refuses an absent one by `check`, and one of another kind by the check `job-types`. */
  const required = (node: Node, name: string, kind: Node['kind'], check: string): Node | undefined => {
    const found = member(node, name)
    if (on(check) && found === undefined) invalid()
    if (on('job-types') && found !== undefined && found.kind !== kind) invalid()
    return found
  }

  const checkPayload = (stage: Node, { name, fields }: Payload): void => {
    const payload = required(stage, name, 'object', 'job-payload')
    const others = [...payloads.values()].filter((other) => other.name !== name)
    if (on('job-payload') && others.some((other) => member(stage, other.name) !== undefined)) invalid()
    if (payload === undefined) return
    for (const [field, kind] of Object.entries(fields)) {
      const value = member(payload, field)
      if (value !== undefined) checkField(value, kind)
    }
  }

  return {
    isInteger: (node) =>
      node.kind === 'number' && (takes('int-spelling') ? isWhole(node.text) : /^(?:0|-?[1-9][0-9]*)$/.test(node.text)),

    checkStage: (stage, anyType) => {
      if (on('job-types') && stage.kind !== 'object') invalid()
      if (stage.kind !== 'object') return
      const type = required(stage, 'type', 'string', 'job-fields')
      const payload = payloadFor(stage)
      if (payload !== undefined) checkPayload(stage, payload)
      else if (on('job-types') && type !== undefined && !anyType) invalid()
    },

    checkJob: (node, anyType) => {
      if (on('job-types') && node.kind !== 'object') invalid()
      if (node.kind !== 'object') return
      required(node, 'request_id', 'string', 'job-fields')
      const stages = required(node, 'stages', 'array', 'job-fields')
      for (const stage of itemsOf(stages)) f.checkStage(stage, anyType)
    },

    normalize: (node) => {
      if (!takes('int64-string')) return node
      const normalizeStage = (stage: Node): Node => {
        const payload = payloadFor(stage)
        return mapMembers(stage, (name, value) => (name === payload?.name ? normalizePayload(value, payload) : value))
      }
      const normalizePayload = (value: Node, { fields }: Payload): Node =>
        mapMembers(value, (name, field) =>
          fields[name] === 'integer' && isIntegerText(field) ? { kind: 'number', text: field.value } : field,
        )
      return mapMembers(node, (name, value) =>
        name === 'stages' && value.kind === 'array' ? { kind: 'array', items: value.items.map(normalizeStage) } : value,
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
