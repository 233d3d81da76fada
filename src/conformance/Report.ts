/**
 * The report of a conformance run: one canonical value, from which the terminal table, the JUnit XML and the page are made.
 */
import type { Op, Trace, VectorBytes } from './Vector.ts'

/** What became of a case. Only `pass` and `known` let a port be conformant. */
export type Verdict =
  | 'pass'
  /** The answer is wrong. */
  | 'fail'
  /** The port's process ended. */
  | 'crash'
  /** No answer came in time. */
  | 'timeout'
  /** What came was no answer: no JSON, another `seq`, an unknown outcome. */
  | 'protocol'
  /** The port answered `error`. */
  | 'error'
  /** The port does not do this, although the level needs it. */
  | 'unsupported'
  /** It fails, and stands in the list of known failures. */
  | 'known'
  /** The run was given up before it came to this case. */
  | 'not-run'

export interface CaseReport {
  readonly id: string
  /** The file that it stands in: `target`, `rsa`… */
  readonly group: string
  readonly op: Op
  readonly verdict: Verdict
  readonly milliseconds: number
  /** Whether the port's reason is the suite's; absent where no reason is expected or the verdict is no pass. Not judged. */
  readonly reasonAgrees?: boolean
  /** What was expected and what came, for every verdict but `pass`. */
  readonly failure?: Failure
}

export interface Failure {
  /** One sentence: what is wrong with the answer. */
  readonly message: string
  /** The case's own words, and its flags with what they mean. */
  readonly comment: string
  readonly flags: ReadonlyArray<{ readonly flag: string; readonly mistake: string; readonly remedy: string }>
  /** JSON texts, shortened if they are long. */
  readonly expected: string
  readonly received?: string
  /** The Authorization lines of the case's last step, or the header that was expected. */
  readonly authorization?: ReadonlyArray<string>
  /** The bytes that should have been made, and those that the port made; the first offset at which they differ. */
  readonly difference?: Difference
  readonly trace?: Trace
  /** The last lines of the port's standard error since the case was sent. */
  readonly stderr?: string
  /** The command that repeats just this case. */
  readonly rerun: string
  /** Why it is a known failure, and until when. */
  readonly known?: { readonly reason: string; readonly expires: string }
}

export interface Difference {
  /** Of what: `string to sign`, `signature`, `header`… */
  readonly of: string
  readonly expected: VectorBytes
  readonly received: VectorBytes
  /** Counted from 0; the length of the shorter one where it is the beginning of the other. */
  readonly offset: number
}

/** A run that stands in no file, made anew each time, to see whether the port thinks at all. */
export interface Canary {
  readonly name: string
  readonly passed: boolean
  /** What a failed one tells: `it accepts a forged signature`. */
  readonly message?: string
}

export interface StaleEntry {
  readonly id: string
  readonly why: 'passes' | 'expired' | 'no such case'
}

export interface PortReport {
  readonly name: string
  readonly version: string
  readonly language: string
  /** The command, or `in this process`. */
  readonly command: string
  readonly level: 'verifier' | 'signer' | 'full'
  readonly policies: ReadonlyArray<string>
  readonly ops: ReadonlyArray<string>
  /** Every case of the level passed, or is a known failure; so did every canary. */
  readonly conformant: boolean
  /** Only some of the level's cases were asked for. The report says nothing about the level; `conformant` is false. */
  readonly partial?: boolean
  readonly seconds: number
  readonly counts: Readonly<Record<Verdict, number>>
  /** How many reasons agree, of those that could. */
  readonly reasons: { readonly agree: number; readonly of: number }
  readonly canaries: ReadonlyArray<Canary>
  readonly stale: ReadonlyArray<StaleEntry>
  readonly restarts: number
  /** Why the run was given up before its end: `the process ended before it said hello`, and its last words. */
  readonly stopped?: { readonly message: string; readonly stderr?: string }
  readonly cases: ReadonlyArray<CaseReport>
}

/** `report.json`. */
export interface Report {
  readonly format: 1
  /** The suite's version, and the digest over its manifest: reports of two suites are not mixed. */
  readonly suite: string
  readonly digest: string
  readonly ports: ReadonlyArray<PortReport>
}
