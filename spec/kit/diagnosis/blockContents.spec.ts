/** What a block of PKCS #1 has in place of a DigestInfo is told as it is: a digest is named only if its length is that of one. */
import { constants, privateEncrypt } from 'node:crypto'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { line, now, publicKey } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const text = Buffer.from(`GET\n/v1/jobs\n${now}\nn-1\n`)
const hex = Buffer.from(hash('sha256', new Uint8Array(text))).toString('hex')
const prefix = '3031300d060960864801650304020105000420'

const whatOf = (content: Buffer): string => {
  const key = { key: rsa(2048, 'app-1').privateKey, padding: constants.RSA_PKCS1_PADDING }
  const signature = privateEncrypt(key, content).toString('base64')
  const report = diagnose(
    { method: 'GET', target: '/v1/jobs', authorization: [line(signature)], body: new Uint8Array(), keys, now },
    hash,
    50_000_000,
  )
  return report.findings.map(({ what }) => what).join(' ')
}

const contents = suite('what a block has in place of a DigestInfo')

contents('the header of a DigestInfo before the hexadecimal digits: no digest is claimed', () => {
  const what = whatOf(Buffer.concat([Buffer.from(prefix, 'hex'), Buffer.from(hex)]))
  assert.match(what, /encrypted 83 bytes .* begin like a DigestInfo, but have no digest/)
})

contents('a DigestInfo in hexadecimal digits: no digest is claimed', () =>
  assert.match(whatOf(Buffer.from(prefix + hex)), /encrypted 102 bytes with the private key, which are neither/),
)

contents('a digest alone is told as such', () =>
  assert.match(whatOf(Buffer.from(hex, 'hex')), /has the digest without a DigestInfo/),
)

contents('the digits of a digest are told as such', () =>
  assert.match(whatOf(Buffer.from(hex)), /has the hexadecimal digits of the digest/),
)
