/**
 * How much memory it takes at its peak to verify a body of 512 MiB that nobody keeps, above a Node process that does nothing;
 * in MB of 1,048,576 bytes. Each measurement is a process of its own, for a peak never falls; the process reads its own. The
 * body is a file with nothing in it but holes, so that no disk takes part.
 */
import { createSign } from 'node:crypto'
import { createReadStream, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Authorization, Signature, StringToSign } from 'countersign'
import { isLeft } from 'fp-ts/lib/Either.js'
import { temporaryFolder } from '../temporary.ts'
import { interleaved, median, type Row } from './measure.ts'
import { peakOf, tellPeak } from './peak.ts'
import { keyPair, now, publicPem } from './requests.ts'

const bytes = 2 ** 29
const rounds = 9

/** A program's only argument, as JSON. */
interface Task {
  readonly path: string
  readonly bytes: number
  readonly now: number
  readonly key: string
  /** The request's signature, and the body's own, for programs that verify only the body. */
  readonly authorization: string
  readonly signature: string
}

const told = 'const { path, bytes, now, key, authorization, signature } = JSON.parse(process.argv[1])'
const verifier = `
import { createVerifier } from 'countersign/server'
${told}
const verifier = await createVerifier({ keys: { 'app-1': key }, clock: () => now })
const verify = async (body) => {
  const request = { method: 'PUT', target: '/uploads/1', authorization, body, limit: bytes }
  if ((await verifier.verifyStream(request)).bodyLength !== bytes) process.exit(1)
}`

/** The programs, as a user would write them. */
const programs = {
  nothing: tellPeak,
  /** As a file is verified that is too large to be kept. */
  file: `
import { fileParts } from 'countersign/server'
${verifier}
await verify(fileParts(path))
${tellPeak}`,
  /** A stream of Node with nothing of ours: it takes new memory for each part and leaves the old to the collector. */
  bare: `
import { createVerify } from 'node:crypto'
import { createReadStream } from 'node:fs'
${told}
const verify = createVerify('sha256')
for await (const part of createReadStream(path)) verify.update(part)
if (!verify.verify(key, signature, 'base64')) process.exit(1)
${tellPeak}`,
} as const

type Program = keyof typeof programs

const signedFile = async (path: string): Promise<Task> => {
  writeFileSync(path, '')
  truncateSync(path, bytes)
  const parts = { method: 'PUT', target: '/uploads/1', timestamp: now, nonce: 'n-1' } as StringToSign.Parts
  const request = createSign('sha256').update(StringToSign.head(parts))
  const body = createSign('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    request.update(part)
    body.update(part)
  }
  const written = Authorization.serialize({
    _tag: 'Signed',
    authType: 'SVC-SHA256-RSA',
    appId: 'app-1',
    nonce: parts.nonce,
    timestamp: now,
    signature: Signature.ofBytes(request.sign(keyPair.privateKey)),
  } as Authorization.Signed)
  if (isLeft(written)) throw new Error('the header is too long')
  const signature = body.sign(keyPair.privateKey, 'base64')
  return { path, bytes, now, key: publicPem, authorization: written.right, signature }
}

export const streamRows = async (): Promise<ReadonlyArray<Row>> => {
  const task = JSON.stringify(await signedFile(join(temporaryFolder('bench'), 'body')))
  const names = Object.keys(programs) as Array<Program>
  const peaks = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<Program, Array<number>>
  const turn = (name: Program) => (): number => peaks[name].push(peakOf(programs[name], task))
  await interleaved(Object.fromEntries(names.map((name) => [name, turn(name)])), rounds, 0, 'wall')
  const above = (name: Program): number => median(peaks[name]) - median(peaks.nothing)
  return [
    { id: 'stream-rss', value: above('file'), unit: 'MB above an empty process, a file by fileParts' },
    { id: 'peer-node-rss', value: above('bare'), unit: 'MB, node:fs and createVerify on a stream of it' },
  ]
}
