import type { Verdict } from 'countersign/server'
import { pino } from 'pino'

const log = pino()

/** One line for each verdict. A verdict contains no signature, token, nonce, query or body, so you can log all of it. */
export const logVerdict = (verdict: Verdict): void => {
  if (verdict.outcome === 'accept') log.info(verdict, 'request accepted')
  // 500 and 503 are a fault of the server, or a sign of a flood. `guard_starting` is normal after a start.
  else if (verdict.status >= 500 && verdict.reason !== 'guard_starting') log.error(verdict, 'request refused')
  else log.warn(verdict, 'request refused')
}
