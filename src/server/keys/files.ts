/** Keys and tokens in files. A platform without files has the same functions, which then reject. */

import type { Keys, Tokens } from '../Verifier.ts'
import type { ImportOptions } from './keyImport.ts'

export interface KeyFolderOptions extends ImportOptions {
  /**
   * Receives each problem. Until it is solved, the requests of the app concerned are refused. Unless set, the process warns of
   * each problem once, with the code `COUNTERSIGN_KEYS`.
   */
  readonly onProblem?: ((file: string, message: string) => void) | undefined
}

export interface TokenFileOptions {
  /**
   * Receives each later problem. Until it is solved, every token is refused. Unless set, the process warns of each problem
   * once, with the code `COUNTERSIGN_TOKENS`.
   */
  readonly onProblem?: ((message: string) => void) | undefined
}

/** `keyFolder`, on every platform. */
export type KeyFolder = (path: string, options?: KeyFolderOptions) => Promise<Keys>
/** `tokenFile`, on every platform. */
export type TokenFile = (path: string, options?: TokenFileOptions) => Promise<Tokens>
