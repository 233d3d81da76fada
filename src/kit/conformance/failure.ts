/** The report on a failed case: what is wrong, which mistakes explain it, and the command that repeats only this case. */
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
import { groupOf, type Suite } from './suite.ts'
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

// ---- The failure

/** The reasons about the signature or its key. Checks with these reasons come before the check of the nonce. */
const reasonsBeforeNonce: ReadonlyArray<string> = [
  'signature_invalid',
  'signature_malformed',
  'app_unknown',
  'key_revoked',
]

/** Whether a request that had to be accepted is refused before its nonce is checked. Then no mistake about nonces explains it. */
const isRefusedBeforeNonce = ({ expect }: Vector, answer: PortAnswer | undefined): boolean => {
  const expectedSteps = stepsOf(expect)
  const steps = stepsOf(answer ?? { value: [] })
  const wrongStep = steps.find(({ outcome }, index) => outcome !== expectedSteps[index]?.outcome)
  return wrongStep?.outcome === 'reject' && reasonsBeforeNonce.includes(wrongStep.reason)
}

/** The flags of a case that can explain a wrong answer. */
const fittingFlags = (
  vector: Vector,
  answer: PortAnswer,
  isAccepted: boolean | undefined,
  { flags: known }: Suite,
): ReadonlyArray<string> => {
  const outcomes = new Set(stepsOf(vector.expect).map(({ outcome }) => outcome))
  const isMixed = outcomes.size > 1
  return vector.flags.filter((flag) => {
    if (flag.startsWith('nonce-') && isRefusedBeforeNonce(vector, answer)) return false
    // A mistake accepts a wrong request or refuses a valid one. A history with both outcomes may show either kind.
    return !isMixed || isAccepted === (known[flag]?.severity === 'auth-bypass')
  })
}

/** The failure of a case. `answer` is absent if no answer came. */
export const failureOf = (
  run: Run,
  vector: Vector,
  { message, isAccepted, shownFlags }: Pick<Fault, 'message' | 'isAccepted' | 'shownFlags'>,
  answer?: PortAnswer,
): Failure => {
  const { settings, hello, driver } = run
  const { suite } = settings
  const lines = headersOf(vector)
  const stderr = driver.stderr()
  const { trace: _, ...received } = answer ?? {}
  // Without an answer, the flags of the case do not explain the failure.
  const hasAnswer = answer !== undefined && answer.outcome !== 'error'
  const flags = shownFlags ?? (hasAnswer ? fittingFlags(vector, answer, isAccepted, suite) : [])
  // The flags of such a case are mistakes of the client that signed the request. A verifier that accepts it needs other advice.
  const adviceToVerifier =
    vector.fault === 'signature'
      ? ' A verifier verifies the request exactly as it arrived, and tries nothing else.'
      : ''
  return {
    message,
    comment: vector.comment,
    flags: flags.map((flag) => ({
      flag,
      mistake: suite.flags[flag]?.mistake ?? '',
      remedy: `${suite.flags[flag]?.remedy ?? ''}${adviceToVerifier}`,
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

/** Whether the case is from a file that `--save` wrote. */
const isSaved = (id: string): boolean => groupOf(id) === 'generated'

// ---- The command that repeats it

/**
 * The command that repeats a case or a generated run. `after`: the earlier runs that the failure needs. If this list is empty, they are
 * not known, and the command repeats everything.
 *
 *     npx countersign conform --case nonce/too-long -- python3 port.py
 *     npx countersign conform --level full --seed s --preceded-by nonce/short --path header:17:0 -- python3 port.py
 */
export const rerunOf = (
  { settings, driver }: Run,
  what: { readonly id: string } | { readonly path: string },
  after?: ReadonlyArray<Put>,
): string => {
  const { seed, level, casesFile = 'FILE', mode } = settings
  const isRecorded = mode._tag === 'Recorded'
  const isEverything = after?.length === 0
  // Draws depend on the level and the seed.
  const isDrawn = 'path' in what || isEverything
  const isAfterDrawn = after?.some(({ ref }) => isPathOfDraw(ref)) === true
  if (driver.command === 'in this process' && !isRecorded)
    return 'path' in what
      ? `conform with seed: ${JSON.stringify(seed)}, generated: { runs: 1, path: '${what.path}' }`
      : `conform with ids: ['${what.id}']`
  return [
    'npx countersign conform',
    ...('id' in what && isSaved(what.id) ? [`--cases ${shellWord(casesFile)}`] : []),
    ...(isDrawn ? [`--level ${level}`] : []),
    ...(isDrawn || isAfterDrawn ? [`--seed ${shellWord(seed)}`] : []),
    ...(after ?? []).map(({ ref }) => `--preceded-by ${shellWord(ref)}`),
    ...(isEverything ? [] : ['path' in what ? `--path ${what.path}` : `--case ${what.id}`]),
    isRecorded ? '--write-runs runs.jsonl' : `-- ${driver.command}`,
  ].join(' ')
}

/** `header:17:0` is the path of a generated run. The id of a case, such as `nonce/too-long`, has no colon. */
const isPathOfDraw = (ref: string): boolean => ref.includes(':')

// ---- What a failure shows

/** The Authorization lines of a case's input, or the expected line. */
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

/** How the string that the port signed differs, if its trace shows that string: this helps more than a wrong signature. */
export const differenceOfTraces = (vector: Vector, { trace }: PortAnswer): AnswerDifference | undefined => {
  const expected = vector.trace?.stringToSign
  const received = trace?.stringToSign
  // Only bodies use `repeat`; a port's `repeat` might ask for any amount of memory.
  if (expected === undefined || received === undefined || 'repeat' in received) return undefined
  const offset = firstDifference(toBytes(expected), toBytes(received))
  return offset === undefined ? undefined : { of: 'string to sign', expected, received, offset }
}
