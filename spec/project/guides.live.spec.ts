/**
 * The guides are run: every shell block and every TypeScript block of each, in the order in which they stand, in an empty
 * folder, against the built package. The programs that they show are files, which other specs run.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { transform } from 'esbuild'
import { buildPackage } from '../support/builtPackage.ts'
import { lastingFolder } from '../support/folder.ts'
import { type Block, blocksOf, isRun, textOf, texts } from '../support/guides.ts'
import { rsa } from '../support/keys.ts'
import { onLoopback } from '../support/loopback.ts'
import * as openssl from '../support/openssl.ts'
import { missingPassages, shownOutputs } from '../support/shownOutput.ts'
import { assert, gate, inTurn, needs, suite } from '../support/suite.ts'

const runnable = (path: string): ReadonlyArray<Block> => blocksOf(textOf(path)).filter(isRun)
/** Makes the key pair, starts the service and writes the job: the guides go on from here, with a key pair of ours. */
const setUp = runnable('README.md')[0] as Block

/** Guides that make the key pair themselves and start the service. */
const firstGuides: ReadonlyArray<string> = ['README.md', 'src/start/firstCall.zh.md']

/** Below the ports that systems give to clients: no connection of another spec takes it between now and its use. */
let lastPort = 10_000 + Math.floor(Math.random() * 20_000)

/** Each port once: another guide's service at it would answer this one's requests. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = ++lastPort
    const server = createServer()
      .on('error', () => resolve(freePort()))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })

/** Runs a shell script, and ends whatever it has left running; resolves to all it said. */
const shell = (script: string, cwd: string): Promise<{ readonly exit: number | null; readonly said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_V8_COVERAGE: '', NO_COLOR: '1', FORCE_COLOR: '0' }
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
    // A process group of its own, so that the services in it end with it.
    const bash = spawn('bash', ['-c', script], { cwd, env, detached: true, stdio, timeout: 300_000 })
    let said = ''
    for (const stream of [bash.stdout, bash.stderr]) stream.on('data', (chunk) => (said += chunk))
    bash.on('exit', (exit) => {
      try {
        process.kill(-(bash.pid as number))
      } catch {
        // No process of the group was left.
      }
      resolve({ exit, said })
    })
  })

const httpUrl = 'http://127.0.0.1:8787'

mkdirSync('.tmp', { recursive: true })
// Inside the project, so that its packages are found by their names.
const root = lastingFolder(resolve('.tmp'))

/** The programs of a guide for callers reach the service by TLS, through this; `until` closes it. */
const tlsFront = async (port: number, folder: string, until: Promise<unknown>): Promise<number> => {
  const key = rsa()
  const cert = openssl.certificate(key)
  writeFileSync(join(folder, 'service.crt'), cert)
  const server = createTlsServer({ key: key.privatePem, cert }, (socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const each of [socket, onward]) each.on('error', () => each.destroy())
    socket.pipe(onward).pipe(socket)
  })
  const front = await onLoopback(server)
  until.then(front.close)
  return front.port
}

/** The step of the ports puts every generated run to our own port; a guide shows no more by so many than by some. */
const withFewRuns = (code: string): string =>
  code
    .replaceAll(/\bcountersign conform (?!.*--(?:case|generated|answers) )/g, '$&--generated 40 ')
    .replaceAll(/(?<=--generated |\bruns: )\d{3}\b/g, '40')
    .replaceAll(/\bvectors write --archive\b/g, '$& --generated 40')

/** One shell for a guide: a service that one block starts answers the next. */
const run = async (path: string): Promise<string> => {
  const folder = join(root, path)
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(resolve('dist/apps/cli/main.js'), join(folder, 'node_modules/.bin/countersign'))
  writeFileSync(join(folder, 'my-port'), '#!/bin/sh\nexec npx countersign port\n', { mode: 0o755 })
  // `npx` itself is not what is tested, and takes half a second.
  writeFileSync(join(folder, 'node_modules/.bin/npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })
  const ports = new Map<string, number>()
  for (const port of ['8787', '8788', '8789']) ports.set(port, await freePort())
  const over = gate()
  const tls = path === 'src/client/README.md' ? await tlsFront(ports.get('8787') ?? 0, folder, over.opened) : undefined
  const script = ['set -e', 'PATH="$PWD/node_modules/.bin:$PATH"']
  if (tls !== undefined) script.push(`export NODE_EXTRA_CA_CERTS=${join(folder, 'service.crt')}`)
  const isFirst = firstGuides.includes(path)
  if (!isFirst) {
    mkdirSync(join(folder, 'my-key'))
    writeFileSync(join(folder, 'my-key/private_key.pem'), rsa().privatePem, { mode: 0o600 })
    writeFileSync(join(folder, 'my-key/public_key.pem'), rsa().publicPem)
  }
  const prepared = { ...setUp, code: setUp.code.replace(/^npx countersign keygen .*$/m, '') }
  for (const [n, { language, code }] of [...(isFirst ? [] : [prepared]), ...runnable(path)].entries()) {
    const secure = tls === undefined || language !== 'ts' ? code : code.replaceAll(httpUrl, `https://localhost:${tls}`)
    const here = withFewRuns(secure).replaceAll(/\b878\d\b/g, (port) => String(ports.get(port)))
    script.push(`echo "--- block ${n}"`)
    if (language === 'sh') script.push(here)
    if (n === 0) script.push(`until (exec 3<>/dev/tcp/127.0.0.1/${ports.get('8787')}) 2>&-; do sleep 0.05; done`)
    if (language === 'ts') {
      // Here, by one compiler for all of them.
      writeFileSync(join(folder, `block-${n}.mjs`), (await transform(here, { loader: 'ts' })).code)
      const serves = /\.listen\(878\d/.test(code) && !/^server\.close\(/m.test(code)
      script.push(`node block-${n}.mjs${serves ? ' &' : ''}`)
    }
  }
  const { exit, said } = await shell(script.join('\n'), folder)
  over.open()
  assert.is(exit, 0, said)
  return said
}

const { count } = JSON.parse(readFileSync('vectors/manifest.json', 'utf8')) as { readonly count: number }
const conformant = `conformant at level full: ${count} cases`

/** What each guide's snippets print, in part. What a guide shows of it is compared as well. */
const shown: Readonly<Record<string, ReadonlyArray<string | RegExp>>> = {
  'README.md': [
    'accepted: the service answered 200',
    /\{\s+job_id: '[^']+',\s+app_id: 'app-1'/,
    /"app_id": "app-1",\s+"request_id": "\d+"/,
    'body-reserialized',
    conformant,
  ],
  'src/client/README.md': [
    /\{\s+job_id: '[^']+',\s+app_id: 'app-1'/,
    /^true \{/m,
    "curl --path-as-is --globoff -X 'POST'",
    /^\d+ of \d+ bytes$/m,
  ],
  'src/platform/node/README.md': [/SVC-SHA256-RSA app_id=app-1,\nsignature_wrong the signature that was made is wrong/],
  'src/server/README.md': [/^unsigned 401$/m],
  'src/server/adapters/README.md': [
    /^verified$/m,
    'authorization_missing 401',
    'application/problem+json; charset=utf-8 {"type":"https://jobs.example/refusals#authorization_missing","title":"authorization_missing","status":401}',
    'preflight 204',
  ],
  'src/server/keys/README.md': [
    /accepted: .*\n(?:.*\n)+accepted: the service answered 200/,
    /^1048576$/m,
    /^1 true 1048576$/m,
  ],
  'src/server/logs.md': [/published \{\s+outcome: 'reject'/],
  'src/server/streams.md': [/^200 5000000 bytes$/m, /^5000000$/m],
  'src/server/operate/README.md': [/^ready$/m],
  'src/server/stand-in.md': ['countersign_requests_total{outcome="accept",scheme="signed"} 1'],
  'src/apps/gateway/README.md': [/accepted: the service answered 200\n {2}POST \/v1\/jobs from app-1/],
  'src/guards/README.md': [/^1048576 0$/m, /^1048576$/m],
  'src/kit/diagnosis/README.md': [
    'proves which text was signed. No other cause explains this text as simply.',
    'body-reserialized (compact, no line end after it)',
    'accepted: the request was signed by app-1',
    '"reason":"signature_invalid"',
    '"id":"target-trailing-slash"',
    // A machine that has little time for the search has not looked for other causes.
    /explained: reject signature_invalid .*(?:exact|alternatives)=body-reserialized/,
    /kept as refused\/\d{8}T\d{6}Z-\d{6}-[0-9a-f]{8}-signature_invalid\.http/,
    'The file says that the request arrived at',
    /diagnosed reject authorization_malformed .*header-quoted/,
    /kept .*-authorization_malformed\.http/,
    'unreadable 400 GET /v1/jobs?…: byte 23 of the request line',
    /authorization_malformed false false header-quoted header-whitespace/,
  ],
  'src/kit/conformance/README.md': [
    /conformant at level verifier/,
    'good: suite 1.0.0',
    /^true true \[\]$/m,
    'openssl agrees',
  ],
  'src/kit/testing/README.md': [
    /^nonce_replayed,signature_invalid,signature_invalid$/m,
    /^# pass 1$|ℹ pass 1$/m,
    /^429,reset,200$/m,
    /^timestamp_expired$/m,
    /^100 refused$/m,
  ],
  'src/programs/README.md': [/^true$/m],
  'src/start/firstCall.zh.md': [
    'accepted: the service answered 200',
    /\{\s+job_id: '[^']+',\s+app_id: 'app-1'/,
    'body-reserialized (紧凑格式、末尾没有换行)',
    '该随机串此前已和这个密钥一起使用过',
    '{"error":{"code":"authorization_missing","message":"该请求需要 Authorization 请求头"}}',
  ],
  'src/start/registeredKey.md': ['accepted: the service answered 200'],
  'src/start/otherLanguages.md': [/(?:the service answered 200\n(?:.*\n)*){2}/],
  'src/start/otherLibraries.md': [/^true$/m],
  'src/core/README.md': [/^2$/m],
  'vectors/README.md': [
    /port\.py {2}says hello and answers stringToSign/,
    /1 case of the suite passed/,
    /skeletons {8}skeletons of ports in nine languages/,
    /conformant at level verifier/,
  ],
}

/** What is printed from a snippet on: services print later than the snippet that starts them. */
const printedFrom = (path: string, snippet: number, output: string): string =>
  output.slice(output.indexOf(`--- block ${firstGuides.includes(path) ? snippet : snippet + 1}\n`))

const running = suite('a guide: what it shows is what happens')

await buildPackage()
// All are started at once, and each is judged in its turn.
const shownPaths = [...texts.keys()].filter((path) => runnable(path).length > 0)
for (const [path, said] of inTurn(4, shownPaths).map((path) => [path, run(path)] as const)) {
  said.catch(() => {}) // Awaited below; keep it from being an unhandled rejection until then.
  const usesOpenssl = path === 'src/client/README.md' || runnable(path).some(({ code }) => code.includes('openssl'))
  const guide = usesOpenssl ? needs('openssl', running) : running
  guide(path, async () => {
    const output = await said
    for (const expected of shown[path] ?? [/^nothing is expected of this guide$/])
      assert.match(output, expected, `${expected}\n${output}`)
    const missing = shownOutputs(textOf(path)).flatMap(({ snippet, text }) =>
      missingPassages(text, printedFrom(path, snippet, output)),
    )
    assert.is(missing.join('\n…\n'), '', `the guide shows what was not printed:\n${missing.join('\n…\n')}\n\n${output}`)
  })
}
