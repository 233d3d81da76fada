/**
 * The `openssl` command as a second opinion. Its files are removed when the process ends.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireTool } from '../../scripts/tools.ts'
import { lastingFolder } from './folder.ts'
import type { TestKey } from './keys.ts'

const folder = lastingFolder()

let files = 0
const file = (content?: string | Uint8Array): string => {
  const path = join(folder, String(files++))
  if (content !== undefined) writeFileSync(path, content)
  return path
}

const openssl = (...args: ReadonlyArray<string>): string =>
  execFileSync(requireTool('openssl'), args, { encoding: 'utf8', stdio: 'pipe' })

/** `openssl dgst -sha256 -sign`. */
export const sign = (key: TestKey, message: Uint8Array): Buffer => {
  const out = file()
  openssl('dgst', '-sha256', '-sign', file(key.privatePem), '-out', out, file(message))
  return readFileSync(out)
}

/** `openssl dgst -sha256 -verify`. */
export const verifies = (key: TestKey, message: Uint8Array, signature: Uint8Array): boolean => {
  try {
    return openssl(
      'dgst',
      '-sha256',
      '-verify',
      file(key.publicPem),
      '-signature',
      file(signature),
      file(message),
    ).includes('OK')
  } catch {
    return false
  }
}

/** A self-signed certificate for the key, for 127.0.0.1 and localhost, or for others. */
export const certificate = (key: TestKey, hosts = 'DNS:localhost,IP:127.0.0.1'): string => {
  const names = `subjectAltName=${hosts}`
  return openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    file(key.privatePem),
    '-subj',
    '/CN=localhost',
    '-days',
    '2',
    '-addext',
    names,
  )
}

/** The private key in PKCS#8, encrypted by the command with these options. */
export const encrypted = (key: TestKey, passphrase: string, ...options: ReadonlyArray<string>): string =>
  openssl('pkcs8', '-topk8', '-in', file(key.privatePem), '-passout', `pass:${passphrase}`, ...options)

/** SipHash-1-3 with 128 bits of output, as hexadecimal digits in lower case. */
export const sipHash = (key: Uint8Array, message: Uint8Array): string => {
  const options = ['c-rounds:1', 'd-rounds:3', 'size:16', `hexkey:${Buffer.from(key).toString('hex')}`]
  const macopts = options.flatMap((option) => ['-macopt', option])
  return openssl('mac', ...macopts, '-in', file(message), 'SipHash')
    .trim()
    .toLowerCase()
}
