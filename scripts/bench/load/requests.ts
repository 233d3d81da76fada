/**
 * Requests that are signed before anything is measured: a signature costs the caller ten times what it costs the verifier,
 * and a generator that signs would be what is measured.
 */
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createSigner } from 'countersign/client'
import type { Variant } from './variants.ts'

export const appId = 'app-1'
/** Seconds: longer than a run takes, since all requests are signed at its start. */
export const maxAge = 3600

const signedBytes = 400
const text = '{"text":"a lighthouse at dawn"} '
const largeBody = Buffer.alloc(2 ** 20, text)
/** Every fiftieth body is large: 2 %. */
const largeEvery = 50
/** Signatures that are under way at a time, more than the pool has threads. */
const atOnce = 64

export interface Requests {
  /** What `replay.lua` is told. */
  readonly args: ReadonlyArray<string>
  readonly count: number
}

/** `count` requests in files of `folder`. */
export const signRequests = async (
  folder: string,
  privateKey: string,
  kind: Variant['requests'],
  count: number,
): Promise<Requests> => {
  const signer = await createSigner({ appId, privateKey, where: 'pool' })
  const sign = (body: Uint8Array) => signer.sign({ method: 'POST', url: '/v1/jobs', body })
  const { stringToSign } = await sign(new Uint8Array(0))
  const body = Buffer.alloc(signedBytes - stringToSign.length, text)
  const every = kind === 'mixed' ? largeEvery : 0

  const files = ['authorizations', 'body', 'large-body'].map((name) => join(folder, `${kind}-${count}-${name}`))
  const [authorizations = '', bodyFile = '', largeFile = ''] = files
  writeFileSync(bodyFile, body)
  writeFileSync(largeFile, largeBody)
  const lines = createWriteStream(authorizations)
  for (let first = 0; first < count; first += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - first) }, async (_, i) => {
      const { authorization } = await sign(every > 0 && (first + i) % every === 0 ? largeBody : body)
      return `${authorization}\n`
    })
    lines.write((await Promise.all(batch)).join(''))
  }
  lines.end()
  await finished(lines)
  return { args: [...files, String(every)], count }
}
