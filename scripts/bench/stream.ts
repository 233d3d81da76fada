/**
 * How much memory it takes at its peak to verify a body of 512 MiB that nobody keeps, above a Node process that does nothing;
 * in MB of 1,048,576 bytes. Each measurement is a process of its own, for a peak never falls; the process reads its own. The
 * body is a file with nothing in it but holes, so that no disk takes part.
 */
import { execFileSync } from 'node:child_process'
import { createSign } from 'node:crypto'
import { createReadStream, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StringToSign } from 'countersign'
import { temporaryFolder } from '../temporary.ts'
import { interleaved, median, type Row } from './measure.ts'
import { headerOf, keyPair, now, publicPem } from './requests.ts'

/** The last statement of a measured program. */
const tellPeak = 'console.log(process.resourceUsage().maxRSS)'

/**
 * Runs an ES module from its text and answers its peak in MB of 1,048,576 bytes. A shell starts it, because Linux includes the
 * forking parent's memory in a process's peak, and a shell has little.
 */
const peakOf = (program: string, argument: string): number => {
  const node = [process.execPath, '--input-type=module', '-e', program, argument]
  // The trailing command keeps the shell from replacing itself. Without NODE_OPTIONS, which may load anything.
  const kilobytes = execFileSync('/bin/sh', ['-c', '"$0" "$@"; exit $?', ...node], { env: { PATH: process.env.PATH } })
  return Number(kilobytes) / 1024
}

const bytes = 2 ** 29
const rounds = 9

/** The programs, as a user would write them. */
const programs = {
  nothing: tellPeak,
  /** As a file is verified that is too large to be kept. */
  file: `
import { createVerifier, fileParts } from 'countersign/server'
const { path, bytes, now, key, authorization } = JSON.parse(process.argv[1])
const verifier = await createVerifier({ keys: { 'app-1': key }, clock: () => now })
const request = { method: 'PUT', target: '/uploads/1', authorization, body: fileParts(path), limit: bytes }
if ((await verifier.verifyStream(request)).bodyLength !== bytes) process.exit(1)
${tellPeak}`,
} as const

/** A program's only argument. */
const signedFile = async (path: string) => {
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
  const peaks = { nothing: [] as Array<number>, file: [] as Array<number> }
  const turn = (name: keyof typeof programs) => (): number => peaks[name].push(peakOf(programs[name], task))
  await interleaved({ nothing: turn('nothing'), file: turn('file') }, rounds, 0, 'wall')
  const value = median(peaks.file) - median(peaks.nothing)
  return { id: 'stream-rss', value, unit: 'MB above an empty process, a file by fileParts' }
}
