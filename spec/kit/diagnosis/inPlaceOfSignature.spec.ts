/**
 * What stands in the header in place of a signature. Each word about it is true of it, and no unknown text is quoted: it may be a secret.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { unopenedFaults } from '../../../src/kit/diagnosis/unopenedFaults.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const place = suite('in place of a signature')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

const reportOn = (signature: string): Report =>
  diagnose(
    { method: 'GET', target: '/v1/jobs', authorization: [line(signature)], body: new Uint8Array(), keys, now },
    hash,
    1_000_000,
  )

const fits = (length: number): boolean => length === 256

const wordsOn = (signature: string): string =>
  unopenedFaults(signature, fits)
    .map(({ id, detail, telling }) => `${id}: ${detail}: ${telling?.what} ${telling?.remedy}`)
    .join()

const rightSignature = signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`)
const rightBytes = Buffer.from(rightSignature, 'base64')

// ---- No secret is quoted

/** Programs print these round a value. */
const around: ReadonlyArray<(secret: string) => string> = [
  (secret) => secret,
  (secret) => `$${secret}`,
  (secret) => `{${secret}}`,
  (secret) => `{{${secret}}}`,
  (secret) => `<${secret}>`,
  (secret) => `[${secret}]`,
  (secret) => `%${secret}%`,
  (secret) => `:${secret}`,
  (secret) => `__${secret}__`,
  (secret) => `Error: invalid password ${secret}`,
  (secret) => `${secret}: command not found`,
  (secret) => `<function ${secret} at 0x7f2a>`,
  (secret) => `<${secret} object at 0x7f2a>`,
  (secret) => `[Function: ${secret}]`,
  (secret) => `[object ${secret}]`,
  (secret) => `Promise { '${secret}' }`,
  (secret) => `com.example.${secret}.Key@1b6d3586`,
  (secret) => `#<${secret}>`,
  (secret) => `SHA2-256(${secret})= ${'ab'.repeat(32)}`,
  (secret) => `SHA2-256(${secret})= ${rightBytes.toString('hex')}`,
  (secret) => `https://user:${secret}@jobs.example/`,
  (secret) => `$2b$10$${secret}`,
]

/** A secret that no word of a list contains. */
const secrets = fc.stringMatching(/^[A-Z][a-z]{3}[0-9]{4}[a-z]{3}$/)

place('for all secrets: none is quoted, plain or in Base64, whatever is printed round it', () =>
  forAll([secrets, fc.constantFrom(...around), fc.boolean()], { numRuns: 200 }, (secret, print, isEncoded) => {
    const printed = print(secret)
    const words = JSON.stringify(reportOn(isEncoded ? Buffer.from(printed).toString('base64') : printed).findings)
    assert.not.match(words.toLowerCase(), new RegExp(secret.toLowerCase()))
  }),
)

place('known words are quoted: they help, and are no secret', () => {
  assert.match(wordsOn('{{signature}}'), /\{\{signature\}\}, not filled in: .*looks like a variable or a placeholder/)
  assert.match(wordsOn('$Passw0rd123'), /\$…, not filled in/)
  assert.match(wordsOn('<your signature>'), /<your signature>, not filled in/)
  assert.match(wordsOn('Error: no such file'), /a text of 19 characters\. .* because it says "no such file"/)
})

// ---- Each word is true

const printedTexts: ReadonlyArray<readonly [text: string, words: RegExp]> = [
  ['null', /null is not a signature\. Programs print it for a missing value/],
  ['<nil>', /Programs print it for a missing value/],
  ['NULL', /Programs print it for a missing value/],
  ['1', /what some functions return/],
  ['Verified OK', /what openssl prints after it has verified one/],
  ['[REDACTED]', /the word redacted .* mask secrets/],
  ['***removed***', /the word removed .* mask secrets/],
  ["Instance of 'Future<String>'", /a result that is not there yet/],
  ['table: 0x55d0', /an object or a list/],
  ['CODE(0x55d0)', /a function, which was not called/],
  ['CHANGE_ME', /a placeholder/],
  [`HMAC-SHA256 ${'ab'.repeat(32)}`, /64 hexadecimal digits, as many as a digest/],
  ['[object Promise]', /a result that is not there yet/],
  ['System.Threading.Tasks.Task`1[System.String]', /a result that is not there yet/],
  ['<bound method Signer.sign of <Signer>>', /a function, which was not called/],
  ['[AsyncFunction: sign]', /a function, which was not called/],
  ['System.Byte[]', /an object or a list, without the bytes in it/],
  ['<memory at 0x7f2a>', /an object or a list/],
  ['<Buffer 3a ef 01 ... 253 more bytes>', /an object or a list/],
  ['Resource id #5', /an object or a list/],
  ['#'.repeat(60), /repeats the character # 60 times/],
  ['2f1c0d0e-93a2-4b57-a1f0-c2d4e5b69788', /sent a UUID/],
  ['https://jobs.example/sign', /sent a URL/],
  ['$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', /sent the hash of a password/],
  ['hunter22', /only 8 characters/],
  [`SHA2-256(stdin)= ${'ab'.repeat(32)}`, /64 hexadecimal digits, as many as a digest or an HMAC of 256 bits/],
  [`sha256=${'ab'.repeat(32)}`, /64 hexadecimal digits, as many as a digest/],
  [Buffer.from('ab'.repeat(32)).toString('base64'), /64 hexadecimal digits in Base64, as many as a digest/],
  [Buffer.from('ab'.repeat(128)).toString('base64'), /a text of 256 hexadecimal digits/],
  [Buffer.alloc(256).toString('base64'), /Each of the 256 bytes of the decoded signature is zero/],
  ['-----BEGIN PGP SIGNATURE-----', /sent a PGP signature/],
]

for (const [text, words] of printedTexts)
  place(`${text.slice(0, 40)}: in words that are true, in both languages`, () => {
    assert.match(wordsOn(text), words)
    for (const { telling } of unopenedFaults(text, fits))
      for (const sentence of [telling?.what, telling?.remedy])
        if (sentence !== undefined) assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)
  })

const derOf = (key: KeyObject, format: object): string =>
  (key.export(format as never) as unknown as Buffer).toString('base64')

const pem = (label: string, base64: string): string => `-----BEGIN ${label}-----${base64}-----END ${label}-----`

place('structures of DER, also with the labels of PEM', () => {
  const dsa = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const edwards = generateKeyPairSync('ed25519')
  const secret = { cipher: 'aes-256-cbc', passphrase: 'x' }
  const named: ReadonlyArray<readonly [string, RegExp]> = [
    [sign('sha256', Buffer.from('x'), dsa.privateKey).toString('base64'), /an ECDSA or a DSA signature/],
    [sign('sha256', Buffer.from('x'), ec.privateKey).toString('base64'), /an ECDSA or a DSA signature/],
    [sign(null, Buffer.from('x'), edwards.privateKey).toString('base64'), /64 bytes.*Perhaps.* an Ed25519 or an ECDSA/],
    [derOf(ec.privateKey, { type: 'sec1', format: 'der' }), /: a private key:/],
    [derOf(edwards.privateKey, { type: 'pkcs8', format: 'der' }), /: a private key:/],
    [derOf(rsa.privateKey, { type: 'pkcs8', format: 'der', ...secret }), /an encrypted private key/],
    [derOf(rsa.publicKey, { type: 'pkcs1', format: 'der' }), /: a public key:/],
    [derOf(edwards.publicKey, { type: 'spki', format: 'der' }), /: a public key:/],
    [pem('PRIVATE KEY', derOf(rsa.privateKey, { type: 'pkcs8', format: 'der' })), /: a private key:/],
    [Buffer.from(`3031300d060960864801650304020105000420${'ab'.repeat(32)}`, 'hex').toString('base64'), /a DigestInfo/],
  ]
  for (const [text, words] of named) assert.match(wordsOn(text), words)
})

const base32 = (bytes: Uint8Array): string =>
  (
    Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map((bits) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(bits.padEnd(5, '0'), 2)])
    .join('')

place('for both cases of Base32: it is read, and no change of case is told', () => {
  for (const written of [base32(rightBytes), base32(rightBytes).toLowerCase(), `${base32(rightBytes)}======`]) {
    const { exact, findings } = reportOn(written)
    assert.ok(exact)
    assert.equal(
      findings.map(({ id, detail }) => [id, detail]),
      [['signature-base64url', 'Base32']],
    )
  }
})

place('digits that were cut are perhaps without zeros, and letters alone are a first line', () => {
  assert.match(wordsOn(rightBytes.toString('hex').slice(0, 500)), /500 hexadecimal digits instead of 512\. Perhaps/)
  assert.match(wordsOn(rightSignature.slice(0, 76)), /perhaps the first line of wrapped Base64/)
  assert.not.match(wordsOn(`!${rightSignature.slice(0, 75)}`), /first line/)
})

place('bytes without their highest bit have control characters among them, and a text has none', () => {
  const masked = Buffer.from(rightBytes.map((byte) => byte & 0x7f)).toString('base64')
  assert.match(wordsOn(masked), /text of seven bits/)
  assert.not.match(wordsOn(Buffer.from('a'.repeat(100) + 'b'.repeat(156)).toString('base64')), /seven bits/)
})

place('a number in decimal digits, bytes with \\x before each, and Base64 in UTF-16 are read', () => {
  const decimal = BigInt(`0x${rightBytes.toString('hex')}`).toString()
  const escaped = rightBytes.toString('hex').replace(/../g, '\\x$&')
  const wide = Buffer.from(rightSignature, 'utf16le').toString('base64')
  for (const [written, id] of [
    [decimal, 'signature-hex'],
    [escaped, 'signature-hex'],
    [wide, 'signature-double-base64'],
  ] as const) {
    const { exact, findings } = reportOn(written)
    assert.equal([exact, findings.map((found) => found.id)], [true, [id]], written.slice(0, 30))
  }
})

place('one space in a signature with plus signs: no plus sign was decoded', () => {
  const at = rightSignature.search(/[A-Za-z0-9]{3}/) + 1
  const written = `${rightSignature.slice(0, at)} ${rightSignature.slice(at + 1)}`
  assert.ok(written.includes('+'))
  assert.not.match(wordsOn(written), /plus-as-space/)
})

place('the Base64 of JSON has no signature after its first bytes', () => {
  const written = Buffer.from(JSON.stringify({ signature: rightSignature })).toString('base64')
  assert.not.match(wordsOn(written), /bytes of text before/)
})

place('bytes that look like marks are no look-alikes in a header that has all its items', () => {
  const { findings } = reportOn(`${rightSignature.slice(0, 100)}\u00a0\u00e9${rightSignature.slice(102)}`)
  assert.not.ok(findings.some(({ what }) => what.includes('look like')))
})

place('quotation marks are named as they are: single ones, and one without another', () => {
  const whatOn = (value: string): string =>
    reportOn(value)
      .findings.map(({ what }) => what)
      .join()
  assert.match(whatOn(`"${rightSignature}"`), /in double quotes/)
  assert.match(whatOn(`'${rightSignature}'`), /in single quotes|' (?:and|round|before)/)
  assert.not.match(whatOn('[1] "abc"'), /double quotes/)
})

place('the code of a program in place of its result is told as code', () => {
  for (const code of ['<script>document.write(test());</script>', '<?php echo $signature ?>', '<?= $signature ?>']) {
    const { findings } = reportOn(code)
    assert.equal(
      findings.map(({ id, what }) => [id, what]),
      [['signature-not-rsa', 'The caller sent the code of a program in place of the signature.']],
      code,
    )
    assert.ok(/[\u4e00-\u9fff]/.test(say(findings[0]?.what ?? '')))
  }
  for (const other of ['<signature>', '<scripted>', '<?xml version="1.0"?>'])
    assert.not.match(wordsOn(other), /the code of a program/, other)
})

place('each other order of the bytes has words of its own', () => {
  const wordsOnBytes = (bytes: Uint8Array): ReadonlyArray<string> =>
    reportOn(Buffer.from(bytes).toString('base64')).findings.map(({ id, what }) => `${id}: ${what}`)
  assert.match(wordsOnBytes(rightBytes.toReversed()).join(), /^signature-byte-order: .* in reverse order\. CryptoAPI/)
  assert.match(
    wordsOnBytes(Buffer.from(rightBytes).swap16()).join(),
    /^signature-byte-order: The two bytes of each pair of the signature are exchanged\. hexdump and od -x/,
  )
  assert.match(wordsOnBytes(Buffer.from(rightBytes).swap32()).join(), /^unknown-key: /)
})
