// A port of the conformance suite: lines of JSON in, lines of JSON out. Its argument names the policies that it takes.

import process from 'node:process'
import { createInterface } from 'node:readline'
import { createPort } from 'countersign/conformance'
import { answering } from './answering.mjs'

const answer = answering(createPort, process.argv[2])
for await (const line of createInterface({ input: process.stdin })) {
  const said = await answer(line)
  if (said === undefined) break
  process.stdout.write(`${said}\n`)
}
process.exit(0)
