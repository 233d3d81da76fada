/**
 * `npm start -- NAME`: a program of `spec/examples`. `npm start`: the whole scheme once through, with real keys and real HTTP on loopback. Uses the built package as its
 * users do: the command in processes of their own, the library by its public names.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, createSigner } from 'countersign/client'
import { serve as listening } from './evidence/runtimes/process.ts'
import { temporaryFolder } from './temporary.ts'
import { colors } from './terminal.ts'

const command = 'dist/apps/cli/main.js'
const folder = temporaryFolder('start')

const job = JSON.stringify({
  request_id: '20260101120000000001',
  stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } }],
})

const line = (text = ''): void => console.log(text)
let steps = 0
const heading = (text: string): void => line(`\n${colors.bold(`${++steps}. ${text}`)}`)

/** Shows what a service answered, and whether the scheme demands that. */
const show = ({ status, text }: { status: number; text: string }, expected: string): void => {
  const code = status === 200 ? 'accepted' : JSON.parse(text).error.code
  const right = code === expected
  if (!right) process.exitCode = 1
  line(`   ${right ? colors.green('✔') : colors.red('✘')} ${status} ${code}${right ? '' : ` (expected ${expected})`}`)
}

const serve = async (edition: string): Promise<string> => {
  const settings = ['--keys', join(folder, 'keys'), '--tokens', join(folder, 'tokens'), '--edition', edition]
  return (await listening([process.execPath, command, 'serve', ...settings], { cwd: '.' })).url
}

const post = async (url: string, authorization: string, body: string): Promise<{ status: number; text: string }> => {
  const headers = { authorization, 'content-type': 'application/json; charset=UTF-8', accept: 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  return { status: answer.status, text: await answer.text() }
}

const demo = async (): Promise<void> => {
  heading('A key pair and two verifying services, one for each edition')
  execFileSync(process.execPath, [command, 'keygen', '--out', folder])
  mkdirSync(join(folder, 'keys'))
  copyFileSync(join(folder, 'public_key.pem'), join(folder, 'keys', 'app-1.pem'))
  const token = 'a-token-for-the-demonstration'
  writeFileSync(join(folder, 'tokens'), `app-1 ${token}\n`)
  const [international, mainland] = await Promise.all([serve('international'), serve('mainland')])
  line(`   international  ${international}`)
  line(`   mainland       ${mainland}`)

  heading('A job, signed and submitted')
  const privateKey = readFileSync(join(folder, 'private_key.pem'), 'utf8')
  const signer = await createSigner({ appId: 'app-1', privateKey })
  const url = `${international}/v1/jobs`
  const signed = await signer.sign({ method: 'POST', url, body: job })
  line(colors.dim('   the string to sign: method, target, timestamp, nonce, body'))
  const parts = Buffer.from(signed.stringToSign)
    .toString()
    .split(/(?<=\n)/)
  for (const part of parts) line(`   │ ${part.replace('\n', colors.cyan('␊'))}`)
  line(colors.dim('   the header'))
  line(`   │ Authorization: ${signed.authorization}`)
  show(await post(url, signed.authorization, job), 'accepted')

  heading('The same request again')
  show(await post(url, signed.authorization, job), 'nonce_replayed')

  heading('A fresh request, one byte of its body changed on the way')
  const fresh = await signer.sign({ method: 'POST', url, body: job })
  show(await post(url, fresh.authorization, job.replace('"count":1', '"count":9')), 'signature_invalid')

  heading('A request signed ten minutes ago')
  const late = await signer.sign({ method: 'POST', url, body: job, timestamp: Math.floor(Date.now() / 1000) - 600 })
  show(await post(url, late.authorization, job), 'timestamp_expired')

  heading('A bearer token, in the international and in the mainland edition')
  for (const [baseUrl, expected] of [
    [international, 'accepted'],
    [mainland, 'bearer_not_offered'],
  ] as const) {
    const { status, body } = await (await createClient({ baseUrl, token })).submitJob(job)
    show({ status, text: Buffer.from(body).toString() }, expected)
  }
  line()
}

const [name] = process.argv.slice(2)
if (name === undefined) {
  await demo().catch((error: Error) => {
    process.exitCode = 1
    line(`${colors.red('✘')} ${error.message}`)
  })
  // The services, and the folder with the keys, go with this process.
  process.exit()
}
const { startExample } = await import('./example.ts')
await startExample(name)
