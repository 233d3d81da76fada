/** The command `key`: what it says of a file, and that each command it names makes a usable key: openssl and ssh-keygen run it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTool, requireTool } from '../../../scripts/tools.ts'
import { encryptedPem, rsa } from '../../support/keys.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { countersign, file, home, privateKey, publicKey, read, shell } from './command.ts'

const key = rsa(2048, 'app-1')
const spki = key.publicKey.export({ type: 'spki', format: 'der' })
const fingerprint = createHash('sha256').update(spki).digest('hex')
const pkcs1 = key.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string

const said = async (name: string, env: Readonly<Record<string, string>> = {}) => {
  const { code, out, err } = await countersign(['key', '--json', name], { env })
  assert.is(err, '')
  const [only] = JSON.parse(out).keys
  return { code, ...only }
}

const telling = suite('countersign key')

telling('tells form, bits and fingerprint of each file', async () => {
  const { code, out } = await countersign(['key', privateKey, publicKey])
  const line = `  2048 bits, sha256:${fingerprint.slice(0, 8)} (${fingerprint})`
  assert.is(
    out,
    `private.pem\n  a private key, PKCS#8, in PEM\n${line}\npublic.pem\n  a public key, SPKI, in PEM\n${line}\n`,
  )
  assert.is(code, 0)
})

telling('tells every form of one key by the same fingerprint', async () => {
  const files: ReadonlyArray<readonly [name: string, content: string | Uint8Array, kind: string]> = [
    ['a.pem', pkcs1, 'a private key, PKCS#1, in PEM'],
    ['a.der', key.privateKey.export({ type: 'pkcs8', format: 'der' }), 'a private key, PKCS#8, in DER'],
    ['a.jwk', JSON.stringify(key.privateKey.export({ format: 'jwk' })), 'a private key, JWK'],
    ['b.pem', key.publicKey.export({ type: 'pkcs1', format: 'pem' }) as string, 'a public key, PKCS#1, in PEM'],
    ['b.der', spki, 'a public key, SPKI, in DER'],
    ['b.jwk', JSON.stringify(key.publicKey.export({ format: 'jwk' })), 'a public key, JWK'],
    ['set.json', JSON.stringify({ keys: [key.publicKey.export({ format: 'jwk' })] }), 'a JWK Set'],
  ]
  for (const [name, content, kind] of files)
    assert.equal(await said(file(name, content)), { code: 0, file: name, kind, keys: [{ bits: 2048, fingerprint }] })
})

telling('opens an encrypted key by the passphrase of the environment', async () => {
  const locked = file('locked-key.pem', encryptedPem(key, 'sesame'))
  const kind = 'a private key, PKCS#8 with a passphrase, in PEM'
  const opened = await said(locked, { COUNTERSIGN_PASSPHRASE: 'sesame' })
  assert.equal(opened, { code: 0, file: locked, kind, keys: [{ bits: 2048, fingerprint }] })
  const wrong = await said(locked, { COUNTERSIGN_PASSPHRASE: 'mellon' })
  assert.equal([wrong.code, wrong.kind, /does not open/.test(wrong.problem)], [1, kind, true])
})

telling('--public writes the public half, and nothing over what is there', async () => {
  const { code } = await countersign(['key', privateKey, '--public', 'half.pem'])
  assert.equal([code, read('half.pem')], [0, key.publicPem])
  const again = await countersign(['key', privateKey, '--public', 'half.pem'])
  assert.equal([again.code, again.err], [2, 'error: --public half.pem: it exists already\n'])
  const two = await countersign(['key', privateKey, publicKey, '--public', 'two.pem'])
  assert.match(two.err, 'give exactly one usable key; there are 2')
})

telling('of several files each is told, and one that is unusable ends with 1', async () => {
  const short = rsa(1024).privatePem
  const { code, out } = await countersign(['key', privateKey, file('short.pem', short), file('none.txt', 'hello')])
  assert.is(code, 1)
  assert.match(out, 'not usable: the modulus is shorter than 2048 bits')
  assert.match(out, 'none.txt\n  not usable: this is not a key')
  assert.is((await countersign(['key', 'nowhere'])).code, 2)
  assert.match((await countersign(['key'])).err, 'FILE is missing')
})

telling('verify takes a public key from the environment, and APPID=FILE', async () => {
  const head = ['verify', '--method', 'POST', '--target', '/', '--authorization', 'x', '--json']
  const env = { COUNTERSIGN_PUBLIC_KEY: key.publicPem }
  assert.equal(JSON.parse((await countersign(head, { env })).out).outcome, 'reject')
  assert.equal(JSON.parse((await countersign([...head, '--public-key', `app-1=${publicKey}`])).out).outcome, 'reject')
  const damaged = { COUNTERSIGN_PUBLIC_KEY: key.publicPem.slice(0, 300) }
  const { out } = await countersign(head, { env: damaged })
  assert.match(out, 'COUNTERSIGN_PUBLIC_KEY: the end of the PEM is missing')
  assert.not.match(out, key.publicPem.slice(100, 120))
})

/** Runs the command that `key` names for a file, and holds the key that it makes to ours. */
const turned = async (name: string, what: RegExp, env: Readonly<Record<string, string>> = {}): Promise<void> => {
  const { code, problem, command } = await said(name)
  assert.is(code, 1, name)
  assert.match(problem, what)
  const ran = await shell(command, env)
  assert.is(ran.code, 0, `${command}: ${ran.err}`)
  const made = `${name.replace(/\.(?:pem|txt|pub)$/, '')}.new.${command.includes('base64') ? 'der' : 'pem'}`
  const { keys, problem: left } = await said(made)
  assert.is(left, undefined, `${command}: ${left}`)
  assert.is(keys[0]?.fingerprint, fingerprint, command)
}

const tool = (name: string, ...args: ReadonlyArray<string>): Buffer =>
  execFileSync(requireTool(name), args, { cwd: home, stdio: 'pipe' })

const damaged: ReadonlyArray<readonly [name: string, content: string | Uint8Array, what: RegExp]> = [
  ['escaped one.pem', key.privatePem.replaceAll('\n', '\\n'), /backslash-n/],
  ['quoted.pem', `"${key.privatePem.trim()}"\n`, /quotes around/],
  ['mixed.pem', `\\'${key.privatePem.trim().replaceAll('\n', '\\n')}\\'`, /backslashes/],
  ['string.json', JSON.stringify(key.privatePem), /JSON string/],
  [
    'within.json',
    JSON.stringify(JSON.stringify(key.privateKey.export({ format: 'jwk' }))).slice(1, -1),
    /within a JSON string/,
  ],
  ['bare.txt', key.privatePem.replace(/-----.*-----/g, '').trim(), /Base64 of a key/],
  ['wide.pem', Buffer.from(`\ufeff${key.privatePem}`, 'utf16le'), /UTF-16/],
  ['around.pem', `Bag Attributes\n    friendlyName: x\n${key.privatePem}`, /text before or after/],
  [
    'label1.pem',
    key.privatePem.replaceAll('PRIVATE KEY', 'RSA PRIVATE KEY'),
    /name RSA PRIVATE KEY, but the content is a PRIVATE KEY/,
  ],
  [
    'label2.pem',
    pkcs1.replaceAll('RSA PRIVATE KEY', 'PRIVATE KEY'),
    /name PRIVATE KEY, but the content is a RSA PRIVATE KEY/,
  ],
  [
    'label3.pem',
    key.publicPem.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY'),
    /name RSA PUBLIC KEY, but the content is a PUBLIC KEY/,
  ],
]

for (const [name, content, what] of damaged)
  telling(`names the command that turns ${name}, and it does`, () => turned(file(name, content), what))

needs('openssl', telling)('names the command that turns PKCS#12 and encrypted files, and openssl does', async () => {
  tool('openssl', 'req', '-x509', '-key', privateKey, '-subj', '/CN=app-1', '-out', 'cert.pem')
  tool('openssl', 'pkcs12', '-export', '-inkey', privateKey, '-in', 'cert.pem', '-passout', 'pass:', '-out', 'app.p12')
  assert.equal((await said('cert.pem')).keys[0].fingerprint, fingerprint)
  const { problem, command } = await said('app.p12')
  assert.match(problem, 'this is a PKCS#12 file')
  assert.is(command, 'openssl pkcs12 -in app.p12 -nocerts -nodes | openssl pkey -out app.new.pem')
  // A person types the passphrase; here it is an option.
  const typed = (line: string, options: string): string => line.replace(/(openssl \w+)/, `$1 ${options}`)
  assert.is((await shell(typed(command, '-passin pass:'))).code, 0)
  assert.is((await said('app.new.pem')).keys[0].fingerprint, fingerprint)

  tool('openssl', 'rsa', '-traditional', '-aes128', '-passout', 'pass:sesame', '-in', privateKey, '-out', 'old.pem')
  const old = await said('old.pem')
  assert.match(old.problem, 'the old encryption of PKCS#1')
  assert.is((await shell(typed(old.command, '-passin pass:sesame -passout pass:sesame'))).code, 0)
  assert.is((await said('old.new.pem', { COUNTERSIGN_PASSPHRASE: 'sesame' })).keys[0].fingerprint, fingerprint)

  const locked = await said(file('shut.pem', encryptedPem(key, 'sesame')))
  assert.match(locked.problem, 'give its passphrase in COUNTERSIGN_PASSPHRASE')
  assert.is((await shell(typed(locked.command, '-passin pass:sesame'))).code, 0)
  assert.is((await said('shut.new.pem')).keys[0].fingerprint, fingerprint)
})

needs('ssh-keygen', telling)('names the command that turns files of OpenSSH, and ssh-keygen does', async () => {
  file('id_app', pkcs1)
  tool('chmod', '600', 'id_app')
  file('id_app.pub', tool('ssh-keygen', '-y', '-f', 'id_app'))
  file('id_app.ssh2', tool('ssh-keygen', '-e', '-m', 'RFC4716', '-f', 'id_app.pub'))
  tool('ssh-keygen', '-q', '-p', '-N', '', '-f', 'id_app')
  assert.match(readFileSync(join(home, 'id_app'), 'utf8'), 'BEGIN OPENSSH PRIVATE KEY')
  await turned('id_app.pub', /a public key of OpenSSH/)
  await turned('id_app.ssh2', /in the format of SSH2/)
  await turned('id_app', /a private key of OpenSSH/)
  const sign = ['sign', '--private-key', 'id_app', '--app-id', 'app-1', '--method', 'GET', '--url', '/']
  assert.match(
    (await countersign(sign)).err,
    '--private-key id_app: the private key is not usable: this is a private key of OpenSSH; convert it: cp id_app id_app.new.pem',
  )
  assert.ok(findTool('ssh-keygen'))
})
