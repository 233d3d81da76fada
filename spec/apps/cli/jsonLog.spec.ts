/** `serve --log json`: both streams hold JSON alone, also if the command does not start. */
import { logsJson } from '../../../src/apps/cli/run.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, file, serving, servingAlone } from './command.ts'

const logging = suite('countersign serve --log json')

logging('is known before the options are read: the last of the line, else the environment, of serve alone', () => {
  for (const [args, env, expected] of [
    [['serve', '--log', 'json'], {}, true],
    [['serve', '--log=json'], {}, true],
    [['serve', '--log=json', '--log', 'text'], {}, false],
    [['serve'], { COUNTERSIGN_LOG: 'json' }, true],
    [['serve', '--log', 'text'], { COUNTERSIGN_LOG: 'json' }, false],
    [['serve', '--log'], {}, false],
    [['verify', '--log', 'json'], { COUNTERSIGN_LOG: 'json' }, false],
  ] as const)
    assert.is(logsJson(args, env), expected, args.join(' '))
})

const levelsOf = (text: string): ReadonlyArray<string> =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).level)

logging('a command that does not start says why as JSON: a wrong option, and a folder that is not there', async () => {
  for (const args of [
    ['--keys', 'keys', '--wrong'],
    ['--keys', 'nowhere'],
  ]) {
    const { code, out, err } = await countersign(['serve', ...args, '--log', 'json'])
    assert.equal([code, out, levelsOf(err)], [2, '', ['error']], err)
  }
  assert.match((await countersign(['serve', '--keys', 'nowhere'])).err, /^error: /)
})

logging('the first line says where it listens and what it expects', () =>
  serving(['--keys', 'keys', '--log', 'json'], async ({ url, out }) => {
    const { level, message, listening, expects } = JSON.parse(out())
    assert.equal([level, message, listening, expects.apps.includes('app-1')], ['info', 'listening', url, true])
  }),
)

logging("a warning of Node's is a line", () =>
  servingAlone(
    ['--keys', 'keys', '--log', 'json'],
    async ({ log, logged }) => {
      await logged('instance 1 of pm2')
      assert.equal(levelsOf(log()), ['warn'])
    },
    { NODE_APP_INSTANCE: '1' },
  ),
)

const watching = suite('a key or token file that is damaged while no request comes')

watching('is reported, once, and its app alone is refused', () => {
  file('watched/app-1.pem', rsa(2048, 'app-1').publicPem)
  file('watched-tokens', 'app-1 a-token\n')
  return serving(['--keys', 'watched', '--tokens', 'watched-tokens', '--log', 'json'], async ({ log, logged }) => {
    file('watched/app-2.pem', 'garbage')
    file('watched-tokens', 'app-1 two words\n')
    await logged('requests of app-2 are refused')
    await logged('no token is taken')
    assert.equal(levelsOf(log()), ['error', 'error'])
  })
})
