/**
 * The report on a failed case: enough to see what is wrong, and to try again.
 */
import { firstDifference } from '../diagnosis/difference.ts'
import { stepsOf } from './codecs.ts'
import { expectationFor, type Fault } from './compareAnswer.ts'
import { toBytes } from './content.ts'
import type { Driver } from './Driver.ts'
import type { Put } from './kept.ts'
import type { Selection } from './levels.ts'
import type { AnswerDifference, Failure } from './Report.ts'
import type { Mode } from './settings.ts'
import { shellWord } from './shellWord.ts'
import { longest, shown } from './shown.ts'
import { shownInput } from './shownInput.ts'
import { groupOf } from './suite.ts'
import type { Hello, PortAnswer, Vector } from './Vector.ts'

/** A conformance run under way. */
export interface Run {
  readonly settings: Selection & {
    readonly seed: string
    readonly mode: Mode
    readonly casesFile?: string | undefined
  }
  readonly hello: Hello
  readonly driver: Driver
}

const isOfNonces = (flag: string): boolean => flag.startsWith('nonce-')

/** The reasons that are about the signature or its key, and that come before the nonce is claimed. */
const reasonsBefore: ReadonlyArray<string> = ['signature_invalid', 'signature_malformed', 'app_unknown', 'key_revoked']

/** Whether a request that had to be accepted is refused before its nonce is looked at: then no fault of nonces explains it. */
const isRefusedBefore = ({ expect }: Vector, answer: PortAnswer | undefined): boolean => {
  const due = stepsOf(expect)
  const refused = stepsOf(answer ?? { value: [] }).find((step, at) => step.outcome !== due[at]?.outcome)
  return refused?.outcome === 'reject' && reasonsBefore.includes(refused.reason)
}

/** The failure of a case. It has no answer if none came. */
export const failureOf = (
  run: Run,
  vector: Vector,
  { message, isAccepted, shownFlags }: Pick<Fault, 'message' | 'isAccepted' | 'shownFlags'>,
  answer?: PortAnswer,
): Failure => {
  const { settings, hello, driver } = run
  const lines = headersOf(vector)
  const stderr = driver.stderr()
  const { trace: _, ...received } = answer ?? {}
  const outcomes = new Set(stepsOf(vector.expect).map(({ outcome }) => outcome))
  // A mistake accepts a wrong request or refuses a valid one. A history may show either kind.
  const fits = (flag: string): boolean =>
    (outcomes.size < 2 || isAccepted === (settings.suite.flags[flag]?.severity === 'auth-bypass')) &&
    !(isOfNonces(flag) && isRefusedBefore(vector, answer))
  // Without an answer, the flags of the case do not explain what went wrong.
  const ofCase = answer === undefined || answer.outcome === 'error' ? [] : vector.flags.filter(fits)
  const flags = shownFlags ?? ofCase
  // The flags are mistakes of the client that signed it; a verifier that accepts it needs other advice.
  const toVerifier =
    vector.fault === 'signature'
      ? ' A verifier verifies the request exactly as it arrived, and tries nothing else.'
      : ''
  return {
    message,
    comment: vector.comment,
    flags: flags.map((flag) => ({
      flag,
      mistake: settings.suite.flags[flag]?.mistake ?? '',
      remedy: `${settings.suite.flags[flag]?.remedy ?? ''}${toVerifier}`,
    })),
    // The reader has the published cases at hand. A saved case is in another file.
    ...(isSaved(vector.id) && { input: shownInput(vector.input) }),
    expected: shown(expectationFor(vector, hello.policies), longest),
    ...(answer && { received: shown(received, longest) }),
    ...(lines && { authorization: lines }),
    ...(vector.trace && { trace: vector.trace }),
    ...(stderr !== '' && { stderr }),
    rerun: rerunOf(run, { id: vector.id }),
  }
}

/** Written by `--save`. */
const isSaved = (id: string): boolean => groupOf(id) === 'generated'

/**
 * The command that repeats a case or a generated run, perhaps after earlier runs. If the earlier runs are not known: the command that
 * repeats everything.
 */
export const rerunOf = (
  { settings, driver }: Run,
  what: { readonly id: string } | { readonly path: string },
  after?: ReadonlyArray<Put>,
): string => {
  const { seed, level, casesFile = 'FILE', mode } = settings
  const isRecorded = mode._tag === 'Recorded'
  const isWhole = after?.length === 0
  const isDrawn = 'path' in what || isWhole
  if (driver.command === 'in this process' && !isRecorded)
    return 'path' in what
      ? `conform with seed: ${JSON.stringify(seed)}, generated: { runs: 1, path: '${what.path}' }`
      : `conform with ids: ['${what.id}']`
  return [
    'npx countersign conform',
    ...('id' in what && isSaved(what.id) ? [`--cases ${shellWord(casesFile)}`] : []),
    ...(isDrawn ? [`--level ${level}`] : []),
    ...(isDrawn || after?.some(({ ref }) => ref.includes(':')) ? [`--seed ${shellWord(seed)}`] : []),
    ...(after ?? []).map(({ ref }) => `--preceded-by ${shellWord(ref)}`),
    ...(isWhole ? [] : ['path' in what ? `--path ${what.path}` : `--case ${what.id}`]),
    isRecorded ? '--write-runs runs.jsonl' : `-- ${driver.command}`,
  ].join(' ')
}

/** The Authorization lines of a case's input, or the expected one. */
const headersOf = ({ op, input, expect }: Vector): ReadonlyArray<string> | undefined => {
  switch (op) {
    case 'verify':
      return input.steps.at(-1)?.authorization
    case 'parseAuthorization':
      return input.authorization
    case 'formatAuthorization':
      return typeof expect.value === 'string' ? [expect.value] : undefined
    case 'sign': {
      const { authorization } = (expect.value ?? {}) as { readonly authorization?: string }
      return authorization === undefined ? undefined : [authorization]
    }
    default:
      return undefined
  }
}

/** How the string that the port signed differs, if its trace shows the string. A wrong signature alone does not help the author. */
export const differenceOfTraces = (vector: Vector, { trace }: PortAnswer): AnswerDifference | undefined => {
  const expected = vector.trace?.stringToSign
  const received = trace?.stringToSign
  // Only bodies use `repeat`; a port's `repeat` might ask for any amount of memory.
  if (expected === undefined || received === undefined || 'repeat' in received) return undefined
  const offset = firstDifference(toBytes(expected), toBytes(received))
  return offset === undefined ? undefined : { of: 'string to sign', expected, received, offset }
}
