/**
 * The settings of a conformance run, for callers of `conform`, and the complete settings that the runner uses. `Mode` says where the
 * answers come from; each mode has only the settings that it needs.
 */
import type { KnownFailure } from './KnownFailures.ts'
import { type GeneratedSettings, type Level, type Selection, selectionOf } from './levels.ts'
import type { Vector } from './Vector.ts'

export type Mode =
  /** A port answers. Canaries come before the cases and among them; new ones are drawn unless these are set. */
  | { readonly _tag: 'Fresh'; readonly canaries?: ReadonlyArray<Vector> }
  /** A file has the answers. The canaries are those of the emitted runs. Nothing shrinks: a smaller input has no answer. */
  | { readonly _tag: 'Recorded'; readonly canaries: ReadonlyArray<Vector> }
  /** A port answers. These runs come first, then the cases in their order, without canaries: ids of cases, paths of generated runs. */
  | { readonly _tag: 'Replay'; readonly precededBy: ReadonlyArray<string> }

export interface ConformSettings extends Omit<Selection, 'level'> {
  /** `full` unless set. */
  readonly level?: Level
  readonly known?: ReadonlyArray<KnownFailure> | undefined
  /** Today's date, such as `2026-11-21`. Known failures expire, without a date all of them. */
  readonly today?: string
  /** Any text; use another one for each run. It decides the order of the cases, the canaries' values and the generated runs. */
  readonly seed: string
  /** The time limit for an answer; 10 s unless set. */
  readonly limitMs?: number | undefined
  /** Where the answers come from. Default: a port. */
  readonly mode?: Mode | undefined
  /** Generated runs after the cases; none unless set. */
  readonly generated?: GeneratedSettings | undefined
  /** The runner's version, for the report. */
  readonly runner?: string
  /** Stop at the first failure. */
  readonly bail?: boolean | undefined
  /** Shrink no generated run. */
  readonly isBrief?: boolean | undefined
  /** The file that holds the saved cases among the suite's, for the command that repeats one. */
  readonly casesFile?: string | undefined
  /**
   * Called after each case and each generated run, and each second while the port is silent; also after each answer while the last
   * failure is made smaller.
   */
  readonly onProgress?: (done: number, of: number, failures: number, isShrinking: boolean) => void
}

/** The settings of a run, complete with the defaults. */
export interface Settings extends ConformSettings {
  readonly level: Level
  readonly mode: Mode
  readonly limitMs: number
}

const usualLimitMs = 10_000

/** With a path of a generated run, no case is selected unless ids are set. */
export const settingsOf = (given: ConformSettings): Settings => {
  const { level = 'full', mode = { _tag: 'Fresh' }, limitMs = usualLimitMs, generated } = given
  return { ...given, ...selectionOf({ ...given, level }, generated), level, mode, limitMs }
}
