// The same as port.mjs, of the package as CommonJS has it.
const { createInterface } = require('node:readline')
const { createPort } = require('countersign/conformance')

const start = async () => {
  const { answering } = await import('./answering.mjs')
  const answer = answering(createPort, process.argv[2])
  for await (const line of createInterface({ input: process.stdin })) {
    const said = await answer(line)
    if (said === undefined) break
    process.stdout.write(`${said}\n`)
  }
  process.exit(0)
}
start()
