// `npm run evidence -- ports`: builds the reference ports and puts the whole suite to each, and to our own; `-- ports go rust`:
// only these. Then a port's own test reads the vectors under the runner of its language. A missing tool is named; under CI it is
// a failure. The reports are in dist/ports/.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { buildPackage } from '../../spec/support/builtPackage.ts'
import type { PortReport } from '../../src/kit/conformance/Report.ts'
import { closing } from '../../src/kit/conformance/reports/tally.ts'
import { colors, expectKnown, progress } from '../terminal.ts'
import { describeTool } from '../tools.ts'

interface Reference {
  readonly command: string
  /** What the command needs beside itself. */
  readonly with?: string
  /** Arguments that show whether it is there. */
  readonly probe: ReadonlyArray<string>
  readonly build?: string
  readonly run: ReadonlyArray<string>
  readonly native?: NativeTest
}

/** The port's own test, which takes the vectors in. */
interface NativeTest {
  /** The test runner, and how a bare machine gets it. */
  readonly needs: string
  readonly probe: string
  readonly run: string
  /** Each match in the output is a test that passed, or its group is their number. */
  readonly passed: RegExp
}

const cargo = 'cargo build --release --locked --quiet --manifest-path vectors/ports/rust/Cargo.toml'

// Debian's JUnit is in pieces.
const junit = [
  ...['junit-jupiter-api', 'junit-jupiter-engine', 'opentest4j', 'opentest4j-reporting-events', 'apiguardian-api'],
  ...['commons', 'console', 'engine', 'launcher', 'reporting'].map((part) => `junit-platform-${part}`),
  ...['picocli', 'univocity-parsers'],
]
  .map((jar) => `/usr/share/java/${jar}.jar`)
  .join(':')
const javaTests = `.tmp/ports/java:.tmp/ports/java-test:${junit}`
const consoleLauncher = `java -Xss256m -cp ${javaTests} org.junit.platform.console.ConsoleLauncher`

const ports: Readonly<Record<string, Reference>> = {
  countersign: { command: 'node', probe: ['--version'], run: ['node', 'dist/apps/cli/main.js', 'port'] },
  python: {
    command: 'python3',
    with: 'cryptography (vectors/ports/python/requirements.txt)',
    probe: ['-c', 'import cryptography'],
    run: ['python3', 'vectors/ports/python/port.py'],
    native: {
      needs: 'pytest (vectors/ports/python/requirements-test.txt)',
      probe: 'python3 -c "import pytest"',
      run: 'python3 -B -m pytest -q -p no:cacheprovider vectors/ports/python',
      passed: /^(\d+) passed in/gm,
    },
  },
  go: {
    command: 'go',
    probe: ['version'],
    build: 'go build -C vectors/ports/go -o ../../../.tmp/ports/go-port .',
    run: ['.tmp/ports/go-port'],
    native: {
      needs: 'go',
      probe: 'go version',
      run: 'go test -C vectors/ports/go -count=1 -v .',
      passed: /^ +--- PASS: TestVectors/gm,
    },
  },
  java: {
    command: 'javac',
    probe: ['-version'],
    build: 'javac -d .tmp/ports/java vectors/ports/java/*.java',
    run: ['java', '-cp', '.tmp/ports/java', 'Port'],
    native: {
      needs: 'JUnit 5 (apt-get install junit5)',
      probe: `${consoleLauncher} --help`,
      run:
        `javac -cp ${javaTests} -d .tmp/ports/java-test vectors/ports/java/test/*.java && ` +
        `${consoleLauncher} --disable-banner --details=tree --select-class VectorsTest`,
      passed: /^\[ +(\d+) tests successful/gm,
    },
  },
  rust: {
    command: 'cargo',
    probe: ['--version'],
    build: `${cargo} --target-dir .tmp/ports/rust`,
    run: ['.tmp/ports/rust/release/port'],
    native: {
      needs: 'cargo',
      probe: 'cargo --version',
      run: 'cargo test --release --locked --manifest-path vectors/ports/rust/Cargo.toml --target-dir .tmp/ports/rust --test vectors',
      passed: /^test result: ok\. (\d+) passed/gm,
    },
  },
  php: {
    command: 'php',
    with: 'openssl',
    probe: ['-m'],
    run: ['php', 'vectors/ports/php/port.php'],
    native: {
      needs: 'phpunit (apt-get install phpunit)',
      probe: 'phpunit --version',
      run: 'phpunit --no-configuration --do-not-cache-result vectors/ports/php/VectorsTest.php',
      passed: /^OK \((\d+) tests/gm,
    },
  },
}

const { green, red, yellow, dim } = colors
const words = process.argv.slice(2)
expectKnown('port', words, Object.keys(ports))

const execute = (file: string, args: ReadonlyArray<string>) =>
  spawnSync(file, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, timeout: 600_000 })

type Verdict = 'conformant' | 'failed' | 'not run'

const missing: Array<string> = []
const runNative = ({ needs, probe, run, passed }: NativeTest): readonly [Verdict, string] => {
  if (execute('sh', ['-c', probe]).status !== 0) {
    missing.push(needs)
    return [process.env.CI ? 'failed' : 'not run', `its own test did not run: this machine lacks ${needs}`]
  }
  const began = performance.now()
  const { status, stdout, stderr } = execute('sh', ['-c', run])
  const count = [...stdout.matchAll(passed)].reduce((sum, [, number = '1']) => sum + Number(number), 0)
  if (status !== 0 || count === 0) return ['failed', `its own test fails: ${run}\n${stdout.slice(-4000)}${stderr}`]
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  return ['conformant', `${count} native tests passed in ${seconds} s`]
}

const judge = ({ command, with: beside, probe, build, run, native }: Reference): readonly [Verdict, string] => {
  if (execute(command, probe).status !== 0) {
    const lack = `${describeTool(command)}${beside === undefined ? '' : ` with ${beside}`}`
    missing.push(lack)
    return [process.env.CI ? 'failed' : 'not run', `not run: this machine lacks ${lack}`]
  }
  const began = performance.now()
  const built = build === undefined ? undefined : execute('sh', ['-c', build])
  const building = built ? dim(` (built in ${((performance.now() - began) / 1000).toFixed(1)} s)`) : ''
  if (built !== undefined && built.status !== 0) return ['failed', `it does not build\n${built.stderr}`]
  const conform = ['dist/apps/cli/main.js', 'conform', '--json', '--report', 'dist/ports', '--', ...run]
  const { status, stdout, stderr } = execute(process.execPath, conform)
  if (status !== 0 && status !== 1) return ['failed', `not conformant: ${stderr}`]
  const report: PortReport = JSON.parse(stdout)
  const { conformant, reasons, language } = report
  if (status !== 0 || !conformant) return ['failed', `${closing(report)}; see dist/ports/report.html`]
  const passing = `${closing(report)}, ${reasons.agree} of ${reasons.of} reasons, ${language}${building}`
  const [verdict, words] = native === undefined ? ['conformant' as const, 'no native test'] : runNative(native)
  return [verdict, `${passing}; ${words}`]
}

progress('building the package …')
await buildPackage()
rmSync('dist/ports', { recursive: true, force: true })
const marks = { conformant: green('✓'), failed: red('✘'), 'not run': yellow('–') }
const counts = { conformant: 0, failed: 0, 'not run': 0 }
for (const [name, port] of Object.entries(ports)) {
  if (words.length > 0 && !words.includes(name)) continue
  progress(`${name} …`)
  const [verdict, text] = judge(port)
  counts[verdict]++
  progress()
  console.log(`${marks[verdict]} ${name.padEnd(12)} ${text}`)
}

if (missing.length > 0) console.log(yellow(`not run, because this machine lacks: ${missing.join('; ')}`))
const { conformant, failed, 'not run': skipped } = counts
console.log(`${conformant} conformant, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
