/** The command names its own options, whatever the library says of a connection. */
import { inOptions } from '../../../src/apps/cli/optionWords.ts'
import { clientError } from '../../../src/client/ClientError.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, file } from './command.ts'

const words = suite('what the client says, at a shell')

const codes = [
  'CERT_HAS_EXPIRED',
  'CERT_REVOKED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNRESET',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'EPROTO',
  'HPE_INVALID_CONSTANT',
  '403',
  '407',
  '502',
  'another',
]

words('names options as the shell takes them, for every cause of a failed connection', () => {
  for (const _tag of ['certificate_untrusted', 'network_failed', 'proxy_failed'] as const) {
    for (const detail of codes) {
      const { message } = clientError({ _tag, detail })
      const shown = inOptions(message)
      assert.not.match(shown, /\bthe option\b|\bbaseUrl\b|\bto false\b/, `${_tag} ${detail}: ${shown}`)
      if (message.includes('the option')) assert.match(shown, / --(?:ca|proxy|retries|base-url)\b/)
    }
  }
})

words('leaves every other text as it is', () => {
  const { message } = clientError({ _tag: 'timed_out', afterMs: 7 })
  assert.is(inOptions(message), message)
})

words('a URL of another origin is refused in words that name --base-url', async () => {
  const job = file('other-origin.json', '{}')
  const given = ['--base-url', 'http://127.0.0.1:9', '--app-id', 'app-1', '--private-key', 'private.pem']
  const { code, err } = await countersign(['fetch', 'POST', 'https://other.example/x', '--body', job, ...given])
  assert.is(code, 2)
  assert.match(err, 'the URL has another origin than --base-url')
})
