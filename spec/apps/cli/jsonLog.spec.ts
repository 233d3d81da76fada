/** `serve --log json`: both streams hold JSON alone, also if the command does not start. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { keyChanges } from '../../../src/apps/cli/keyChanges.ts'
import { logsJson } from '../../../src/apps/cli/run.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, file, home, serving, servingAlone, signedNow } from './command.ts'

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

logging(
  'an upload that cannot be stored has one line, with its answer and what the caller claims, and no verdict',
  () =>
    withServer(
      createServer((_, res) => res.end()),
      ({ url: upstream }) =>
        servingAlone(
          [
            '--keys',
            'keys',
            '--log',
            'json',
            '--upstream',
            upstream,
            '--metrics',
            '0',
            '--explain',
            '--keep',
            'kept-uploads',
            '--max-body',
            '100',
            '--max-upload',
            '5000',
          ],
          async ({ url, log, logged, out }) => {
            const body = 'x'.repeat(1000)
            const authorization = await signedNow({ body })
            const { status } = await fetch(`${url}/v1/jobs`, { method: 'POST', headers: { authorization }, body })
            assert.is(status, 503)
            await logged('upload_unavailable')
            const [line, ...others] = log().trim().split('\n')
            assert.equal(others, [])
            const { level, status: logs, outcome, code, app_id, method, path, timestamp } = JSON.parse(line ?? '')
            assert.equal([level, logs, outcome, code], ['error', 503, undefined, 'upload_unavailable'])
            assert.equal([app_id, method, path, typeof timestamp], ['app-1', 'POST', '/v1/jobs', 'number'])
            const counts = await (await fetch(JSON.parse(out()).metrics)).text()
            assert.match(counts, 'reason="body_incomplete"} 0\n')
            assert.match(counts, 'countersign_gateway_answers_total{status="503"} 1\n')
          },
          { TMPDIR: join(home, 'no-such-folder') },
        ),
    ),
)

const watching = suite('a key or token file that is damaged while no request comes')

watching('is reported, once, and its app alone is refused', () => {
  file('watched/app-1.pem', rsa(2048, 'app-1').publicPem)
  file('watched-tokens', 'app-1 a-token\n')
  return serving(['--keys', 'watched', '--tokens', 'watched-tokens', '--log', 'json'], async ({ log, logged }) => {
    file('watched/app-2.pem', 'garbage')
    file('watched-tokens', 'app-1 two words\n')
    await logged('requests of the app \\"app-2\\" are refused')
    await logged('no token is accepted')
    assert.equal(levelsOf(log()), ['error', 'error'])
  })
})

watching('a rotation and a withdrawal have a line each, with the fingerprints of the keys that count', () => {
  const old = rsa(2048, 'app-1')
  const next = rsa(2048, 'app-2')
  const shortOf = ({ publicKey }: typeof old): string => {
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    return `sha256:${createHash('sha256').update(spki).digest('hex').slice(0, 8)}`
  }
  file('rotated/app-1.pem', old.publicPem)
  return serving(['--keys', 'rotated'], async ({ logged }) => {
    file('rotated/app-1.2.pem', next.publicPem)
    await logged(`keys of app-1: ${[shortOf(old), shortOf(next)].sort().join(', ')}`)
    rmSync(join(home, 'rotated/app-1.pem'))
    await logged(`keys of app-1: ${shortOf(next)}\n`)
    rmSync(join(home, 'rotated/app-1.2.pem'))
    await logged('keys of app-1: none')
  })
})

watching('many changes at once have one line', () => {
  const many = new Map(Array.from({ length: 11 }, (_, i) => [`app-${i}`, 'sha256:00000000']))
  assert.equal(keyChanges(new Map(), many), ['the keys of 11 apps have changed'])
  assert.equal(keyChanges(many, many), [])
})
