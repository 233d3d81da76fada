// The keys and files that every client finds.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Keys {
  /** The folder with the private keys, as the clients see it. */
  readonly folder: string
  /** The public keys that the service knows, as PEM. */
  readonly registered: Readonly<Record<string, string>>
  /** All public keys, also those that the service does not know. */
  readonly all: ReadonlyArray<KeyObject>
}

export const token = 'f3c1a09e5d7b4c62'

/** Makes the keys: `app-1` and `app-2` are registered, `staging` and `previous` are not. */
export const makeKeys = (folder: string): Keys => {
  mkdirSync(folder, { recursive: true })
  const pairs = Object.fromEntries(
    ['app-1', 'app-2', 'staging', 'previous'].map((name) => [
      name,
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]),
  )
  const write = (name: string, text: string | Buffer): void => writeFileSync(join(folder, name), text)
  const pem = (key: KeyObject): string =>
    key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()
  for (const [name, { privateKey, publicKey }] of Object.entries(pairs)) {
    write(`${name}.pem`, pem(privateKey))
    write(`${name}.public.pem`, pem(publicKey))
    write(`${name}.pkcs1.pem`, privateKey.export({ type: 'pkcs1', format: 'pem' }))
    write(`${name}.der`, privateKey.export({ type: 'pkcs8', format: 'der' }))
  }
  const publicPem = (name: string): string => pem(pairs[name]?.publicKey as KeyObject)
  return {
    folder,
    registered: { 'app-1': publicPem('app-1'), 'app-2': publicPem('app-2') },
    all: Object.values(pairs).map(({ publicKey }) => publicKey),
  }
}

/** Fills the folder in which a client runs: job.json, and what editors and other systems make of it. */
export const writeFiles = (from: string, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(from, 'job.json'), join(folder, 'job.json'))
  const job = readFileSync(join(from, 'job.json'), 'utf8')
  writeFileSync(join(folder, 'job-windows.json'), job.replaceAll('\n', '\r\n'))
  writeFileSync(join(folder, 'job-bom.json'), `\ufeff${job}`)
  writeFileSync(join(folder, 'job-latin1.json'), Buffer.from(job, 'latin1'))
  writeFileSync(join(folder, 'client.env'), 'APP_ID=app-1\nJOBS_PATH=/v1/jobs\n')
  writeFileSync(join(folder, 'windows.env'), 'APP_ID=app-1\r\nJOBS_PATH=/v1/jobs\r\n')
}
