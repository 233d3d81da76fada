/** The files for operators: their linters, and the commands of the image and of the compose file, run without an engine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { instrumentsOf } from '../../src/apps/cli/measures.ts'
import { metrics } from '../../src/apps/cli/metrics.ts'
import { familiesOf, type ServerState } from '../../src/apps/cli/state.ts'
import { reason } from '../../src/core/VerifyError.ts'
import { verifyErrors } from '../../src/kit/testing/arbitraries.ts'
import { rsa } from '../support/keys.ts'
import { freePort } from '../support/loopback.ts'
import { packedPackage } from '../support/packedPackage.ts'
import { plant, runIn } from '../support/project.ts'
import { withRedis } from '../support/redisServer.ts'
import { assert, needs, suite, until } from '../support/suite.ts'

const folder = 'src/server/operate'
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')
const dockerfile = textOf('Dockerfile')

const linted = suite('a linter finds nothing in')
for (const [tool, command] of [
  ['hadolint', `hadolint ${folder}/Dockerfile`],
  ['docker-compose', `docker-compose -f ${folder}/compose.yaml config -q`],
  ['promtool', `promtool check config ${folder}/prometheus.yml`],
  ['systemd-analyze', `systemd-analyze verify --man=no ${folder}/countersign.service`],
] as const)
  needs(tool, linted)(command, async () => {
    const { code, output } = await runIn(resolve('.'), command)
    assert.is(code, 0, output)
  })

const full = { taken: 1, waiting: 1, most: 1 }
/** With every series that there is. */
const fullState: ServerState = {
  version: '1',
  node: '1',
  places: { service: full, upload: full },
  checks: { waiting: 1, most: 1 },
  keys: 1,
  lookAge: 1,
  faults: { keys: 1, tokens: 1, certificate: 1, kept: 1, log: 1 },
  refusals: { kept: 0, dropped: 0 },
  certificateEnd: 1,
}

const named = suite('alarms and the dashboard')
for (const file of ['alerts.yaml', 'dashboard.json'])
  named(`${file} asks for counts and reasons that there are`, async () => {
    const text = textOf(file)
    const counted = await metrics(instrumentsOf([502])).text(() => familiesOf(fullState))
    // A histogram without a value yet, such as that of garbage collection, shows its family alone.
    for (const [name] of text.matchAll(/\b(?:countersign|process|nodejs)_\w+?(?=_bucket|[{[ )])/g))
      assert.match(counted, new RegExp(`^# TYPE ${name.replace(/_(?:sum|count)$/, '')} `, 'm'))
    const reasons = Object.keys(verifyErrors).map((_tag) => reason({ _tag } as Parameters<typeof reason>[0]))
    for (const [, words = ''] of text.matchAll(/reason=~?"([^"]+)"/g))
      for (const word of words.split('|')) assert.ok(reasons.includes(word as never), word)
  })
named('each alarm is in the runbook', () => {
  const runbook = textOf('README.md')
  for (const [, alarm] of textOf('alerts.yaml').matchAll(/alert: (\w+)/g)) assert.match(runbook, `| \`${alarm}\` |`)
})

/** The steps of the first stage, as sh commands: its folder is `root`/app, and what is copied comes from `context`. */
const buildSteps = (context: string, root: string): ReadonlyArray<string> => {
  const [, first = ''] = dockerfile.split(/^FROM .*$/m)
  const inRoot = (words: string): string => words.replace(/(^| )\/(?=\w)/g, `$1${root}/`)
  return [...first.matchAll(/^(WORKDIR|COPY|RUN) (.*)$/gm)].map(([, step, words = '']) => {
    if (step === 'WORKDIR') return `mkdir -p ${inRoot(words)}`
    if (step === 'RUN') return `cd ${root}/app && ${inRoot(words)}`
    const [to = '', ...from] = words.split(' ').reverse()
    return `cd ${context} && cp ${from.join(' ')} ${to === './' ? `${root}/app/` : inRoot(to)}`
  })
}

/** The words of an instruction in exec form; there is no other form, which would need a shell. */
const words = (instruction: string): ReadonlyArray<string> =>
  JSON.parse(new RegExp(`^(?:HEALTHCHECK .*)?${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]')
const entry = words('ENTRYPOINT')
const probe = words('CMD')

const image = suite('the image')

image('names no version, runs as no root, and is built on an image that a digest may name', () => {
  for (const file of ['Dockerfile', 'compose.yaml', 'image/package.json'])
    assert.not.match(textOf(file), /countersign[-@"': ]*\d+\.\d+/, file)
  assert.match(dockerfile, /^USER 1000$/m)
  const bases = [...dockerfile.matchAll(/^FROM \$\{(\w+)\}/gm)].map(([, base]) => base)
  assert.equal(bases, ['NODE_IMAGE', 'NODE_IMAGE'])
})

/** Ends with a message if the process does before it says this. */
const says = (child: ChildProcess, wanted: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (wanted.test(said)) resolve(said)
      })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })

needs('redis-server', image)(
  'its commands run as another user and without a shell, before the service of the compose file',
  () =>
    withRedis([], async ({ port: redis }) => {
      const { tarball } = await packedPackage()
      const app = plant({
        'keys/app-1.pem': rsa().publicPem,
        'key.pem': rsa().privatePem,
        'job.json': '{"request_id":"1","stages":[]}',
      })
      // As an operator begins: the package is installed by npm, and its folder is copied from there.
      const context = join(app, 'gateway')
      const root = join(app, 'root')
      const installed = join(app, 'installed/node_modules/countersign')
      const begun = [
        `mkdir -p ${installed} ${root}/tmp && tar -xzf ${tarball} -C ${installed} --strip-components=1`,
        `cp -r ${installed}/src/server/operate ${context}`,
        `cd ${context} && npm pack ${installed} --ignore-scripts --loglevel=error`,
      ]
      for (const step of [...begun, ...buildSteps(context, root)]) {
        const { code, output } = await runIn(app, step)
        assert.is(code, 0, `${step}\n${output}`)
      }
      const service = await freePort()
      const port = await freePort()
      const scraped = await freePort()
      const here = (word: string): string =>
        word
          .replace('/app/', `${join(root, 'app')}/`)
          .replace('=/keys', `=${join(app, 'keys')}`)
          .replaceAll('0.0.0.0', '127.0.0.1')
          .replace(/8787/, String(port))
          .replace(/9464/, String(scraped))
          .replace('redis:6379', `127.0.0.1:${redis}`)
          .replace('service:8000', `127.0.0.1:${service}`)
      const given = [...textOf('compose.yaml').matchAll(/^ {6}- (--.*)$/gm)].map(([, word = '']) => here(word))
      mkdirSync(join(app, 'bin'))
      cpSync(process.execPath, join(app, 'bin/node'))
      for (const path of ['', 'keys', 'keys/app-1.pem', 'bin']) chmodSync(join(app, path), 0o755)
      // A PATH with Node alone: no shell. Root alone can become another user.
      const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
      const options = { env: { PATH: join(app, 'bin'), HOME: '/' }, cwd: '/', ...user }
      const [node = '', ...rest] = entry
      const python = spawn('python3', [join(folder, 'service.py')], {
        env: { ...process.env, HOST: '127.0.0.1', PORT: String(service) },
        stdio: 'ignore',
      })
      const gateway = spawn(join(app, 'bin', node), [...rest.map(here), ...given], options)
      try {
        await says(gateway, /listening|http:\/\/127\.0\.0\.1/)
        const [, ...arguments_] = probe
        const healthy = (): Promise<number | null> =>
          new Promise((resolve) => spawn(join(app, 'bin/node'), arguments_.map(here), options).once('exit', resolve))
        // The service may begin later than the gateway.
        await until(async () => (await healthy()) === 0)
        const submit = `node ${resolve('dist/apps/cli/main.js')} submit --base-url http://127.0.0.1:${port} --app-id app-1 --private-key key.pem --retries 5 job.json`
        const { code, output } = await runIn(app, submit)
        assert.is(code, 0, output)
        assert.match(output, '"app_id": "app-1"')
        python.kill()
        for (let tries = 0; (await healthy()) === 0 && tries < 20; tries++) await setTimeout(100)
        assert.is(await healthy(), 1)
        const ended = new Promise((resolve) => gateway.once('exit', resolve))
        gateway.kill('SIGTERM')
        assert.is(await ended, 0)
      } finally {
        for (const child of [gateway, python]) child.kill('SIGKILL')
      }
    }),
)
