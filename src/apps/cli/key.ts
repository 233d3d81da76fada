/**
 * `countersign key`: says what a key file is: its form, its length, and the fingerprint by which logs and refusals name it. Of a
 * file that is no usable key it names the form, and the command that turns it into one.
 */
import { createPublicKey } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as Fingerprint from '../../core/Fingerprint.ts'
import type { KeyResult } from '../../core/KeyError.ts'
import * as KeyMaterial from '../../core/KeyMaterial.ts'
import * as PrivateKey from '../../core/PrivateKey.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import type { VerificationKey } from '../../effects/KeyRing.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import { decryptKey } from '../../platform/node/signer.ts'
import { verificationKeys } from '../../platform/node/verificationKey.ts'
import * as args from './arguments.ts'
import { readBytes, usable } from './files.ts'
import { type Command, command, optional, rest } from './grammar.ts'
import { type KeyAdvice, keyAdvice } from './keyAdvice.ts'
import { CommandError, type Outcome, type World } from './Outcome.ts'
import { passphraseFrom } from './secrets.ts'

/** What a file is. */
interface KeyFile {
  readonly file: string
  /** Its form, as far as it shows. */
  readonly kind?: string
  /** Of a JWK Set perhaps several. */
  readonly keys: ReadonlyArray<VerificationKey>
  readonly advice?: KeyAdvice
}

export const key: Command = command({
  args: {
    public: optional(
      args.file,
      'write the public key into this file, as PEM; an existing file is not overwritten. Only with one key',
    ),
    ...args.passphrase,
    file: rest('FILE...', 'files with keys, private or public; - for standard input'),
  },
  either: [args.passphraseWays],
  example: 'my-key/private_key.pem --public my-key/public.pem',
  run: async (given, world): Promise<Outcome> => {
    if (given.file.length === 0) throw new CommandError(2, 'FILE is missing: give one or more files with keys')
    const passphrase = await passphraseFrom(given, world)
    const files = await Promise.all(given.file.map((file) => keyFile(file, passphrase, world)))
    if (given.public !== undefined)
      await writePublic(
        given.public,
        files.flatMap(({ keys }) => keys),
      )
    return {
      exit: files.every(({ advice }) => advice === undefined) ? 0 : 1,
      text: ({ bold }) => files.map((file) => `${bold(visible(file.file))}\n${linesOf(file)}`).join(''),
      json: { keys: files.map(jsonOf) },
    }
  },
})

const keyFile = async (file: string, passphrase: string | undefined, world: World): Promise<KeyFile> => {
  const bytes = await readBytes('FILE', file, world)
  const kind = kindOf(bytes)
  const spki = publicHalf(bytes, passphrase)
  const input = E.isRight(spki) && spki.right !== undefined ? spki.right : bytes
  const keys = E.isLeft(spki) ? spki : await verificationKeys(input, { maxKeyBits: PublicKey.mostBits })()
  const known = kind === undefined ? { file } : { file, kind }
  return E.isLeft(keys)
    ? { ...known, keys: [], advice: keyAdvice(keys.left, bytes, file) }
    : { ...known, keys: keys.right }
}

/** The public half of a private key, as SPKI; undefined for what is no private key. */
const publicHalf = (bytes: Uint8Array, passphrase: string | undefined): KeyResult<Uint8Array | undefined> => {
  const parsed = PrivateKey.parse(bytes)
  if (E.isLeft(parsed)) return parsed.left.rule === 'public-for-private' || isSet(bytes) ? E.right(undefined) : parsed
  const opened = parsed.right._tag === 'EncryptedKey' ? decryptKey(parsed.right, passphrase) : E.right(parsed.right)
  return E.isLeft(opened) ? opened : E.right(opened.right.publicKey.spki)
}

const isSet = (bytes: Uint8Array): boolean => {
  const read = KeyMaterial.read(bytes)
  return E.isRight(read) && read.right._tag === 'JwkSet'
}

const kinds: Readonly<Record<string, string>> = {
  'PUBLIC KEY': 'a public key, SPKI',
  'RSA PUBLIC KEY': 'a public key, PKCS#1',
  CERTIFICATE: 'a certificate, X.509',
  'PRIVATE KEY': 'a private key, PKCS#8',
  'RSA PRIVATE KEY': 'a private key, PKCS#1',
  'ENCRYPTED PRIVATE KEY': 'a private key, PKCS#8 with a passphrase',
}

const kindOf = (bytes: Uint8Array): string | undefined => {
  const read = KeyMaterial.read(bytes)
  if (E.isLeft(read)) return undefined
  if (read.right._tag === 'JwkSet') return 'a JWK Set'
  if (read.right._tag === 'Jwk')
    return Object.hasOwn(read.right.jwk(), 'd') ? 'a private key, JWK' : 'a public key, JWK'
  const form = kinds[read.right.label]
  return form && `${form}, in ${bytes[0] === 0x30 ? 'DER' : 'PEM'}`
}

const writePublic = async (path: string, keys: ReadonlyArray<VerificationKey>): Promise<void> => {
  const [only] = keys
  if (keys.length !== 1 || only?.spki === undefined)
    throw new CommandError(2, `--public ${path}: give exactly one usable key; there are ${keys.length}`)
  const pem = createPublicKey({ key: Buffer.from(only.spki), format: 'der', type: 'spki' })
  await usable(`--public ${path}`, writeFile(path, pem.export({ format: 'pem', type: 'spki' }), { flag: 'wx' }))
}

const linesOf = ({ kind, keys, advice }: KeyFile): string =>
  [
    ...(kind === undefined ? [] : [`  ${kind}`]),
    ...keys.map((it) => `  ${it.signatureLength * 8} bits, ${Fingerprint.short(it.fingerprint)} (${it.fingerprint})`),
    ...(advice === undefined ? [] : [`  not usable: ${visible(advice.what)}`]),
    ...(advice?.command === undefined ? [] : [`  convert it: ${visible(advice.command)}`]),
    '',
  ].join('\n')

const jsonOf = ({ file, kind, keys, advice }: KeyFile): object => ({
  file,
  kind,
  keys: keys.map(({ fingerprint, signatureLength }) => ({ bits: signatureLength * 8, fingerprint })),
  problem: advice?.what,
  command: advice?.command,
})
