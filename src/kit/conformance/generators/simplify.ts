/**
 * Simplifies a failing input, and says which members the failure needs, for `shrink`. fast-check shrinks only the value that was drawn on
 * one side of a rule, and knows little of the other members. Our own port answers any input, so each step may change the input itself:
 * 1. one at a time, each member gets its plain value, and so does each part of a signed request. If the port then passes, the failure
 *    needs this member.
 * 2. the members of a job are left out, in halves and at last one by one. A single value replaces the array or object around it.
 * 3. long runs of one character, long texts and numbers are cut by bisection. Their remaining length is the limit of the port.
 * A step is kept if the port fails in the same way.
 */
import { isDeepStrictEqual } from 'node:util'
import { inspect } from '../../../core/untrusted.ts'
import { shapeOf } from '../reports/folds.ts'
import type { Op, VerifyInput } from '../Vector.ts'
import type { GeneratedInput } from './Generator.ts'
import type { Wrong } from './judge.ts'
import { plainPartNames, withPlainPart } from './plainRequests.ts'
import { plainMembers } from './plainValues.ts'

/** Whether the port still fails with another input. */
type StillFails = (smaller: GeneratedInput<Op>) => Promise<Wrong | undefined>

type Path = ReadonlyArray<string | number>
type Members = Readonly<Record<string, unknown>>

interface Simplifying {
  readonly op: Op
  readonly stillFails: StillFails
  smallest: Wrong
}

export interface Simplified {
  readonly smallest: Wrong
  /** Members that the failure needs: with the plain value of one of them it passes. */
  readonly needs: ReadonlyArray<string>
}

const isObject = (candidate: unknown): candidate is Members =>
  typeof candidate === 'object' && candidate !== null && !Array.isArray(candidate)

const inputOf = ({ smallest }: Simplifying): Members => smallest.drawn.input as unknown as Members

/** Keeps the input if the port fails in the same way. */
const keepIfFails = async (simplifying: Simplifying, input: unknown): Promise<boolean> => {
  const { smallest, stillFails } = simplifying
  const again = await stillFails({ ...smallest.drawn, input: input as GeneratedInput<Op>['input'] })
  const isAlike =
    again !== undefined &&
    again.verdict === smallest.verdict &&
    again.isAccepted === smallest.isAccepted &&
    shapeOf(again.message) === shapeOf(smallest.message)
  if (isAlike) simplifying.smallest = again
  return isAlike
}

// ---- Members

const isPlain = (simplifying: Simplifying, member: string): boolean => {
  const plain = plainMembers[simplifying.op] ?? {}
  return Object.hasOwn(plain, member) && isDeepStrictEqual(inputOf(simplifying)[member], plain[member])
}

const putMembersPlain = async (simplifying: Simplifying): Promise<ReadonlyArray<string>> => {
  const needs: Array<string> = []
  for (const [member, plain] of Object.entries(plainMembers[simplifying.op] ?? {})) {
    const input = inputOf(simplifying)
    if (!Object.hasOwn(input, member) || isPlain(simplifying, member)) continue
    if (!(await keepIfFails(simplifying, { ...input, [member]: plain }))) needs.push(member)
  }
  return needs
}

/** Puts the parts of the last request to their plain values. The request is signed anew with each. */
const putRequestPlain = async (simplifying: Simplifying): Promise<ReadonlyArray<string>> => {
  const needs: Array<string> = []
  for (const part of plainPartNames) {
    const input = withPlainPart(inputOf(simplifying) as unknown as VerifyInput, part)
    if (input !== undefined && !(await keepIfFails(simplifying, input))) needs.push(part)
  }
  return needs
}

// ---- Places within an input

const valueAt = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Members | undefined)?.[key], tree)

/** A copy of the tree with another value at the path: `withAt({ a: [1, 2] }, ['a', 0], 7)` is `{ a: [7, 2] }`. */
const withAt = (tree: unknown, [head, ...innerPath]: Path, replacement: unknown): unknown => {
  if (head === undefined) return replacement
  const inner = withAt((tree as Members)[head], innerPath, replacement)
  if (Array.isArray(tree)) return tree.map((member, index) => (index === head ? inner : member))
  // `fromEntries` also keeps a member `__proto__`, which a spread with a computed name would not.
  return Object.fromEntries(
    Object.entries(tree as Members).map(([key, member]) => [key, key === head ? inner : member]),
  )
}

const namesIn = (tree: unknown): ReadonlyArray<string | number> =>
  Array.isArray(tree) ? [...tree.keys()] : isObject(tree) ? Object.keys(tree) : []

/** The places of all texts, without keys: a cut key is not a key. */
const textPlaces = (tree: unknown, path: Path = []): ReadonlyArray<Path> => {
  if (typeof tree === 'string') return tree.startsWith('-----BEGIN') ? [] : [path]
  return namesIn(tree).flatMap((key) => textPlaces((tree as Members)[key], [...path, key]))
}

// ---- What a job holds

/** Where the input of an op has its job. */
interface JobPlace {
  /** The job of the input. Undefined if it has none, or if the job cannot be parsed. */
  readonly read: (input: Members) => unknown
  readonly write: (input: Members, job: unknown) => unknown
}

const placeAt = (...path: Path): JobPlace => ({
  read: (input) => valueAt(input, path),
  write: (input, job) => withAt(input, path, job),
})

/**
 * A valid job has at most 128 levels. At a few thousand, the recursive functions here would overflow the stack. A deeper job stays as it is,
 * as the guide says.
 */
const mostLevels = 256

/** Whether arrays and objects nest at most so many levels deep. */
const isWithin = (levels: number, candidate: unknown): boolean =>
  typeof candidate !== 'object' ||
  candidate === null ||
  (levels > 0 && Object.values(candidate).every((member) => isWithin(levels - 1, member)))

/** The bytes of a job, written anew as JSON. The step does not count if the port fails only because of the spelling. */
const inBytes: JobPlace = {
  read: (input) => {
    const hex = valueAt(input, ['body', 'hex'])
    if (typeof hex !== 'string') return undefined
    const job: unknown = inspect(() => JSON.parse(Buffer.from(hex, 'hex').toString()), undefined)
    return isWithin(mostLevels, job) ? job : undefined
  },
  write: (input, job) => ({ ...input, body: { hex: Buffer.from(JSON.stringify(job)).toString('hex') } }),
}

const jobPlaces: { readonly [O in Op]?: JobPlace } = {
  encodeJob: placeAt('job'),
  request: placeAt('body', 'job'),
  decodeJob: inBytes,
}

/** The job of the smallest input so far, and a way to try another one. */
const jobOf = (simplifying: Simplifying, { read: readJob, write }: JobPlace) => ({
  valueAt: (path: Path): unknown => valueAt(readJob(inputOf(simplifying)), path),
  put: (path: Path, member: unknown): Promise<boolean> => {
    const input = inputOf(simplifying)
    return keepIfFails(simplifying, write(input, withAt(readJob(input), path, member)))
  },
})
type Job = ReturnType<typeof jobOf>

/** The array or object without `count` of its items from `start` on. */
const withoutItems = (tree: unknown, start: number, count: number): unknown => {
  const isKept = (_: unknown, i: number): boolean => i < start || i >= start + count
  return Array.isArray(tree) ? tree.filter(isKept) : Object.fromEntries(Object.entries(tree as Members).filter(isKept))
}

/** Simplifies the value at a path of the job, and then each of its members. */
const simplifyJob = async (job: Job, path: Path): Promise<void> => {
  await leaveOutItems(job, path)
  await replaceByOnlyItem(job, path)
  const member = job.valueAt(path)
  if (isLargeInteger(member)) await bisect(0, member, (smaller) => job.put(path, smaller))
  for (const key of namesIn(job.valueAt(path))) await simplifyJob(job, [...path, key])
}

/** Leaves out half of the items at a path, then quarters, and at last single items, as long as the port still fails. */
const leaveOutItems = async (job: Job, path: Path): Promise<void> => {
  const length = (): number => namesIn(job.valueAt(path)).length
  for (let count = Math.max(1, Math.floor(length() / 2)); count >= 1; count = Math.floor(count / 2)) {
    let start = 0
    while (start < length()) {
      const isLeftOut = await job.put(path, withoutItems(job.valueAt(path), start, count))
      if (!isLeftOut) start += count
    }
  }
}

/** Replaces `[x]` and `{"a":x}` by `x`, as long as the port still fails. */
const replaceByOnlyItem = async (job: Job, path: Path): Promise<void> => {
  let isReplaced = true
  while (isReplaced) {
    const [onlyKey, ...otherKeys] = namesIn(job.valueAt(path))
    if (onlyKey === undefined || otherKeys.length > 0) return
    isReplaced = await job.put(path, job.valueAt([...path, onlyKey]))
  }
}

const isLargeInteger = (candidate: unknown): candidate is number =>
  Number.isSafeInteger(candidate) && (candidate as number) > 1

// ---- Lengths

/** Texts and runs of at most so many units stay as they are. */
const shortText = 16

/** The digits of one unit, by the member that has them: a byte in `hex`, a code unit in `utf16`. In other texts, a unit is a character. */
const unitSizes: Readonly<Record<string, number>> = { hex: 2, utf16: 4 }
const unitSizeAt = (path: Path): number => unitSizes[String(path.at(-1))] ?? 1

interface Run {
  readonly start: number
  readonly count: number
}

/** The longest run of one unit; both numbers count units. */
const longestRun = (units: ReadonlyArray<string>): Run => {
  let longest: Run = { start: 0, count: 0 }
  for (let start = 0; start < units.length; ) {
    let end = start + 1
    while (end < units.length && units[end] === units[start]) end++
    if (end - start > longest.count) longest = { start, count: end - start }
    start = end
  }
  return longest
}

/** Finds by bisection the least count for which the port fails: from `least` to `most`, which is known to fail. */
const bisect = async (least: number, most: number, fails: (count: number) => Promise<boolean>): Promise<void> => {
  if (await fails(least)) return
  let passing = least
  let failing = most
  while (failing - passing > 1) {
    const half = Math.floor((passing + failing) / 2)
    if (await fails(half)) failing = half
    else passing = half
  }
}

/** The characters of a group of Base64. A text that is cut within a group is not valid. */
const groupSize = 4

/** Finds the least length by bisection over whole groups of four. Then the last three lengths are tried one by one. */
const bisectLength = async (most: number, fails: (count: number) => Promise<boolean>): Promise<void> => {
  if (await fails(1)) return
  const remaining = most % groupSize
  let least = most
  await bisect(0, (most - remaining) / groupSize, async (groups) => {
    const count = groups * groupSize + remaining
    const isFailing = count > 0 && (await fails(count))
    if (isFailing) least = count
    return isFailing
  })
  for (let count = least - 1; count > Math.max(1, least - groupSize); count--) {
    if (!(await fails(count))) return
  }
}

const unitsAt = (simplifying: Simplifying, path: Path): ReadonlyArray<string> => {
  const original = valueAt(inputOf(simplifying), path)
  if (typeof original !== 'string') return []
  const size = unitSizeAt(path)
  return size === 1 ? [...original] : (original.match(new RegExp(`.{${size}}`, 'g')) ?? [])
}

const putUnits = (simplifying: Simplifying, path: Path, units: ReadonlyArray<string>): Promise<boolean> =>
  keepIfFails(simplifying, withAt(inputOf(simplifying), path, units.join('')))

/** A timestamp is a number in a text. */
const lowerTimestamp = async (simplifying: Simplifying): Promise<void> => {
  const { timestamp } = inputOf(simplifying)
  const number = Number(timestamp)
  if (String(number) === timestamp && isLargeInteger(number))
    await bisect(0, number, (smaller) => putUnits(simplifying, ['timestamp'], [String(smaller)]))
}

/** Makes a long text a run of its first unit, if the port still fails, and cuts its end. Then cuts the longest run within it. */
const shortenText = async (simplifying: Simplifying, path: Path): Promise<void> => {
  const units = unitsAt(simplifying, path)
  if (units.length <= shortText) return
  const [firstUnit = ''] = units
  const runOfFirst = units.map(() => firstUnit)
  const isRun = units.every((unit) => unit === firstUnit)
  // The report shows a run of one character by its length, which is shorter.
  if (!isRun) await putUnits(simplifying, path, runOfFirst)
  await bisectLength(units.length, (count) => putUnits(simplifying, path, unitsAt(simplifying, path).slice(0, count)))
  const remainingUnits = unitsAt(simplifying, path)
  const { start, count } = longestRun(remainingUnits)
  if (count <= shortText || count === remainingUnits.length) return
  const before = remainingUnits.slice(0, start)
  const run = remainingUnits.slice(start, start + count)
  const after = remainingUnits.slice(start + count)
  await bisectLength(count, (length) => putUnits(simplifying, path, [...before, ...run.slice(0, length), ...after]))
}

/** The simplest input that fails in the same way, and what the failure needs. */
export const simplify = async (op: Op, failure: Wrong, stillFails: StillFails): Promise<Simplified> => {
  const simplifying: Simplifying = { op, stillFails, smallest: failure }
  const membersNeeded = await putMembersPlain(simplifying)
  const partsNeeded = op === 'verify' ? await putRequestPlain(simplifying) : []
  const place = jobPlaces[op]
  if (place?.read(inputOf(simplifying)) !== undefined) await simplifyJob(jobOf(simplifying, place), [])
  if (!isPlain(simplifying, 'timestamp')) await lowerTimestamp(simplifying)
  // Texts of a signed request are not cut: each step would have to be signed anew.
  const cutPlaces = op === 'verify' ? [] : textPlaces(inputOf(simplifying))
  for (const path of cutPlaces) {
    if (!isPlain(simplifying, String(path[0]))) await shortenText(simplifying, path)
  }
  return { smallest: simplifying.smallest, needs: [...membersNeeded, ...partsNeeded] }
}
