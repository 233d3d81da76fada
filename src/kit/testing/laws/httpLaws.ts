/**
 * The laws of every HTTP client, for everyone who writes an interpreter of `Http`: over another transport, through a proxy, or in
 * a test. Each law starts a raw server on loopback and looks at the bytes, so the laws need Node, or a runtime with `node:net`.
 * Three files hold the laws: about what is sent, about the answer, and about requests that end early.
 */
import { type HttpLawsOptions, type MakeHttp, withHttpOf } from './HttpScene.ts'
import { httpAnswerLaws } from './httpAnswerLaws.ts'
import { httpEndLaws } from './httpEndLaws.ts'
import { httpSendingLaws } from './httpSendingLaws.ts'
import type { Law } from './Law.ts'

/**
 * The laws of `Http`. `make` makes the client anew for each law.
 *
 * @example
 * ```ts
 * import { httpClient } from 'countersign/node'
 * import { httpLaws } from 'countersign/testing/laws'
 *
 * for (const law of httpLaws(() => httpClient())) await law.check()
 * ```
 */
export const httpLaws = (make: MakeHttp, options: HttpLawsOptions = {}): ReadonlyArray<Law> => {
  const withHttp = withHttpOf(make, options)
  return [...httpSendingLaws(withHttp), ...httpAnswerLaws(withHttp), ...httpEndLaws(withHttp)]
}
