/**
 * `npm run load`: what verification and signing do to a node:http server under load, on its event loop and on the pool, beside
 * a server that does neither. `-- --json` prints one object a row; names of rows after that measure only those;
 * `--rounds 7` and `--seconds 2` (whole ones, for each row and round) make it longer or shorter.
 *
 * The generator is wrk, because server and generator share the machine, and what the one takes the other lacks: its own code
 * costs about 3 µs a request, that of autocannon about 15, each beside what the kernel takes. Its Lua script reads the signed headers from
 * a file: each request has a nonce and a signature of its own, as the guard demands. Two ways of wrk show in the figures. Each
 * connection sends its next request when the last one is answered. And an answer that took more than twice the usual counts
 * several times, once for each that would have been sent meanwhile, so that its p99 is stricter than the plain one.
 */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pc from 'picocolors'
import { allowed } from './load/cores.ts'
import { compare, type Figures, figuresOf, quiet, type Round } from './load/figures.ts'
import { connections } from './load/generator.ts'
import { type Requests, signRequests } from './load/requests.ts'
import { type Cores, type Running, start, stopAll } from './load/running.ts'
import * as table from './load/table.ts'
import { groups, type Variant } from './load/variants.ts'

const colors = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)
const { green, red, yellow, dim, bold } = colors

/** Ends the run without figures: 2 for an argument that makes no sense, 3 where the machine lacks something or fails. */
const giveUp = (code: 2 | 3, text: string): never => {
  console.error(text)
  process.exit(code)
}

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean' }, rounds: { type: 'string' }, seconds: { type: 'string' } },
    })
  } catch (error) {
    return giveUp(2, error instanceof Error ? error.message : String(error))
  }
}

const count = (name: string, text: string, most: number): number =>
  /^[1-9]\d?$/.test(text) && Number(text) <= most
    ? Number(text)
    : giveUp(2, `--${name} is a whole number, 1 to ${most}`)

const { values, positionals: wanted } = readArguments()
const rounds = count('rounds', values.rounds ?? '7', 99)
const seconds = count('seconds', values.seconds ?? '2', 30)
const known = groups.flatMap(({ variants }) => variants.map(({ id }) => id))
const unknown = wanted.filter((id) => !known.includes(id))
if (unknown.length > 0) giveUp(2, `no such row: ${unknown.join(', ')}; the rows are ${known.join(', ')}`)

// `wrk -v` ends with 1 and its usage; only where there is none it cannot be started.
if (spawnSync('wrk', ['-v']).error !== undefined)
  giveUp(3, 'npm run load needs wrk: apt-get install wrk, or brew install wrk')

const folder = mkdtempSync(join(tmpdir(), 'countersign-load-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** One line that is written over on a terminal; elsewhere a line for each step, and none within it. */
let lastStep = ''
const progress = (step: string, within = ''): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K  ${step}${within} …`)
  else if (step !== lastStep) process.stderr.write(`${step} …\n`)
  lastStep = step
}

const [server, generator] = allowed()
const cores: Cores | undefined =
  server !== undefined && generator !== undefined && spawnSync('taskset', ['-V']).error === undefined
    ? { server, generator }
    : undefined
const isWanted = ({ id, oneCore }: Variant): boolean =>
  (wanted.length === 0 || wanted.includes(id)) && (!oneCore || cores !== undefined)
const variants = groups.flatMap((group) => group.variants).filter(isWanted)
const lacking = 'this machine has no two cores, or no taskset, to pin a server to one of them'
if (variants.length === 0) giveUp(3, lacking)
if (cores === undefined) console.error(yellow(`${lacking}: those rows are left out`))

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const sign = (kind: Variant['requests'], number: number): Promise<Requests> => {
  let signed = 0
  return signRequests(folder, privateKey, kind, number, () => {
    if (++signed % 100 === 1) progress(`signing ${number.toLocaleString('en')} requests, ${kind}`, `: ${signed}`)
  })
}

/** As many as a server sees in a turn that does not verify, and some more: one that verifies sees fewer. */
const enough = async (kind: Variant['requests']): Promise<Requests> => {
  progress(`seeing how many requests the machine takes, ${kind}`)
  const few = await signRequests(folder, privateKey, kind, 100, () => {})
  const bare = await start({ task: { does: 'nothing' }, publicKey, privateKey })
  // The first second warms up.
  await bare.turn(few, 1)
  const { outcome } = await bare.turn(few, 1)
  return sign(kind, Math.ceil((outcome.answers / (outcome.micros / 1e6)) * seconds * 1.2))
}

const measure = async (): Promise<ReadonlyMap<Variant, ReadonlyArray<Round>>> => {
  const requests = new Map<Variant['requests'], Requests>()
  for (const kind of new Set(variants.map((variant) => variant.requests))) requests.set(kind, await enough(kind))
  stopAll()

  const servers = new Map<Variant, Running>()
  for (const variant of variants) {
    const pinned = variant.oneCore ? cores : undefined
    servers.set(variant, await start({ task: variant.task, publicKey, privateKey }, pinned))
  }
  const turn = async (variant: Variant, length: number): Promise<Round> => {
    const signed = requests.get(variant.requests) as Requests
    const round = await (servers.get(variant) as Running).turn(signed, length)
    if (variant.task.does !== 'verify' || round.outcome.sent <= signed.count) return round
    // The machine was busy when it was tried, and is no more: some requests were sent twice, and this turn is void.
    requests.set(variant.requests, await sign(variant.requests, signed.count * 2))
    return turn(variant, length)
  }

  const measured = new Map<Variant, Array<Round>>(variants.map((variant) => [variant, []]))
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const step = round === 0 ? 'warming up' : `round ${round} of ${rounds}`
    // Every other round the other way about: none always follows the same one.
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
      progress(step, `, ${variant.id}`)
      const result = await turn(variant, round === 0 ? 1 : seconds)
      if (round > 0) measured.get(variant)?.push(result)
    }
  }
  stopAll()
  return measured
}

const measured = await measure().catch((error: Error) => giveUp(3, `${red('✘')} ${error.message}`))
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
const figures = new Map<Variant, Figures>([...measured].map(([variant, each]) => [variant, figuresOf(each)]))

/** What speaks for the loop or the pool in each group of which both were measured. */
const findings = (): ReadonlyArray<string> =>
  groups.flatMap(({ name, variants }) => {
    const of = (where: string): ReadonlyArray<Round> | undefined => {
      const variant = variants.find(({ task }) => task.does !== 'nothing' && task.where === where)
      return variant && measured.get(variant)
    }
    const [loop, pool] = [of('loop'), of('pool')]
    if (loop === undefined || pool === undefined) return []
    const { rate, p99, better } = compare(loop, pool)
    const words = { pool: green('pool'), loop: yellow('loop'), trade: yellow('a trade'), alike: dim('no difference') }
    return [
      `  ${name}: ${bold(words[better])}; the pool has ${rate.toFixed(2)} × the rate, ${p99.toFixed(2)} × the p99`,
    ]
  })

const show = (): void => {
  console.log(table.head(colors))
  for (const { title, variants } of groups) {
    const rows = variants.flatMap((variant) => {
      const each = figures.get(variant)
      return each ? [table.row(variant.id, each, colors)] : []
    })
    if (rows.length > 0) console.log([dim(`  ${title}`), ...rows].join('\n'))
  }
  console.log(dim(`  ${connections} connections; medians of ${rounds} rounds of ${seconds} s; times in ms`))
  console.log(dim('  loop late: how long a timer that was due had to wait for the event loop; mean, p99 and max'))
  for (const line of findings()) console.log(line)
}

if (values.json) for (const [{ id }, each] of figures) console.log(JSON.stringify({ id, ...each }))
else show()

const widest = Math.max(...[...figures.values()].map(({ spread }) => spread))
if (widest > quiet) {
  const apart = `± ${(widest * 100).toFixed(0)} %`
  console.error(
    yellow(`the rounds lie far apart, up to ${apart}: something else uses this machine; run it when that is done`),
  )
}

const all = [...figures.values()]
const answers = all.reduce((sum, each) => sum + each.answers, 0).toLocaleString('en')
const not200 = all.reduce((sum, each) => sum + each.not200, 0)
const verdict =
  not200 === 0
    ? green(`✔ each of ${answers} requests was answered with 200`)
    : red(`✘ ${not200} of ${answers} requests were not answered with 200`)
// Standard output is for a program then.
if (values.json) console.error(verdict)
else console.log(verdict)
process.exitCode = not200 === 0 ? 0 : 1
