/**
 * `npm start`: the whole scheme once through, with real keys and real HTTP on loopback. Uses the built package as its
 * users do: the command in processes of their own, the library by its public names.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient, createSigner } from 'countersign/client'
import colors from 'picocolors'

const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-'))
const servers: Array<ChildProcess> = []

const job = JSON.stringify({
  request_id: '20260101120000000001',
  stages: [
    { type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } },
    {
      type: 'DIFFUSION',
      diffusion: {
        width: 512,
        height: 768,
        prompts: [{ text: 'a lighthouse at dawn, oil on canvas' }],
        steps: 20,
        sd_model: '600000000000000001',
        clip_skip: 2,
        cfg_scale: 7,
      },
    },
  ],
})

const line = (text = ''): void => console.log(text)
const heading = (n: number, text: string): void => line(`\n${colors.bold(`${n}. ${text}`)}`)

/** What a service answered, and whether that is what the scheme demands. */
const verdict = (status: number, body: string, expected: string): void => {
  const code = status === 200 ? 'accepted' : (JSON.parse(body) as { error: { code: string } }).error.code
  const right = code === expected
  if (!right) process.exitCode = 1
  line(`   ${right ? colors.green('✔') : colors.red('✘')} ${status} ${code}${right ? '' : ` (expected ${expected})`}`)
}

const serve = async (edition: string): Promise<string> => {
  const args = [
    command,
    'serve',
    '--keys',
    join(folder, 'keys'),
    '--tokens',
    join(folder, 'tokens'),
    '--edition',
    edition,
  ]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  servers.push(server)
  for await (const said of createInterface({ input: server.stdout })) {
    const url = /^listening on (http:\S+)$/.exec(said)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`the ${edition} service did not start`)
}

const post = async (url: string, authorization: string, body: string): Promise<{ status: number; text: string }> => {
  const headers = { authorization, 'content-type': 'application/json; charset=UTF-8', accept: 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  return { status: answer.status, text: await answer.text() }
}

const demo = async (): Promise<void> => {
  heading(1, 'A key pair and two verifying services, one for each edition')
  execFileSync(process.execPath, [command, 'keygen', '--out', folder])
  mkdirSync(join(folder, 'keys'))
  copyFileSync(join(folder, 'public_key.pem'), join(folder, 'keys', 'app-1.pem'))
  const token = 'a-token-for-the-demonstration'
  writeFileSync(join(folder, 'tokens'), `app-1 ${token}\n`)
  const [international, mainland] = await Promise.all([serve('international'), serve('mainland')])
  line(`   international  ${international}`)
  line(`   mainland       ${mainland}`)

  heading(2, 'A job, signed and submitted')
  const privateKey = readFileSync(join(folder, 'private_key.pem'), 'utf8')
  const signer = await createSigner({ appId: 'app-1', privateKey })
  const url = `${international}/v1/jobs`
  const signed = await signer.sign({ method: 'POST', url, body: job })
  line(colors.dim('   the string to sign: method, target, timestamp, nonce, body'))
  for (const part of Buffer.from(signed.stringToSign)
    .toString('utf8')
    .split(/(?<=\n)/)) {
    line(`   │ ${part.replace('\n', colors.cyan('␊'))}`)
  }
  line(colors.dim('   the header'))
  line(`   │ Authorization: ${signed.authorization}`)
  const first = await post(url, signed.authorization, job)
  verdict(first.status, first.text, 'accepted')

  heading(3, 'The same request again')
  const again = await post(url, signed.authorization, job)
  verdict(again.status, again.text, 'nonce_replayed')

  heading(4, 'A fresh request, one byte of its body changed on the way')
  const fresh = await signer.sign({ method: 'POST', url, body: job })
  const altered = await post(url, fresh.authorization, job.replace('"steps":20', '"steps":90'))
  verdict(altered.status, altered.text, 'signature_invalid')

  heading(5, 'A request signed ten minutes ago')
  const late = await signer.sign({ method: 'POST', url, body: job, timestamp: Math.floor(Date.now() / 1000) - 600 })
  const stale = await post(url, late.authorization, job)
  verdict(stale.status, stale.text, 'timestamp_expired')

  heading(6, 'A bearer token, in the international and in the mainland edition')
  for (const [baseUrl, expected] of [
    [international, 'accepted'],
    [mainland, 'bearer_not_offered'],
  ] as const) {
    const client = await createClient({ baseUrl, token })
    const answer = await client.submitJob(job)
    verdict(answer.status, Buffer.from(answer.body).toString('utf8'), expected)
  }
  line()
}

try {
  await demo()
} catch (error) {
  process.exitCode = 1
  line(`${colors.red('✘')} ${error instanceof Error ? error.message : String(error)}`)
} finally {
  for (const server of servers) server.kill()
  rmSync(folder, { recursive: true, force: true })
}
