// `npm run evidence -- ports`: builds the reference ports and puts the whole suite to each, and to our own; `-- ports go rust`:
// only these; `--generated 1000`: so many generated runs; `--every 2`: half of the ports, others at the next commit. Then a port's own test reads the vectors under the runner of its
// language. A missing tool is named; under CI it is a failure. The reports are in dist/ports/.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { buildPackage } from '../../spec/support/builtPackage.ts'
import type { PortReport } from '../../src/kit/conformance/Report.ts'
import { closing } from '../../src/kit/conformance/reports/tally.ts'
import { colors, progress, readArguments, text } from '../terminal.ts'
import { describeTool } from '../tools.ts'
import { everyOption, shareOf } from './shareOf.ts'

/** What must be there, how a bare machine gets it, and a command that shows whether it is there. */
type Need = readonly [tool: string, probe: string]

interface Reference {
  readonly needs: Need
  readonly build?: string
  readonly run: string
  readonly native?: NativeTest
}

/** The port's own test, which takes the vectors in. */
interface NativeTest {
  /** The test runner, unless it is the port's own. */
  readonly needs?: Need
  readonly run: string
  /** Each match in the output is a test that passed, or its group is their number. */
  readonly passed: RegExp
}

const ofCargo = '--locked --manifest-path vectors/ports/rust/Cargo.toml --target-dir .tmp/ports/rust'

// Debian's JUnit is in pieces.
const junit = [
  'junit-jupiter-api',
  'junit-jupiter-engine',
  'opentest4j',
  'opentest4j-reporting-events',
  'apiguardian-api',
  ...['commons', 'console', 'engine', 'launcher', 'reporting'].map((part) => `junit-platform-${part}`),
  'picocli',
  'univocity-parsers',
]
  .map((jar) => `/usr/share/java/${jar}.jar`)
  .join(':')
const javaTests = `.tmp/ports/java:.tmp/ports/java-test:${junit}`
/** What runs for seconds takes longer to compile well than to run. */
const java = 'java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
const consoleLauncher = `${java} -Xss256m -cp ${javaTests} org.junit.platform.console.ConsoleLauncher`

const ports: Readonly<Record<string, Reference>> = {
  countersign: { needs: ['node', 'node --version'], run: 'node dist/apps/cli/main.js port' },
  python: {
    needs: ['Python with cryptography (vectors/ports/python/requirements.txt)', 'python3 -c "import cryptography"'],
    run: 'python3 vectors/ports/python/port.py',
    native: {
      needs: ['pytest (vectors/ports/python/requirements-test.txt)', 'python3 -c "import pytest"'],
      run: 'python3 -B -m pytest -q -p no:cacheprovider vectors/ports/python',
      passed: /^(\d+) passed in/gm,
    },
  },
  go: {
    needs: [describeTool('go'), 'go version'],
    build: 'go build -C vectors/ports/go -o ../../../.tmp/ports/go-port .',
    run: '.tmp/ports/go-port',
    native: { run: 'go test -C vectors/ports/go -count=1 -v .', passed: /^ +--- PASS: TestVectors/gm },
  },
  java: {
    needs: [describeTool('javac'), 'javac -version'],
    build: 'javac -d .tmp/ports/java vectors/ports/java/*.java',
    run: `${java} -cp .tmp/ports/java Port`,
    native: {
      needs: ['JUnit 5 (apt-get install junit5)', 'test -f /usr/share/java/junit-platform-console.jar'],
      run:
        `javac -cp ${javaTests} -d .tmp/ports/java-test vectors/ports/java/test/*.java && ` +
        `${consoleLauncher} --disable-banner --details=tree --select-class VectorsTest`,
      passed: /^\[ +(\d+) tests successful/gm,
    },
  },
  rust: {
    needs: [describeTool('cargo'), 'cargo --version'],
    build: `cargo build --quiet ${ofCargo}`,
    run: '.tmp/ports/rust/debug/port',
    native: { run: `cargo test --test vectors ${ofCargo}`, passed: /^test result: ok\. (\d+) passed/gm },
  },
  php: {
    needs: [`${describeTool('php')} with openssl`, 'php -m'],
    run: 'php vectors/ports/php/port.php',
    native: {
      needs: ['phpunit (apt-get install phpunit)', 'phpunit --version'],
      run: 'phpunit --no-configuration --do-not-cache-result vectors/ports/php/VectorsTest.php',
      passed: /^OK \((\d+) tests/gm,
    },
  },
}

const { green, red, yellow, dim } = colors
const names = Object.keys(ports)
const { values, positionals: words } = readArguments({ generated: text, every: everyOption }, 'port', names)
const wanted = shareOf(values.every, words.length === 0 ? names : words)

const execute = (file: string, args: ReadonlyArray<string>) =>
  spawnSync(file, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, timeout: 600_000 })
const inShell = (command: string) => execute('sh', ['-c', command])

type Verdict = 'conformant' | 'failed' | 'not run'

const missing: Array<string> = []
/** The verdict where a probe fails. */
const lacking = (what: string, probe: string): Verdict | undefined => {
  if (inShell(probe).status === 0) return undefined
  missing.push(what)
  return process.env.CI ? 'failed' : 'not run'
}
const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`

const runNative = ({ needs: [runner, probe] = ['', 'true'], run, passed }: NativeTest): readonly [Verdict, string] => {
  const lack = lacking(runner, probe)
  if (lack !== undefined) return [lack, `its own test did not run: this machine lacks ${runner}`]
  const began = performance.now()
  const { status, stdout, stderr } = inShell(run)
  const count = [...stdout.matchAll(passed)].reduce((sum, [, number = '1']) => sum + Number(number), 0)
  if (status !== 0 || count === 0) return ['failed', `its own test fails: ${run}\n${stdout.slice(-4000)}${stderr}`]
  return ['conformant', `${count} native tests passed in ${secondsSince(began)}`]
}

const judge = ({ needs: [tool, probe], build, run, native }: Reference): readonly [Verdict, string] => {
  const lack = lacking(tool, probe)
  if (lack !== undefined) return [lack, `not run: this machine lacks ${tool}`]
  const began = performance.now()
  const built = build === undefined ? undefined : inShell(build)
  const building = built ? dim(` (built in ${secondsSince(began)})`) : ''
  if (built !== undefined && built.status !== 0) return ['failed', `it does not build\n${built.stderr}`]
  const drawn = values.generated === undefined ? [] : ['--generated', values.generated]
  const conform = ['dist/apps/cli/main.js', 'conform', '--json', '--report', 'dist/ports', ...drawn, '--']
  const { status, stdout, stderr } = execute(process.execPath, [...conform, ...run.split(' ')])
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
  if (!wanted.includes(name)) continue
  progress(`${name} …`)
  const [verdict, said] = judge(port)
  counts[verdict]++
  progress()
  console.log(`${marks[verdict]} ${name.padEnd(12)} ${said}`)
}

if (missing.length > 0) console.log(yellow(`not run, because this machine lacks: ${missing.join('; ')}`))
const { conformant, failed, 'not run': skipped } = counts
console.log(`${conformant} conformant, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
