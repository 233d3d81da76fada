// What `npm run load` says before it begins; it uses the package as built, which `npm run test:live` builds. That every request
// is accepted under load, it checks itself, in `npm run test:all`.
import { spawnSync } from 'node:child_process'
import { assert, suite } from '../support/suite.ts'

const load = (args: ReadonlyArray<string>, path = process.env.PATH) =>
  spawnSync(process.execPath, ['--import', './scripts/typescript.mjs', 'scripts/load.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    timeout: 120_000,
  })

const running = suite('npm run load')

running('a missing tool is one sentence, which says how to install it', () => {
  const { status, stderr, stdout } = load(['peers'], '/nowhere')
  assert.equal([status, stdout, stderr], [3, '', 'wrk (apt-get install wrk) is missing\n'])
})

running('--help says what it measures and what it takes', () => {
  const { status, stdout, stderr } = load(['--help'], '/nowhere')
  assert.equal([status, stderr], [0, ''])
  assert.match(stdout, /^`npm run load`: what verification[\s\S]* `--rounds 7` and `--seconds 2`/)
  assert.not.match(stdout, /^ ?\*/m)
})

running('refuses invalid rows and numbers, and lists the valid ones', () => {
  for (const [args, says] of [
    [['verify'], /no such row: verify; the rows are bare, verify-loop,/],
    [['--rounds', '0'], /--rounds is a whole number/],
    [['--seconds', '0.5'], /--seconds is a whole number/],
    [['--second', '1'], /--second/],
  ] as const) {
    const { status, stderr } = load(args)
    assert.is(status, 2, args.join(' '))
    assert.match(stderr, says)
  }
})
