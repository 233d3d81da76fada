// `npm run load` for seconds: that it comes to its end with figures, and that it says what it lacks.
import { spawnSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { needs } from '../support/needs.ts'

const load = (args: ReadonlyArray<string>, path = process.env.PATH) =>
  spawnSync(process.execPath, ['--import', './scripts/typescript.mjs', 'scripts/load.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    timeout: 120_000,
  })

const running = suite('npm run load')

needs('wrk', running)('has every request accepted, with and without verification, and one object a row', () => {
  const wanted = ['bare', 'verify-loop', 'verify-pool', 'verify-pool-mixed', 'sign-pool']
  const { status, stdout, stderr } = load(['--json', '--rounds', '1', '--seconds', '1', ...wanted])
  assert.is(status, 0, stderr)
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(
    rows.map(({ id }) => id),
    wanted,
  )
  for (const { id, requestsPerSecond, p50, p99, answers, not200, rounds } of rows) {
    assert.is(not200, 0, id)
    assert.is(rounds, 1, id)
    assert.ok(requestsPerSecond > 10 && answers > 10, `${id}: ${requestsPerSecond} a second`)
    assert.ok(p50 > 0 && p99 >= p50, `${id}: ${p50} and ${p99} ms`)
  }
})

needs('wrk', running)('closes the table with what the answers were', () => {
  const { status, stdout } = load(['--rounds', '1', '--seconds', '1', 'sign-loop', 'sign-pool'])
  assert.is(status, 0)
  assert.match(stdout, /^✔ sign-loop .* 0$/m)
  assert.match(stdout, /^ {2}signing: .* the pool has [\d.]+ × the rate/m)
  assert.match(stdout.trimEnd().split('\n').at(-1) ?? '', /^✔ each of [\d,]+ requests was answered with 200$/)
})

running('says how to get wrk where there is none', () => {
  const { status, stderr, stdout } = load([], '/nowhere')
  assert.is(status, 3)
  assert.match(stderr, /apt-get install wrk/)
  assert.is(stdout, '')
})

running('refuses rows and numbers that make no sense, and says which do', () => {
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

running.run()
