/**
 * Requests that are signed before the measurement: signing costs ten times as much as verifying, so a generator that signs
 * would be the bottleneck.
 */
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createSigner } from 'countersign/client'
import { appId } from '../peers/Peer.ts'
import { signer as tokenSigner } from './peers.ts'
import type { Kind } from './variants.ts'

const signedBytes = 400
const text = '{"text":"a lighthouse at dawn"} '
const largeBody = Buffer.alloc(2 ** 20, text)
/** Every fiftieth body is large: 2 %. */
const largeEvery = 50
/** Concurrent signatures: more than the pool has threads. */
const atOnce = 64

export interface Requests {
  /** The argument of `replay.lua`. */
  readonly args: ReadonlyArray<string>
  readonly count: number
}

/** Writes `count` requests to files in `folder`. */
export const signRequests = async (
  folder: string,
  privateKey: string,
  kind: Kind,
  count: number,
): Promise<Requests> => {
  const signer = await createSigner({ appId, privateKey, cryptoOn: 'pool' })
  const sign = (body: Uint8Array) => signer.sign({ method: 'POST', url: '/v1/jobs', body })
  const { stringToSign } = await sign(new Uint8Array(0))
  const body = Buffer.alloc(signedBytes - stringToSign.length, text)
  const every = kind === 'mixed' ? largeEvery : 0
  const token = kind === 'token' ? await tokenSigner(privateKey) : undefined
  const headersOf = async (i: number): Promise<string> =>
    token?.() ?? (await sign(every > 0 && i % every === 0 ? largeBody : body)).authorization

  const files = ['authorizations', 'body', 'large-body'].map((name) => join(folder, `${kind}-${count}-${name}`))
  const [authorizations = '', bodyFile = '', largeFile = ''] = files
  writeFileSync(bodyFile, body)
  writeFileSync(largeFile, largeBody)
  const lines = createWriteStream(authorizations)
  for (let first = 0; first < count; first += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - first) }, (_, i) => headersOf(first + i))
    lines.write((await Promise.all(batch)).map((line) => `${line}\n`).join(''))
  }
  lines.end()
  await finished(lines)
  return { args: [...files, String(every)], count }
}
