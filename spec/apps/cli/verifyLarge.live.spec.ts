/** A body of 512 MiB: the commands stream it, as the peak memory of the process shows. */
import { spawnSync } from 'node:child_process'
import { createSign } from 'node:crypto'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { rsa } from '../../support/keys.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'
import { now } from '../../support/world.ts'
import { file, home, privateKey, program, publicKey } from './command.ts'

const bytes = 2 ** 29
truncateSync(join(home, file('large', '')), bytes)

/** Signs zeros, one MiB at a time. */
const authorization = ((): string => {
  const signing = createSign('sha256').update(`PUT\n/uploads/1\n${now}\nn-1\n`)
  const part = new Uint8Array(2 ** 20)
  for (let at = 0; at < bytes; at += part.length) signing.update(part)
  const signature = signing.sign(rsa(2048, 'app-1').privateKey, 'base64')
  return `SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=${now},signature=${signature}`
})()

const tellPeak = 'data:text/javascript,process.on("exit",()=>process._rawDebug(process.resourceUsage().maxRSS/1024))'

interface Ended {
  readonly code: number | null
  readonly out: string
  /** In MiB. */
  readonly peak: number
}

/** Started by a shell: Linux counts the parent's peak memory with its child. `stdin` is redirected if given. */
const run = (args: ReadonlyArray<string>, input = '/dev/null'): Ended => {
  const node = [process.execPath, '--import', tellPeak, program, ...args]
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', `"$0" "$@" < ${input}; exit $?`, ...node], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  assert.match(stderr, /^[\d.]+\n$/)
  return { code: status, out: stdout, peak: Number(stderr) }
}

const verifying = ['verify', '--public-key', publicKey, '--method', 'PUT', '--target', '/uploads/1', '--now', `${now}`]
const roomy = ['--max-body', `${bytes}`]

const large = byTurns(2, suite('countersign with a body of 512 MiB'))

large('verify streams it from a file and from standard input', () => {
  for (const [name, input] of [
    ['large', undefined],
    ['-', 'large'],
  ] as const) {
    const { code, out, peak } = run([...verifying, '--authorization', authorization, ...roomy, '--body', name], input)
    assert.equal([code, out], [0, 'accepted: the request was signed by app-1\n'])
    assert.ok(peak < 120, `${name}: ${peak} MiB`)
  }
})

large('verify needs as little memory to show the string to sign of a wrong signature', () => {
  const other = authorization.replace('n-1', 'n-2')
  const { code, out, peak } = run([...verifying, '--authorization', other, ...roomy, '--body', 'large'])
  assert.match(
    out,
    `and a body of ${bytes} bytes, sha256 9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767`,
  )
  assert.is(code, 1)
  assert.ok(peak < 120, `${peak} MiB`)
})

large('sign works, though its hexadecimal form would exceed the maximum string length', () => {
  const fixed = ['--nonce', 'n-1', '--timestamp', `${now}`]
  const signing = ['sign', '--private-key', privateKey, '--app-id', 'app-1', '--method', 'PUT', '--url', '/uploads/1']
  const { code, out } = run([...signing, ...fixed, '--body', 'large'])
  assert.equal([code, out], [0, `Authorization: ${authorization}\n`])
  for (const asJson of [['--json'], ['--output', 'json']]) {
    const node = [program, ...signing, ...fixed, '--body', 'large', ...asJson]
    const refused = spawnSync(process.execPath, node, { cwd: home, encoding: 'utf8' })
    assert.match(refused.stdout + refused.stderr, '--body: the body is too large for JSON')
    assert.is(refused.status, 2)
  }
})
