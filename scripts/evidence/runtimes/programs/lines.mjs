// A port of the conformance suite: lines of JSON in, lines of JSON out. The program's argument names the policies that it takes.
import process from 'node:process'
import { createInterface } from 'node:readline'
import { answering } from './answering.mjs'

export const serveLines = async ({ createPort }) => {
  const answer = answering(createPort, process.argv[2])
  for await (const line of createInterface({ input: process.stdin })) {
    const said = await answer(line)
    if (said === undefined) break
    process.stdout.write(`${said}\n`)
  }
  process.exit(0)
}
