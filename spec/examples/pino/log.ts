import type { Verdict } from 'countersign/server'
import { pino } from 'pino'

const log = pino()

/** One line for each verdict. A verdict holds no signature, token, nonce, query or body, so it is logged whole. */
export const logVerdict = (verdict: Verdict): void => {
  if (verdict.outcome === 'accept') log.info(verdict, 'request accepted')
  // 500 and 503 are the server's own fault, or tell of a flood; but not this one, after a start.
  else if (verdict.status >= 500 && verdict.reason !== 'guard_starting') log.error(verdict, 'request refused')
  else log.warn(verdict, 'request refused')
}
