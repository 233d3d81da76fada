/** The driver of a command, with a port in a process of its own. */
import { setImmediate } from 'node:timers/promises'
import { command } from '../../../src/kit/conformance/command.ts'
import { isNoHello } from '../../../src/kit/conformance/Driver.ts'
import { assert, suite } from '../../support/suite.ts'

/** Says hello, and answers each run by its number after as many milliseconds as the input says. */
const port = `const rl = require('node:readline').createInterface({ input: process.stdin })
rl.on('line', (line) => {
  const { type, seq, input } = JSON.parse(line)
  const hello = { type, protocol: 1, name: 'p', version: '1', language: 'l', ops: ['sign'], policies: [], level: 'full' }
  if (type === 'bye') process.exit()
  setTimeout(() => console.log(JSON.stringify(type === 'hello' ? hello : { seq, outcome: 'value', value: seq })), input ?? 0)
})`

/** Keeps the event loop. */
const block = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const driving = suite('the driver of a command')

driving('a slow port has time for many signatures', async () => {
  const slow = port.replace('input ?? 0', '200')
  const driver = command([process.execPath, '-e', slow], { suite: '1.0.0' })
  assert.not(isNoHello(await driver.hello()))
  const replies = [await driver.run('sign', { times: 256 }, 100), await driver.run('sign', { times: 32 }, 100)]
  await driver.close()
  const tags = replies.map(({ _tag }) => _tag)
  assert.equal(tags, ['Answer', 'TimeOut'])
})

driving('a runner that was busy beyond the limit blames neither this answer nor the next', async () => {
  const driver = command([process.execPath, '-e', port], { suite: '1.0.0' })
  assert.not(isNoHello(await driver.hello()))
  const first = driver.run('sign', 50, 100)
  // It is put to the port in a later turn.
  await setImmediate()
  block(400)
  const replies = [await first, await driver.run('sign', 20, 1000)]
  await driver.close()
  for (const { _tag } of replies) assert.is(_tag, 'Answer')
})
