/** A file or a standard input without an end: a command says so, and ends. */
import { assert, suite } from '../../support/suite.ts'
import { countersign, publicKey, shell } from './command.ts'

const endless = suite('a file without an end')

const request = ['--method', 'POST', '--target', '/v1/jobs', '--authorization', 'SVC-SHA256-RSA app_id=a']
const refusal = (name: string): string => `error: ${name}: it is larger than 64 MiB\n`

endless('is refused by its option and name', async () => {
  const { code, err } = await countersign(['diagnose', '--public-key', publicKey, '--request', '/dev/zero'])
  assert.equal([code, err], [2, refusal('--request /dev/zero')])
  const shown = (await countersign(['verify', '--public-key', '/dev/zero', ...request])).err
  assert.is(shown, refusal('--public-key /dev/zero'))
})

endless('is refused as standard input', async () => {
  const { code, err } = await shell(`countersign diagnose --public-key ${publicKey} --request - < /dev/zero`)
  assert.equal([code, err], [2, refusal('--request -')])
})

endless('is read as a streamed body up to --max-body', async () => {
  const { code, out } = await countersign(['verify', '--public-key', publicKey, ...request, '--body', '/dev/zero'])
  assert.match(out, /^refused: /)
  assert.is(code, 1)
})
