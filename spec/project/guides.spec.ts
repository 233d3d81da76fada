/**
 * The guides are run: every shell block and every TypeScript block of each, in the order in which they stand, in an empty
 * folder, against the built package. The programs that they show are files, which other specs run.
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
import { dirname, join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { guides } from '../../scripts/docs/guides.ts'
import * as AppId from '../../src/core/AppId.ts'
import * as Nonce from '../../src/core/Nonce.ts'
import { ours } from '../../src/core/Policies.ts'
import { reason, type VerifyError } from '../../src/core/VerifyError.ts'
import { verifyErrors } from '../support/arbitraries.ts'
import { suite } from '../support/suite.ts'

const texts = new Map(guides().map((path) => [path, readFileSync(path, 'utf8')] as const))
const all = [...texts.values()].join('\n')
const textOf = (path: string): string => texts.get(path) ?? ''
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

interface Block {
  readonly language: string
  readonly code: string
}
const blocksOf = (text: string): ReadonlyArray<Block> =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, code }))

/** Programs that a guide shows, and other specs run. */
const programs = ['spec/examples', 'spec/recipes', 'scripts/evidence/runtimes/recipes'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => !/\.(?:spec|d)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
)

/** What a guide shows is run here, unless it is a program, or installs the project. */
const isRun = ({ language, code }: Block): boolean =>
  /^(?:sh|ts)$/.test(language) && !programs.includes(code) && !code.includes('npm ci')
const runnable = (path: string): ReadonlyArray<Block> => blocksOf(textOf(path)).filter(isRun)
/** Makes the key pair, starts the service and writes the job: the guides go on from here. */
const setUp = runnable('README.md')[0] as Block

/** Below the ports that systems give to clients: no connection of another spec takes it between now and its use. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
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
    const bash = spawn('bash', ['-c', script], { cwd, env, detached: true, stdio, timeout: 110_000 })
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

mkdirSync('.tmp', { recursive: true })
// Inside the project, so that its packages are found by their names.
const root = mkdtempSync(resolve('.tmp', 'guides-'))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

/** One shell for a guide: a service that one block starts answers the next. */
const run = async (path: string): Promise<string> => {
  const folder = join(root, path)
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(resolve('dist/cli/main.js'), join(folder, 'node_modules/.bin/countersign'))
  writeFileSync(join(folder, 'my-port'), '#!/bin/sh\nexec npx countersign port\n', { mode: 0o755 })
  const ports = new Map<string, number>()
  for (const port of ['8787', '8788', '8789']) ports.set(port, await freePort())
  // `npx` itself is not what is tested, and takes half a second.
  const script = ['set -e', 'npx() { "node_modules/.bin/$@"; }']
  for (const [n, { language, code }] of [...(path === 'README.md' ? [] : [setUp]), ...runnable(path)].entries()) {
    const here = code.replaceAll(/\b878\d\b/g, (port) => String(ports.get(port)))
    script.push(`echo "--- block ${n}"`)
    if (language === 'sh') script.push(here)
    if (code === setUp.code)
      script.push(`until (exec 3<>/dev/tcp/127.0.0.1/${ports.get('8787')}) 2>&-; do sleep 0.05; done`)
    if (language === 'ts') {
      writeFileSync(join(folder, `block-${n}.ts`), here)
      const serves = /\.listen\(/.test(code) && !/\.close\(/.test(code)
      script.push(`node --import ${resolve('scripts/typescript.mjs')} block-${n}.ts${serves ? ' &' : ''}`)
    }
  }
  const { exit, said } = await shell(script.join('\n'), folder)
  assert.is(exit, 0, said)
  return said
}

const { count } = JSON.parse(readFileSync('vectors/manifest.json', 'utf8')) as { readonly count: number }
const conformant = `conformant at level full: ${count} cases`

/** What each guide's snippets print, in part. */
const shown: Readonly<Record<string, ReadonlyArray<string | RegExp>>> = {
  'README.md': [
    'accepted: the service answered 200',
    /200 \{\s+app_id: 'app-1'/,
    /"app_id": "app-1",\s+"bytes": \d+/,
    'body-reserialized',
    conformant,
  ],
  'src/client/README.md': [/200 \{\s+app_id: 'app-1'/, /^true \{/m, "curl --path-as-is --globoff -X 'POST'"],
  'src/node/README.md': [/SVC-SHA256-RSA app_id=app-1,\nsignature_wrong the signature that was made is wrong/],
  'src/server/README.md': [
    'authorization_missing 401',
    /accepted: .*\n(?:.*\n)+accepted: the service answered 200/,
    'requests_total{result="authorization_missing"} 1',
    /published \{\s+outcome: 'reject'/,
    /^200 5000000 bytes$/m,
    /^5000000$/m,
  ],
  'src/guards/README.md': [/^1048576 0$/m, /^1048576$/m],
  'src/diagnosis/README.md': [
    'found, and proven by the digest in the signature: one mistake.',
    'body-reserialized (compact)',
    'accepted: the request was signed by app-1',
    '"reason":"signature_invalid"',
    '"id":"target-trailing-slash"',
    /diagnosed reject authorization_malformed seen=.*header-quoted/,
    /authorization_malformed false header-quoted header-whitespace/,
  ],
  'src/conformance/README.md': [/conformant at level verifier/, 'good: suite 1.0.0', /^true true$/m, 'openssl agrees'],
  'src/programs/README.md': [/^true$/m],
  'vectors/README.md': [/conformant at level verifier/],
}

const running = suite('a guide: what it shows is what happens')

execFileSync(process.execPath, ['--import', './scripts/typescript.mjs', 'scripts/build.ts', '--no-types'])
// All are started at once, and each is judged in its turn.
for (const [path, said] of [...texts.keys()]
  .filter((path) => runnable(path).length > 0)
  .map((path) => [path, run(path)] as const)) {
  said.catch(() => {}) // Awaited below; keep it from being an unhandled rejection until then.
  running(path, async () => {
    const output = await said
    for (const expected of shown[path] ?? [/^nothing is expected of this guide$/])
      assert.match(output, expected, `${expected}\n${output}`)
  })
}

running('shows no code that nobody runs', () => {
  for (const [path, text] of texts) {
    const others = blocksOf(text).filter((block) => !isRun(block) && !programs.includes(block.code))
    const strange = others.filter(({ language, code }) => !/^(?:text)?$/.test(language) && !code.includes('npm ci'))
    assert.equal(strange, [], path)
  }
})

running('shows every program that is run for its sake, word for word', () => {
  const shown = [...texts.values()].flatMap(blocksOf).map(({ code }) => code)
  for (const program of programs) assert.ok(shown.includes(program), program)
})

running.run()

const naming = suite('the guides are whole')

naming('the README is short, and has the two commands', () => {
  assert.ok(textOf('README.md').split('\n').length <= 300)
  assert.match(textOf('README.md'), '```sh\nnpm ci && npm start\nnpm ci && npm test\n```')
  assert.ok(textOf('.github/CONTRIBUTING.md').split('\n').length <= 120)
})

naming('every policy, with its default', () => {
  const rules = textOf('src/core/README.md')
  for (const [name, on] of Object.entries(ours)) assert.match(rules, `| \`${name}\` | ${on ? 'on' : 'off'} |`)
})

naming('how long a nonce and an app id may be, as their rules do', () => {
  for (const guide of ['src/core/README.md', 'vectors/README.md'])
    for (const [part, { maxLength }] of Object.entries({ nonce: Nonce.rule, 'app id': AppId.rule }))
      assert.match(textOf(guide), `| ${part} | 1 to ${maxLength} `)
})

naming('every reason for which a request is refused', () => {
  const server = textOf('src/server/README.md')
  for (const _tag of Object.keys(verifyErrors)) assert.match(server, `\`${reason({ _tag } as VerifyError)}\``)
})

naming('every entry point of the package', () => {
  for (const entry of Object.keys(manifest.exports))
    if (entry !== './package.json') assert.match(textOf('README.md'), `\`countersign${entry.slice(1)}\``)
})

naming('only scripts that there are', () => {
  const named = [...all.matchAll(/npm run ([a-z:]+)|npm (start|test)\b/g)].map(([, run, short]) => run ?? short)
  for (const name of named) assert.ok(String(name) in manifest.scripts, `npm run ${name}`)
})

/** The interfaces whose members are options, by the guide that has them in a table. */
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/server/README.md': { 'server/Verifier': 'VerifierOptions', 'core/VerifyPolicy': 'Settings' },
  'src/guards/README.md': {
    'guards/Lifetime': 'Settings',
    'guards/MemorySettings': 'Settings',
    'guards/memory': 'MemoryGuardOptions',
    'guards/LmdbSettings': 'Settings',
    'guards/RedisSettings': 'Settings',
    'guards/redis': 'RedisGuardOptions',
  },
  'src/client/README.md': {
    'client/createClient': 'CommonOptions',
    'client/createSigner': 'AppOptions',
  },
  'src/diagnosis/README.md': { 'diagnosis/explainRefusals': 'ExplainSettings' },
}

naming('every option of a verifier, a guard, a client and explainRefusals', () => {
  for (const [guide, interfaces] of Object.entries(options)) {
    for (const [file, name] of Object.entries(interfaces)) {
      const source = readFileSync(`src/${file}.ts`, 'utf8')
      const members = new RegExp(`^export interface ${name}\\b.*?^}`, 'ms').exec(source)?.[0] ?? ''
      const names = [...members.matchAll(/^ {2}readonly (\w+)/gm)].map(([, member]) => member)
      assert.ok(names.length > 0, `src/${file}.ts ${name}`)
      // A first timestamp is for tests alone.
      for (const option of names)
        if (option !== 'floor')
          assert.match(textOf(guide), new RegExp(`^\\|[^|]*\`${option}\``, 'm'), `${guide} ${option}`)
    }
  }
})

naming.run()

/** Targets of links and images that are not elsewhere on the net. */
const linksOf = (text: string): ReadonlyArray<string> =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))

/** Of the headings, as Markdown is shown on the web. */
const anchorsOf = (text: string): ReadonlyArray<string> =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

const linking = suite('a link in a guide')

linking('leads to a file, and to a heading in it', () => {
  const ports = readdirSync('vectors/ports').map((name) => `vectors/ports/${name}/README.md`)
  for (const path of [...texts.keys(), ...ports]) {
    for (const link of linksOf(readFileSync(path, 'utf8'))) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      assert.ok(existsSync(target), `${path}: ${link}`)
      if (anchor) assert.ok(anchorsOf(readFileSync(target, 'utf8')).includes(anchor), `${path}: ${link}`)
    }
  }
})

linking('of the published package leads to a file in it', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=silent'])
  const [{ files }] = JSON.parse(String(output)) as [{ readonly files: ReadonlyArray<{ readonly path: string }> }]
  const packed = files.map(({ path }) => path)
  const papers = packed.filter((path) => path.endsWith('.md'))
  for (const path of ['README.md', 'src/server/README.md', 'vectors/README.md']) assert.ok(papers.includes(path), path)
  for (const path of papers) {
    for (const link of linksOf(readFileSync(path, 'utf8'))) {
      const target = join(dirname(path), link.split('#')[0] ?? '')
      assert.ok(link.startsWith('#') || packed.includes(target), `${path}: ${link}`)
    }
  }
})

linking('never leads to an address that a stranger could register: package.json names none before there is one', () => {
  for (const member of ['repository', 'bugs', 'homepage']) assert.not(member in manifest, member)
})

linking.run()
