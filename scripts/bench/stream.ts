/**
 * How much memory it takes at its peak to verify a body of 512 MiB that nobody keeps, above a Node process that does nothing;
 * in MB of 1,048,576 bytes. Each measurement is a process of its own, for a peak never falls; the process reads its own. The
 * body is a file with nothing in it but holes, so that no disk takes part.
 */
import { createSign } from 'node:crypto'
import { createReadStream, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StringToSign } from 'countersign'
import { temporaryFolder } from '../temporary.ts'
import { interleaved, median, type Row } from './measure.ts'
import { peakOf, tellPeak } from './peak.ts'
import { headerOf, keyPair, now, publicPem } from './requests.ts'

const bytes = 2 ** 29
const rounds = 9

/** A program's only argument, as JSON. */
interface Task {
  readonly path: string
  readonly bytes: number
  readonly now: number
  readonly key: string
  readonly authorization: string
}

const told = 'const { path, bytes, now, key, authorization } = JSON.parse(process.argv[1])'
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
} as const

type Program = keyof typeof programs

const signedFile = async (path: string): Promise<Task> => {
  writeFileSync(path, '')
  truncateSync(path, bytes)
  const parts = { method: 'PUT', target: '/uploads/1', timestamp: now, nonce: 'n-1' } as StringToSign.Parts
  const request = createSign('sha256').update(StringToSign.head(parts))
  for await (const part of createReadStream(path, { highWaterMark: 2 ** 20 })) request.update(part)
  const authorization = headerOf(parts, request.sign(keyPair.privateKey))
  return { path, bytes, now, key: publicPem, authorization }
}

export const streamRow = async (): Promise<Row> => {
  const task = JSON.stringify(await signedFile(join(temporaryFolder('bench'), 'body')))
  const names = Object.keys(programs) as Array<Program>
  const peaks = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<Program, Array<number>>
  const turn = (name: Program) => (): number => peaks[name].push(peakOf(programs[name], task))
  await interleaved(Object.fromEntries(names.map((name) => [name, turn(name)])), rounds, 0, 'wall')
  const value = median(peaks.file) - median(peaks.nothing)
  return { id: 'stream-rss', value, unit: 'MB above an empty process, a file by fileParts' }
}
