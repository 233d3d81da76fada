/** What must hold of the vectors as data: names, twins, bytes, and a case for each rule. `spec/vectors` holds ids, words and schemas. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createPlain } from '../../../spec/support/plain/plain.ts'
import { ours } from '../../../src/core/Policies.ts'
import { stepsOf } from '../../../src/kit/conformance/codecs.ts'
import type { Vector } from '../../../src/kit/conformance/Vector.ts'
import { checks, rules } from '../../../vectors/cases/checks.ts'
import { judged, policySets } from './cases.ts'
import { counting, type Section } from './finding.ts'

const idsFile = 'vectors/cases/ids.txt'

/** Every id that was ever given; an id is only added. */
const givenIds = (): ReadonlyArray<string> => readFileSync(idsFile, 'utf8').trimEnd().split('\n')

/** Lists the ids of all cases, and tells how many are new. */
export const writeIds = (cases: ReadonlyArray<Vector>): number => {
  const given = givenIds()
  const ids = new Set([...given, ...cases.map(({ id }) => id)])
  writeFileSync(idsFile, `${[...ids].sort().join('\n')}\n`)
  return ids.size - given.length
}

/** All objects inside a value. */
const objectsIn = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  typeof value !== 'object' || value === null
    ? []
    : [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]

/** For a `verify` the last step counts: a refusal may stand before it to show that it leaves nothing behind. */
const isNegative = ({ op, expect }: Vector): boolean => {
  if (expect.policy !== undefined) return false
  const last = op === 'verify' ? (stepsOf(expect).at(-1) ?? expect) : expect
  return last?.outcome === 'reject'
}

/** Whether a case without `fault` shows that the check is missing: one of a policy, or one with a wrong value. */
const shownOtherwise = async (cases: ReadonlyArray<Vector>, check: string): Promise<boolean> => {
  const port = createPlain({ without: check })
  for (const vector of cases) {
    if (vector.fault !== undefined) continue
    if (!(await judged(vector, port.answer(vector.op, vector.input), [])).passes) return true
  }
  return false
}

export const lint = async (cases: ReadonlyArray<Vector>): Promise<Section> => {
  const { claim, result } = counting()
  const byId = new Map(cases.map((vector) => [vector.id, vector]))
  for (const vector of cases) {
    const { id, fault, twin } = vector
    if (isNegative(vector)) claim(fault !== undefined, () => `${id} refuses and names no fault`)
    if (fault !== undefined) claim(twin !== undefined, () => `${id} names no twin`)
    if (twin !== undefined) await lintTwin(claim, id, twin, byId.get(twin))
    lintBytes(claim, vector)
  }
  await lintChecks(claim, cases)
  lintRules(claim, cases, byId)
  lintPolicies(claim, cases)
  return { name: 'lint', what: 'claims about the files of vectors/', ...result() }
}

type Claim = ReturnType<typeof counting>['claim']

/** A twin differs from a refused case by its fault alone, so it is accepted. */
const lintTwin = async (claim: Claim, id: string, twin: string, other: Vector | undefined): Promise<void> => {
  claim(other !== undefined, () => `${id}: its twin ${twin} does not exist`)
  if (other === undefined) return
  claim(!isNegative(other), () => `${id}: its twin ${twin} is refused itself`)
  const { policy } = other.expect
  const port = createPlain({ policies: policy === undefined ? policySets.ours : [policy] })
  const { passes, message } = await judged(other, port.answer(other.op, other.input), port.hello.policies)
  claim(passes, () => `${id}: its twin ${twin} is not accepted (${message})`)
}

/** What is given in two ways must be the same bytes. */
const lintBytes = (claim: Claim, { id, input }: Vector): void => {
  for (const { hex, text, repeat, sha256 } of objectsIn(input)) {
    if (typeof hex === 'string' && typeof text === 'string') {
      claim(Buffer.from(text, 'utf8').toString('hex') === hex, () => `${id}: text and hex differ`)
    }
    if (typeof repeat === 'object' && repeat !== null) {
      const { hex: one, times } = repeat as { readonly hex: string; readonly times: number }
      const whole = Buffer.alloc((one.length / 2) * times, one, 'hex')
      claim(createHash('sha256').update(whole).digest('hex') === sha256, () => `${id}: the digest of repeat is wrong`)
    }
  }
}

const lintChecks = async (claim: Claim, cases: ReadonlyArray<Vector>): Promise<void> => {
  const faults = new Set(cases.map(({ fault }) => fault))
  for (const name of Object.keys(checks)) {
    claim(faults.has(name) || (await shownOtherwise(cases, name)), () => `the check ${name} has no negative`)
  }
}

const lintRules = (claim: Claim, cases: ReadonlyArray<Vector>, byId: ReadonlyMap<string, Vector>): void => {
  for (const rule of rules) {
    const names = Object.keys(checks).filter((name) => checks[name]?.rule === rule)
    if (names.length === 0) continue
    const own = cases.filter(({ fault }) => fault !== undefined && names.includes(fault))
    claim(own.length > 0, () => `the rule ${rule} has no negative`)
    const hasPositive = own.some(({ twin }) => twin !== undefined && byId.has(twin))
    claim(hasPositive, () => `the rule ${rule} has no positive: no negative of it has a twin`)
  }
}

const lintPolicies = (claim: Claim, cases: ReadonlyArray<Vector>): void => {
  for (const policy of Object.keys(ours)) {
    const own = cases.filter(({ expect }) => expect.policy === policy)
    claim(own.length >= 2, () => `the policy ${policy} has ${own.length} cases; two are needed`)
  }
}
