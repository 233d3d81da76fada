/**
 * A port on the protocol of lines that is wrong in the way its first argument names, or right for `clean`:
 * `node --import ./scripts/typescript.mjs spec/support/planted/process.ts hang`.
 */
import { createInterface } from 'node:readline'
import { metaBugs } from './meta.ts'
import { portWith } from './planted.ts'

const bug = process.argv[2] ?? 'clean'
if (bug !== 'clean' && !metaBugs.some(({ id }) => id === bug)) {
  console.error(`no such bug: ${bug}`)
  process.exit(2)
}
const inside = metaBugs.find(({ id, answers }) => id === bug && answers !== undefined)
const port = portWith(inside ?? { id: bug, group: 'meta', what: '' }, [])
const say = (message: unknown): void => console.log(JSON.stringify(message))

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.type === 'bye') break
  if (message.type === 'hello') {
    if (bug !== 'no-hello') say({ type: 'hello', ...port.hello })
    continue
  }
  if (bug === 'hang') continue
  if (bug === 'chatty') console.log(`now answering ${message.seq}`)
  const answer = port.answer(message.op, message.input)
  if (bug === 'crash-on-negative' && JSON.stringify(answer).includes('"reject"')) process.exit(1)
  if (bug === 'invalid-json') console.log(`{seq: ${message.seq}, outcome: 'accept'}`)
  else say({ seq: bug === 'wrong-seq' ? message.seq + 1 : message.seq, ...answer })
}
