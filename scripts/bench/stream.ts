/**
 * How much memory it takes at its peak to verify a body of 512 MiB that nobody keeps, above a Node process that does nothing;
 * in MB of 1,048,576 bytes. Each measurement is a process of its own, for a peak never falls; the process reads its own. The
 * body is a file with nothing in it but holes, so that no disk takes part.
 */
import { spawn } from 'node:child_process'
import { createSign } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Authorization, Signature, StringToSign } from 'countersign'
import { isLeft } from 'fp-ts/lib/Either.js'
import { temporaryFolder } from '../temporary.ts'
import { requireTool } from '../tools.ts'
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
  /** The imports and the preparation. */
  modules: `${verifier}\n${tellPeak}`,
  /** As a file is verified that is too large to be kept. */
  file: `
import { fileParts } from 'countersign/server'
${verifier}
await verify(fileParts(path))
${tellPeak}`,
  /** A stream of Node, which takes new memory for each part and leaves the old to the collector. */
  stream: `
import { createReadStream } from 'node:fs'
${verifier}
await verify(createReadStream(path))
${tellPeak}`,
  /** The same stream with nothing of ours: what no library can be below that is given one. */
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
  const task = await signedFile(join(temporaryFolder('bench'), 'body'))
  const names = Object.keys(programs) as Array<Program>
  const peaks = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<Program, Array<number>>
  const turn = (name: Program) => (): number => peaks[name].push(peakOf(programs[name], JSON.stringify(task)))
  await interleaved(Object.fromEntries(names.map((name) => [name, turn(name)])), rounds, 0, 'wall')
  const row = (id: string, name: Program, unit: string): Row => ({
    id,
    value: median(peaks[name]) - median(peaks.nothing),
    better: 'lower',
    unit,
  })
  return [
    { ...row('stream-rss', 'file', 'MB above an empty process, a file by fileParts'), target: 12 },
    row('stream-rss-modules', 'modules', 'MB, a verifier and no request'),
    // Without a target, for its floor is the next row: parts that nobody uses any more are Node's to collect.
    row('stream-rss-stream', 'stream', 'MB, a stream of node:fs in place of fileParts'),
    row('peer-node-rss', 'bare', 'MB, node:fs and createVerify on that stream'),
  ]
}

/** The peak memory of a process, as Linux reports it. */
const peakWhileAlive = async (args: ReadonlyArray<string>, until: 'it ends' | 'it waits'): Promise<number> => {
  const child = spawn(requireTool('openssl'), args, { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(child, 'close')
  await once(child, 'spawn')
  let peak = 0
  const look = (): void => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
    } catch {
      // The process has ended.
    }
  }
  const timer = setInterval(look, 2)
  if (until === 'it waits') setTimeout(() => child.stdin.end(), 100)
  const [code] = await ended
  clearInterval(timer)
  if (code !== 0) throw new Error(`openssl ${args[0]} ended with ${code}`)
  if (peak === 0) throw new Error('no /proc tells how much memory openssl took')
  return peak / 1024
}

/** `openssl dgst` on the same file, minus one that waits for its first byte. */
export const opensslRow = async (): Promise<Row> => {
  const folder = temporaryFolder('bench')
  const { path, key, signature } = await signedFile(join(folder, 'body'))
  const [keyFile, signatureFile] = [join(folder, 'key.pem'), join(folder, 'signature')]
  writeFileSync(keyFile, key)
  writeFileSync(signatureFile, Buffer.from(signature, 'base64'))
  const verifying = ['dgst', '-sha256', '-verify', keyFile, '-signature', signatureFile, path]
  const figures: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const idle = await peakWhileAlive(['dgst', '-sha256'], 'it waits')
    figures.push((await peakWhileAlive(verifying, 'it ends')) - idle)
  }
  return { id: 'peer-openssl-rss', value: median(figures), better: 'lower', unit: 'MB, openssl dgst on that file' }
}
