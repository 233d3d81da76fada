/**
 * The README is run: every shell block, and every TypeScript block, in the order in which they stand, in one empty folder,
 * against the built package.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ours } from '../../src/core/Policies.ts'
import { reason, type VerifyError } from '../../src/core/VerifyError.ts'
import { verifyErrors } from '../support/arbitraries.ts'
import { planted } from '../support/planted/planted.ts'

/** Runs a shell script, and ends whatever it has left running; resolves to all it said. */
const shell = (script: string, cwd: string): Promise<{ readonly exit: number | null; readonly said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_V8_COVERAGE: '', NO_COLOR: '1', FORCE_COLOR: '0' }
    // A process group of its own, so that the services in it end with it.
    const bash = spawn('bash', ['-c', script], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 110_000,
    })
    let said = ''
    for (const stream of [bash.stdout, bash.stderr]) stream.on('data', (chunk) => (said += chunk))
    bash.on('exit', (exit) => {
      try {
        process.kill(-(bash.pid as number))
      } catch {
        // Nothing of it was left.
      }
      resolve({ exit, said })
    })
  })

const readme = readFileSync('README.md', 'utf8')
const blocks = [...readme.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, language, code], i) => ({
  language: language as 'sh' | 'ts',
  code: code as string,
  n: i + 1,
}))

/** The recipes that are programs of their own; their specs run them. */
const programs = ['spec/examples', 'spec/recipes'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => !/\.(?:spec|d)\.ts$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
)
const isProgram = (code: string): boolean => programs.some(([, text]) => text === code)

/** Below those that systems give to clients: between now and its use, no connection of another spec takes it. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = createServer()
      .on('error', () => resolve(freePort()))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })

const running = suite('README: what it shows is what happens')

running('every block runs', async () => {
  execFileSync(process.execPath, ['--import', './scripts/typescript.mjs', 'scripts/build.ts', '--no-types'])
  mkdirSync('.tmp', { recursive: true })
  // Inside the project, so that its packages are found by their names.
  const folder = mkdtempSync(resolve('.tmp', 'readme-'))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(resolve('dist/cli/main.js'), join(folder, 'node_modules/.bin/countersign'))
  const hook = resolve('scripts/typescript.mjs')
  // The README names ports; they may be taken here.
  const ports = { 8787: await freePort(), 8789: await freePort() }
  // One shell for all: a service that one block starts answers the next.
  const script = ['set -e']
  for (const { language, code, n } of blocks) {
    if (code.includes('npm ci') || isProgram(code)) continue
    script.push(`echo "--- block ${n}"`)
    const here = Object.entries(ports).reduce((text, [named, free]) => text.replaceAll(named, String(free)), code)
    if (language === 'sh') script.push(here)
    else {
      writeFileSync(join(folder, `block-${n}.ts`), here)
      script.push(`node --import ${hook} block-${n}.ts`)
    }
  }
  try {
    const { exit, said } = await shell(script.join('\n'), folder)
    assert.is(exit, 0, said)
    assert.match(said, 'accepted: the service answered 200')
    assert.match(said, "curl --path-as-is --globoff -X 'POST'")
    assert.match(said, /200 \{\s+app_id: 'app-1'/)
    assert.match(said, 'authorization_missing 401')
    assert.match(said, 'openssl agrees')
    assert.match(said, 'conformant at level full: 744 cases')
    assert.match(said, 'good: suite 1.0.0')
    assert.match(said, /true true/)
    assert.match(said, /SVC-SHA256-RSA app_id=app-1,\nsignature_wrong the signature that was made is wrong/)
    assert.match(said, 'accepted: the request was signed by app-1')
    assert.match(said, 'found, and proven by the digest in the signature: one mistake.')
    assert.match(said, 'body-reserialized (compact)')
    assert.match(said, '"reason":"signature_invalid"')
    assert.match(said, '"id":"target-trailing-slash"')
    assert.match(said, /diagnosed reject authorization_malformed seen=.*header-quoted/)
    assert.match(said, /authorization_malformed false header-quoted header-whitespace/)
    assert.match(said, /--- block \d+\n200 5000000 bytes/)
    assert.match(said, /--- block \d+\n5000000\n/)
    assert.match(said, /published \{\s+outcome: 'reject'/)
    assert.match(said, /--- block \d+\ntrue\n/)
    assert.match(said, /--- block \d+\n1048576\n/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

running.run()

const naming = suite('README: its tables are whole')

naming('every policy, with its default', () => {
  for (const [name, on] of Object.entries(ours)) assert.match(readme, `| \`${name}\` | ${on ? 'on' : 'off'} |`)
})

naming('every reason for which a request is refused', () => {
  for (const _tag of Object.keys(verifyErrors)) assert.match(readme, `\`${reason({ _tag } as VerifyError)}\``)
})

naming('every entry point of the package', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
  for (const entry of Object.keys(exports)) {
    if (entry !== './package.json') assert.match(readme, `\`countersign${entry.slice(1)}\``)
  }
})

naming('every script that a person would run, and no other', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)]
    .map(([, name]) => name as string)
    .filter((name) => !['ci', 'or', 'install'].includes(name))
  for (const name of named) assert.ok(name in scripts, `npm run ${name}`)
})

naming('every option of a verifier and of the guards', () => {
  const sources = [
    'server/options',
    'guards/MemorySettings',
    'guards/Lifetime',
    'guards/LmdbSettings',
    'guards/RedisSettings',
  ]
  for (const file of sources) {
    const names = /const names[^=]*= \[(.*?)\]/s.exec(readFileSync(`src/${file}.ts`, 'utf8'))?.[1] ?? ''
    const options = [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name as string)
    assert.ok(options.length > 1, file)
    // A first timestamp is for tests alone.
    for (const name of options) if (name !== 'floor') assert.match(readme, new RegExp(`^\\|[^|]*\`${name}\``, 'm'))
  }
})

naming('every program of the examples, word for word', () => {
  for (const [name, text] of programs) assert.ok(readme.includes(`\`\`\`ts\n${text}\`\`\`\n`), name)
})

naming('how many cases and planted bugs there are', () => {
  const { count } = JSON.parse(readFileSync('vectors/manifest.json', 'utf8')) as { count: number }
  assert.match(readme, `[${count} vectors](vectors/README.md)`)
  assert.match(readme, `puts ${count} cases to it`)
  assert.match(readme.replace(/\s+/g, ' '), `each of ${planted.length} planted bugs`)
})

naming('every link leads somewhere', () => {
  for (const [, target] of readme.matchAll(/\]\(([^)#]+)\)/g)) assert.ok(existsSync(target as string), target)
  const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    (title as string)
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  for (const [, anchor] of readme.matchAll(/\]\(#([^)]+)\)/g)) assert.ok(anchors.includes(anchor as string), anchor)
})

naming.run()
