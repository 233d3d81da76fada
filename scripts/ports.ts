// `npm run ports`: builds the reference ports and puts the whole suite to each, and to our own. `npm run ports -- go rust`:
// only these. A toolchain that is missing is named; under CI it is a failure. The reports of all are in dist/ports/.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import pc from 'picocolors'

interface Reference {
  readonly name: string
  /** Tells whether what it needs is there. */
  readonly probe: ReadonlyArray<string>
  readonly needs: string
  readonly build?: ReadonlyArray<string>
  readonly run: ReadonlyArray<string>
}

const javaSources = 'javac -d .tmp/ports/java vectors/ports/java/*.java'
const cargo = ['cargo', 'build', '--release', '--locked', '--quiet', '--manifest-path', 'vectors/ports/rust/Cargo.toml']

const ports: ReadonlyArray<Reference> = [
  { name: 'countersign', probe: ['node', '--version'], needs: 'node', run: ['node', 'dist/cli/main.js', 'port'] },
  {
    name: 'python',
    probe: ['python3', '-c', 'import cryptography'],
    needs: 'python3 with cryptography (vectors/ports/python/requirements.txt)',
    run: ['python3', 'vectors/ports/python/port.py'],
  },
  {
    name: 'go',
    probe: ['go', 'version'],
    needs: 'go',
    build: ['go', 'build', '-C', 'vectors/ports/go', '-o', '../../../.tmp/ports/go-port', '.'],
    run: ['.tmp/ports/go-port'],
  },
  {
    name: 'java',
    probe: ['javac', '-version'],
    needs: 'a JDK',
    build: ['sh', '-c', javaSources],
    run: ['java', '-cp', '.tmp/ports/java', 'Port'],
  },
  {
    name: 'rust',
    probe: ['cargo', '--version'],
    needs: 'cargo',
    build: [...cargo, '--target-dir', '.tmp/ports/rust'],
    run: ['.tmp/ports/rust/release/port'],
  },
  { name: 'php', probe: ['php', '-m'], needs: 'php with openssl', run: ['php', 'vectors/ports/php/port.php'] },
]

const { green, red, yellow, dim } = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)
const words = process.argv.slice(2)
const chosen = ports.filter(({ name }) => words.length === 0 || words.includes(name))
const strange = words.filter((word) => !ports.some(({ name }) => name === word))
if (strange.length > 0) {
  console.error(`there is no port ${strange.join(', ')}; the ports are ${ports.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const execute = ([file = '', ...args]: ReadonlyArray<string>) =>
  spawnSync(file, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, timeout: 600_000 })

let failed = 0
let passed = 0
const missing: Array<string> = []
const say = (mark: string, name: string, text: string): void => console.log(`${mark} ${name.padEnd(12)} ${text}`)

rmSync('dist/ports', { recursive: true, force: true })
for (const { name, probe, needs, build, run } of chosen) {
  if (execute(probe).status !== 0) {
    missing.push(needs)
    if (process.env.CI) failed++
    say(process.env.CI ? red('✘') : yellow('–'), name, `not run: this machine lacks ${needs}`)
    continue
  }
  const began = performance.now()
  const built = build && execute(build)
  const buildSeconds = (performance.now() - began) / 1000
  if (built !== undefined && built.status !== 0) {
    failed++
    say(red('✘'), name, `it does not build\n${built.stderr}`)
    continue
  }
  const { status, stdout, stderr } = execute([
    'node',
    'dist/cli/main.js',
    'conform',
    '--json',
    '--report',
    'dist/ports',
    '--',
    ...run,
  ])
  const report = status === 0 || status === 1 ? JSON.parse(stdout) : undefined
  if (status !== 0 || !report.conformant) {
    failed++
    const told = report === undefined ? stderr : `${JSON.stringify(report.counts)}; see dist/ports/report.html`
    say(red('✘'), name, `not conformant: ${told}`)
    continue
  }
  passed++
  const { counts, reasons, seconds, language } = report
  const building = build === undefined ? '' : dim(` (built in ${buildSeconds.toFixed(1)} s)`)
  say(
    green('✓'),
    name,
    `${counts.pass} cases in ${seconds.toFixed(1)} s, ${reasons.agree} of ${reasons.of} reasons, ${language}${building}`,
  )
}

const skipped = chosen.length - passed - failed
if (missing.length > 0) console.log(yellow(`not run, because this machine lacks: ${missing.join('; ')}`))
console.log(`${passed} conformant, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
