/** Keys and tokens in files, as the two platforms agree on them: where there are no files, it is said when they are asked for. */
import type { Policies } from '../core/Policies.ts'
import type { Where } from '../effects/Platform.ts'
import type { Keys, Tokens } from './Verifier.ts'

export interface KeyFolderOptions {
  /** The two policies that concern keys; a verifier's own do not reach a folder. */
  readonly policies?: Partial<Pick<Policies, 'small-exponent' | 'missing-null'>> | undefined
  /** Told of each problem that comes up later; until it is mended, the requests of the app concerned are refused. */
  readonly onProblem?: ((file: string, message: string) => void) | undefined
  readonly where?: Where | undefined
}

/** `keyFolder`, on every platform. */
export type KeyFolder = (path: string, options?: KeyFolderOptions) => Promise<Keys>
/** `tokenFile`, on every platform. */
export type TokenFile = (path: string) => Promise<Tokens>
