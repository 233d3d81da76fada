/** A server of turns that counts an answer a while after its first bytes, as a busy machine does. `load.spec.ts` starts it. */
import { serveTurns } from '../../scripts/bench/load/turns.ts'

const lateMs = 200

await serveTurns(async (answered) => (_, res) => {
  res.write('ok')
  setTimeout(() => {
    answered()
    res.end()
  }, lateMs)
})
