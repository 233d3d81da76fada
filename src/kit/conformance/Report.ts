/** The report of a conformance run; the terminal table, the JUnit XML and the page derive from it. */
import type { Expectation, Op, Trace, VectorBytes } from './Vector.ts'

/** The result of a case. A conformant port has only `pass` and `known`. */
export type CaseVerdict =
  | 'pass'
  /** The answer is wrong. */
  | 'fail'
  /** The port's process ended. */
  | 'crash'
  /** The port did not answer in time. */
  | 'timeout'
  /** The line was not an answer: invalid JSON, another `seq`, an unknown outcome. */
  | 'protocol'
  /** The port answered `error`. */
  | 'error'
  /** The port lacks an operation that the level requires. */
  | 'unsupported'
  /** The case failed, and is in the list of known failures. */
  | 'known'
  /** The run stopped before this case. */
  | 'not-run'

export interface CaseReport {
  readonly id: string
  /** The case's file: `target`, `rsa`… */
  readonly group: string
  readonly op: Op
  readonly verdict: CaseVerdict
  readonly milliseconds: number
  /** Whether the port's reason is the suite's. Absent if the case expects no reason, or if it did not pass. Does not affect the verdict. */
  readonly reasonAgrees?: boolean
  /** For every verdict except `pass`. */
  readonly failure?: Failure
}

export interface Failure {
  /** The fault of the answer, in one sentence. */
  readonly message: string
  /** The comment of the case. */
  readonly comment: string
  /** Mistakes that fail the case, the likeliest first. */
  readonly flags: ReadonlyArray<{
    readonly flag: string
    readonly mistake: string
    readonly remedy: string
    /**
     * Of the cases that fail with this mistake: how many were judged, and how many failed. A port that makes the mistake fails them
     * all.
     */
    readonly cases?: number
    readonly failed?: number
  }>
  /** JSON texts; long texts are shortened. */
  readonly expected: string
  readonly received?: string
  /** The input of a generated run. */
  readonly input?: string
  /** The Authorization lines of the case's last step, or the expected header. */
  readonly authorization?: ReadonlyArray<string>
  readonly difference?: AnswerDifference
  readonly trace?: Trace
  /** The last lines of the port's standard error since the case was sent. */
  readonly stderr?: string
  /** The same for all failures of one cause. Present if their messages do not show the cause. */
  readonly cause?: string
  /** The command that repeats only this case. */
  readonly rerun: string
  /** The entry in the list of known failures. */
  readonly known?: { readonly reason: string; readonly expires: string }
}

export interface AnswerDifference {
  /** The kind of bytes: `string to sign`, `signature`, `header`… */
  readonly of: string
  readonly expected: VectorBytes
  readonly received: VectorBytes
  /** The first differing byte, from 0; if one is a prefix of the other, the length of the prefix. */
  readonly offset: number
}

/** A check that is generated for each run, to detect a port with memorized answers. */
export interface Canary {
  readonly name: string
  readonly passed: boolean
  /** The fault, such as `it accepts a forged signature`. */
  readonly message?: string
}

export interface StaleEntry {
  readonly id: string
  readonly why: 'passes' | 'expired' | 'no such case'
}

/** A generated run that failed, at its smallest. */
export interface GeneratedFailure {
  readonly op: Op
  readonly generator: string
  /** Generators that failed by the same rule later. */
  readonly alsoIn: ReadonlyArray<string>
  /** The rule that is broken, in words; empty if it is not known. */
  readonly rule: string
  /** What failures of one cause have in common. */
  readonly cause: string
  /** The change that was made to a valid value. */
  readonly change?: string
  /**
   * The members of the input that the failure needs: with a plain value in place of one of them, the port passes. Absent if none is
   * known.
   */
  readonly needs?: ReadonlyArray<string>
  readonly input: unknown
  readonly expected: Expectation
  /** A JSON text, shortened if it is long; empty if no answer came. */
  readonly got: string
  /** The fault of the answer, in one sentence. */
  readonly message: string
  /** `--path` repeats only this, with the same `--seed`. */
  readonly path: string
  /** False for an input that did not fail again, and for recorded answers. */
  readonly isShrunk: boolean
  /** The command that repeats it. */
  readonly rerun: string
}

/** The result of the runs of one generator. */
export interface GeneratorReport {
  readonly name: string
  readonly op: Op
  /** The runs that were put to the port; fewer than its share after a failure. */
  readonly runs: number
  readonly milliseconds: number
  /** `unsupported` if the port lacks the op. */
  readonly verdict: CaseVerdict
}

/** The result of the generated runs. */
export interface GeneratedReport {
  readonly seed: string
  readonly runs: number
  /** The generators that had runs to draw. */
  readonly generators: ReadonlyArray<GeneratorReport>
  readonly failures: ReadonlyArray<GeneratedFailure>
  /** Pairs of faults whose reason is that of the first check; judged in a port that declares the suite's reasons. */
  readonly order?: { readonly agree: number; readonly of: number; readonly isJudged: boolean }
  /** How often each rule was met, and on which side. */
  readonly rules: Readonly<Record<string, { readonly inside: number; readonly outside: number }>>
  /** Why the runs stopped early. */
  readonly stopped?: string
}

/** What is new since the port's last report on the same suite. */
export interface Changes {
  /** Cases that fail, and passed before. */
  readonly broken: ReadonlyArray<string>
  /** Cases that pass, and failed before. */
  readonly mended: ReadonlyArray<string>
  /** Rules that a generated run broke, and the runs before met without a failure. */
  readonly brokenRules: ReadonlyArray<string>
  /** Rules that a generated run broke before, and these runs met without a failure. */
  readonly mendedRules: ReadonlyArray<string>
}

export interface PortReport {
  readonly name: string
  readonly version: string
  readonly language: string
  /** The day of the run, such as `2026-11-21`; absent if the caller names none. */
  readonly date?: string
  /** The version of the runner, if the caller names it. */
  readonly runner?: string
  /** The command, or `in this process`. */
  readonly command: string
  readonly level: 'verifier' | 'signer' | 'full'
  readonly policies: ReadonlyArray<string>
  readonly ops: ReadonlyArray<string>
  /** Every case of the level passed or is a known failure, and every canary passed. */
  readonly conformant: boolean
  /** The run covered only some of the level's cases, so `conformant` is false. */
  readonly partial?: boolean
  readonly seconds: number
  readonly counts: Readonly<Record<CaseVerdict, number>>
  /** How many of the compared reasons agree. */
  readonly reasons: { readonly agree: number; readonly of: number }
  readonly canaries: ReadonlyArray<Canary>
  readonly stale: ReadonlyArray<StaleEntry>
  readonly restarts: number
  /** The failure that happened only with several questions under way. Since then the port got one question at a time. */
  readonly oneAtATime?: string
  /** Remarks on the port's process, which do not change the verdict: it took a gigabyte, or did not end after `bye`. */
  readonly remarks?: ReadonlyArray<string>
  /** Why the run stopped early: `the process ended before it said hello`, and its last standard error. */
  readonly stopped?: { readonly message: string; readonly stderr?: string }
  readonly cases: ReadonlyArray<CaseReport>
  /** Absent if none were asked for. */
  readonly generated?: GeneratedReport
  /** Absent without an earlier report in the folder. */
  readonly changes?: Changes
}

/** `report.json`. */
export interface ConformanceReport {
  readonly format: 1
  /** The suite's version, and the digest over its manifest. A report never mixes two suites. */
  readonly suite: string
  readonly digest: string
  readonly ports: ReadonlyArray<PortReport>
}
