/** `countersign keygen`: makes a key pair in a folder, and never overwrites one. */
import { createHash, createPublicKey, generateKeyPair } from 'node:crypto'
import { access, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as Fingerprint from '../../core/Fingerprint.ts'
import * as args from './arguments.ts'
import { usable } from './files.ts'
import { type Command, command, defaulting, option } from './grammar.ts'
import { CommandError, type Outcome } from './Outcome.ts'
import { withNote } from './terminal.ts'

const sizes = { '2048': 2048, '3072': 3072, '4096': 4096 } as const
type Bits = keyof typeof sizes

export const keygen: Command = command({
  args: {
    out: option(args.folder, 'the folder for private_key.pem and public_key.pem; it is created if it does not exist'),
    bits: defaulting(args.oneOf<Bits>('BITS', ['2048', '3072', '4096']), '2048', '2048, 3072 or 4096'),
  },
  example: '--out my-key',
  run: async ({ out, bits }, world): Promise<Outcome> => {
    const privateFile = join(out, 'private_key.pem')
    const publicFile = join(out, 'public_key.pem')
    await usable(out, mkdir(out, { recursive: true }))
    for (const path of [privateFile, publicFile]) await refuseIfThere(path)
    const pair = await withNote(`making a key of ${bits} bits…`, newKeyPair(sizes[bits]), world)
    await writeNew(privateFile, pair.privateKey, 0o600)
    // A private key without its public key would make the next run refuse the folder.
    await writeNew(publicFile, pair.publicKey, 0o666).catch(async (thrown) => {
      await rm(privateFile, { force: true })
      throw thrown
    })
    const fingerprint = fingerprintOf(pair.publicKey)
    const shown = Fingerprint.short(fingerprint)
    return {
      exit: 0,
      text: ({ bold }) =>
        `${bold(privateFile)}  the private key, ${bits} bits; keep it secret\n${bold(publicFile)}   the public key, ${shown}; register it with the service\n`,
      json: { private_key: privateFile, public_key: publicFile, bits: sizes[bits], fingerprint },
    }
  },
})

/** Writes a new file, or leaves none. */
const writeNew = async (path: string, content: string, mode: number): Promise<void> => {
  // `wx` refuses a file that has appeared meanwhile; the mode is set before the first byte is there.
  const file = await usable(path, open(path, 'wx', mode))
  const written = file.writeFile(content).finally(() => file.close())
  await usable(
    path,
    written.catch(async (thrown) => {
      await rm(path, { force: true })
      throw thrown
    }),
  )
}

const newKeyPair = (modulusLength: number) =>
  promisify(generateKeyPair)('rsa', {
    modulusLength,
    publicExponent: 65537,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

/** As verdicts show it: a service finds the key by it. */
const fingerprintOf = (publicKey: string): Fingerprint.Fingerprint => {
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return Fingerprint.ofDigest(createHash('sha256').update(spki).digest())
}

const refuseIfThere = async (path: string): Promise<void> => {
  if ((await access(path).catch(() => 'absent')) === 'absent') return
  throw new CommandError(2, `${path} exists already, and a key is never overwritten; name another folder with --out`)
}
