import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../support/suite.ts'
import { countersign, fails, file, home, read } from './command.ts'

const keygen = suite('countersign keygen')

const fingerprintOf = (publicKey: string): string => {
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex')
}

for (const bits of [2048, 3072, 4096]) {
  keygen(`makes a pair of ${bits} bits; only the owner can read the private key`, async () => {
    const folder = `made/pair-${bits}`
    const { code, out, err } = await countersign(['keygen', '--out', folder, '--bits', String(bits), '--json'])
    assert.is(code, 0, err)
    const privateFile = join(folder, 'private_key.pem')
    const publicFile = join(folder, 'public_key.pem')
    const fingerprint = fingerprintOf(read(publicFile))
    assert.equal(JSON.parse(out), { private_key: privateFile, public_key: publicFile, bits, fingerprint })
    assert.is(statSync(join(home, privateFile)).mode & 0o777, 0o600)
    assert.match(read(privateFile), /^-----BEGIN PRIVATE KEY-----\n/)
    assert.match(read(publicFile), /^-----BEGIN PUBLIC KEY-----\n/)
    const key = createPrivateKey(read(privateFile))
    assert.is(key.asymmetricKeyDetails?.modulusLength, bits)
    assert.is(key.asymmetricKeyDetails?.publicExponent, 65_537n)
    assert.is(createPublicKey(key).export({ type: 'spki', format: 'pem' }), read(publicFile))
    assert.equal(readdirSync(join(home, folder)).sort(), ['private_key.pem', 'public_key.pem'])
  })
}

keygen('makes 2048 bits by default, and prints the paths of the files and nothing of the key', async () => {
  const { code, out, err } = await countersign(['keygen', '--out', 'plain'])
  assert.equal([code, err], [0, ''])
  const shown = fingerprintOf(read('plain/public_key.pem')).slice(0, 8)
  assert.is(
    out,
    `plain/private_key.pem  the private key, 2048 bits; keep it secret\nplain/public_key.pem   the public key, sha256:${shown}; register it with the service\n`,
  )
  assert.is(createPrivateKey(read('plain/private_key.pem')).asymmetricKeyDetails?.modulusLength, 2048)
})

keygen('never overwrites a file, nor the target of a link', async () => {
  file('owned/private_key.pem', 'mine')
  file('half/public_key.pem', 'mine')
  mkdirSync(join(home, 'linked'))
  symlinkSync(join(home, 'nowhere'), join(home, 'linked/private_key.pem'))
  for (const [folder, name] of [
    ['owned', 'private_key.pem'],
    ['half', 'public_key.pem'],
  ] as const) {
    const there = 'exists already, and a key is never overwritten; name another folder with --out'
    await fails(['keygen', '--out', folder], `${folder}/${name} ${there}`)
    assert.is(read(`${folder}/${name}`), 'mine')
    assert.equal(readdirSync(join(home, folder)), [name])
  }
  await fails(['keygen', '--out', 'linked'], 'linked/private_key.pem: it exists already')
  // The second file cannot be written: the first one does not stay.
  mkdirSync(join(home, 'linked-public'))
  symlinkSync(join(home, 'nowhere'), join(home, 'linked-public/public_key.pem'))
  await fails(['keygen', '--out', 'linked-public'], 'linked-public/public_key.pem: it exists already')
  assert.equal(readdirSync(join(home, 'linked-public')), ['public_key.pem'])
  assert.not.ok(readdirSync(home).includes('nowhere'))
})

keygen('says what is wrong with the folder', async () => {
  file('a-file', '')
  await fails(['keygen', '--out', 'a-file'], 'a-file: it exists already')
  await fails(['keygen', '--out', 'a-file/below'], 'a-file/below: a part of its path is not a folder')
  await fails(['keygen', '--out='], '--out: expected the name of a folder')
})
