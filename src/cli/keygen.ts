import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { command, oneOf, option, string } from 'cmd-ts'
import { newKeyPair } from '../node/keyPair.ts'
import * as args from './arguments.ts'
import { fileReason } from './files.ts'
import { CommandError, type Outcome } from './Outcome.ts'

export const keygen = command({
  name: 'keygen',
  description: 'Makes an RSA key pair: private_key.pem to keep, public_key.pem to register',
  args: {
    out: option({ long: 'out', type: { ...string, displayName: 'folder' }, description: 'where the two files go; made if it is not there' }),
    bits: option({
      long: 'bits',
      type: oneOf(['2048', '3072', '4096']),
      defaultValue: () => '2048' as const,
      defaultValueIsSerializable: true,
      description: '2048, 3072 or 4096',
    }),
    json: args.json,
  },
  handler: async ({ out, bits }): Promise<Outcome> => {
    const privateFile = join(out, 'private_key.pem')
    const publicFile = join(out, 'public_key.pem')
    for (const path of [privateFile, publicFile]) await refuseIfThere(path)
    const pair = await newKeyPair(Number(bits) as 2048 | 3072 | 4096)()
    await writing(out, () => mkdir(out, { recursive: true }))
    // `wx` refuses a file that has appeared meanwhile; the mode is set before the first byte is there.
    await writing(privateFile, () => writeFile(privateFile, pair.privateKey, { flag: 'wx', mode: 0o600 }))
    await writing(publicFile, () => writeFile(publicFile, pair.publicKey, { flag: 'wx' }))
    return {
      exit: 0,
      text: `private key  ${privateFile}  (${bits} bits, PKCS#8; keep it secret)\npublic key   ${publicFile}  (SPKI; register it with the service)\n`,
      json: { private_key: privateFile, public_key: publicFile, bits: Number(bits) },
    }
  },
})

const refuseIfThere = async (path: string): Promise<void> => {
  const there = await access(path).then(
    () => true,
    () => false,
  )
  if (there) throw new CommandError(2, `${path} is there already, and a key is never overwritten; name another folder with --out`)
}

const writing = async (path: string, write: () => Promise<unknown>): Promise<void> => {
  try {
    await write()
  } catch (thrown) {
    throw new CommandError(2, `--out ${path}: ${fileReason(thrown)}`)
  }
}
