// Carries lines of JSON between the runner and a port that lives where there is no standard input: `bridge.mjs URL`.
import process from 'node:process'
import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await fetch(process.argv[2], { method: 'POST', body: line })
  const said = await answer.text()
  if (!answer.ok || said === '') break
  process.stdout.write(`${said}\n`)
}
process.exit(0)
