import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, file } from './command.ts'

const key = rsa(2048, 'app-1')
const other = rsa(2048, 'app-2')
const json = (value: unknown): string => JSON.stringify(value)
const jwk = (of: typeof key): object => of.publicKey.export({ format: 'jwk' })

const request = ['--method=POST', '--url=/v1/jobs', '--app-id=app-1', '--timestamp=1700000000', '--nonce=n-1']
const signed = async (name: string, content: string | Uint8Array): Promise<string> => {
  const { code, out, err } = await countersign(['sign', '--private-key', file(name, content), ...request])
  assert.is(code, 0, err)
  return out.trim()
}

const forms = suite('key files of the command')

forms('verify and diagnose take PEM, DER, a JWK and a JWK Set', async () => {
  const line = await signed('k.pem', key.privatePem)
  const files = [
    file('pub.der', key.publicKey.export({ type: 'spki', format: 'der' })),
    file('pub.jwk', json(jwk(key))),
    file('jwks.json', json({ keys: [jwk(other), { kty: 'oct', k: 'AAAA' }, jwk(key)] })),
  ]
  for (const name of files) {
    for (const command of ['verify', 'diagnose']) {
      const given = ['--method', 'POST', '--target', '/v1/jobs', '--authorization', line, '--now', '1700000000']
      const { code, err, out } = await countersign([command, '--public-key', name, ...given])
      assert.is(code, 0, `${command} ${name}: ${out}${err}`)
    }
  }
})

forms('a damaged file is named with what mends it, and nothing of it is shown', async () => {
  const escaped = file('escaped.pem', key.privatePem.replaceAll('\n', '\\n'))
  const { code, err } = await countersign(['sign', '--private-key', escaped, ...request])
  assert.is(code, 2)
  assert.match(err, /^error: --private-key escaped\.pem: .*backslash-n where its lines should end/)
  assert.not.match(err, key.privatePem.slice(200, 220))
})
