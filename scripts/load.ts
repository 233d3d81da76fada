/**
 * `npm run load`: what verification and signing do to a node:http server under load, on its event loop and on the pool, beside
 * a server that does neither. `-- --json` prints one object a row; names of rows or groups after that,
 * such as `gateway`, measure only those;
 * `--rounds 7` and `--seconds 2` (whole ones, for each row and round) make it longer or shorter.
 * `-- forged`: honest requests beside a flood of forgeries. `-- peers`: beside other libraries. `-- redis`: what a
 * claim of the Redis guard costs. Each has its own file in bench.
 *
 * The generator is wrk: it shares the machine with the server, and its own code costs about 3 µs a request, that of
 * autocannon about 15. Its Lua script reads the signed headers from a file, so that each request has a nonce and a signature
 * of its own. Two ways of wrk show in the figures: each connection sends its next request when the last one is answered; and
 * an answer that took more than twice the usual counts several times, once for each request that it held up.
 */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { allowed } from './bench/load/cores.ts'
import { compare, type Figures, figuresOf, quiet, type Round } from './bench/load/figures.ts'
import { connections } from './bench/load/generator.ts'
import type { Requests } from './bench/load/requests.ts'
import { type Cores, type Running, start } from './bench/load/running.ts'
import * as table from './bench/load/table.ts'
import { groups, variants as known, type Variant, verifies } from './bench/load/variants.ts'
import { temporaryFolder } from './temporary.ts'
import { colors, expectKnown, giveUp, progress, readArguments } from './terminal.ts'
import { describeTool, requireTool } from './tools.ts'

// Other tests, each with its own arguments.
if (process.argv[2] === 'forged') await import('./bench/load/forged.ts')
if (process.argv[2] === 'peers') await import('./bench/load/peers.ts')
if (process.argv[2] === 'redis') await import('./bench/load/redis.ts')

const { green, red, yellow, dim, bold } = colors

const options = { json: { type: 'boolean' }, rounds: { type: 'string' }, seconds: { type: 'string' } } as const

const count = (name: string, text: string, most: number): number =>
  /^[1-9]\d?$/.test(text) && Number(text) <= most
    ? Number(text)
    : giveUp(2, `--${name} is a whole number, 1 to ${most}`)

const { values, positionals: wanted } = readArguments({ allowPositionals: true, options })
const rounds = count('rounds', values.rounds ?? '7', 99)
const seconds = count('seconds', values.seconds ?? '2', 30)
const ids = known.map(({ id }) => id)
expectKnown('row', wanted, [...ids, ...groups.map(({ name }) => name)])
requireTool('wrk')

const [server, generator] = allowed()
const cores: Cores | undefined =
  server !== undefined && generator !== undefined && spawnSync('taskset', ['-V']).error === undefined
    ? { server, generator }
    : undefined
const named = new Set(groups.filter(({ name }) => wanted.includes(name)).flatMap((group) => group.variants))
const variants = known.filter(
  (variant) =>
    (wanted.length === 0 || wanted.includes(variant.id) || named.has(variant)) &&
    (!variant.oneCore || cores !== undefined),
)
const lacking = `no two cores, or no ${describeTool('taskset')}, to pin a server to one of them`
if (variants.length === 0) giveUp(3, lacking)
if (cores === undefined) console.error(yellow(`${lacking}: those rows are left out`))

const folder = temporaryFolder('load')
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const sign = async (kind: Variant['requests'], number: number): Promise<Requests> => {
  progress(`signing ${number.toLocaleString('en')} requests, ${kind} …`)
  // Here, because it needs the built package, and wrong arguments are refused without one.
  const { signRequests } = await import('./bench/load/requests.ts')
  return signRequests(folder, privateKey, kind, number)
}

/** As many as a server without verification answers in a turn, and some more: one that verifies answers fewer. */
const enough = async (kind: Variant['requests']): Promise<Requests> => {
  const few = await sign(kind, 100)
  const bare = await start({ task: { does: 'nothing' }, publicKey, privateKey })
  await bare.turn(few, 1) // warms up
  const { outcome } = await bare.turn(few, 1)
  bare.stop()
  return sign(kind, Math.ceil((outcome.answers / (outcome.micros / 1e6)) * seconds * 1.2))
}

const measure = async (): Promise<ReadonlyMap<Variant, ReadonlyArray<Round>>> => {
  const requests = new Map<Variant['requests'], Requests>()
  for (const kind of new Set(variants.map((variant) => variant.requests))) requests.set(kind, await enough(kind))
  const servers = new Map<Variant, Running>()
  for (const variant of variants) {
    const pinned = variant.oneCore ? cores : undefined
    servers.set(variant, await start({ task: variant.task, publicKey, privateKey }, pinned))
  }
  const turn = async (variant: Variant, length: number): Promise<Round> => {
    const signed = requests.get(variant.requests) as Requests
    const round = await (servers.get(variant) as Running).turn(signed, length)
    if (!verifies(variant.task) || round.outcome.sent <= signed.count) return round
    // Some requests were sent twice, because the machine was busier when `enough` tried it: this turn is void.
    requests.set(variant.requests, await sign(variant.requests, signed.count * 2))
    return turn(variant, length)
  }

  const measured = new Map<Variant, Array<Round>>(variants.map((variant) => [variant, []]))
  // Round 0 warms up and does not count. The order changes, so that no row always follows the same one.
  for (let round = 0; round <= rounds; round++) {
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
      progress(`${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}, ${variant.id} …`)
      const result = await turn(variant, round === 0 ? 1 : seconds)
      if (round > 0) measured.get(variant)?.push(result)
    }
  }
  for (const server of servers.values()) server.stop()
  return measured
}

const measured = await measure().catch((error: Error) => giveUp(3, `${red('✘')} ${error.message}`))
progress()
const figures = new Map<Variant, Figures>([...measured].map(([variant, each]) => [variant, figuresOf(each)]))

/** Loop or pool, for each group of which both were measured. */
const findings = (): ReadonlyArray<string> =>
  groups.flatMap(({ name, variants }) => {
    const of = (where: string): ReadonlyArray<Round> | undefined => {
      const variant = variants.find(({ task }) => 'where' in task && task.where === where)
      return variant && measured.get(variant)
    }
    const [loop, pool] = [of('loop'), of('pool')]
    if (loop === undefined || pool === undefined) return []
    const { rate, p99, better } = compare(loop, pool)
    const words = { pool: green('pool'), loop: yellow('loop'), trade: yellow('a trade'), alike: dim('no difference') }
    const ratios = `the pool has ${rate.toFixed(2)} × the rate, ${p99.toFixed(2)} × the p99`
    return [`  ${name}: ${bold(words[better])}; ${ratios}`]
  })

/** What verification costs a gateway, beside the same proxy without it. */
const price = (): ReadonlyArray<{ readonly id: string; readonly met: boolean; readonly line: string }> => {
  const [proxy, ...others] = variants.filter(({ task }) => task.does === 'proxy' || task.does === 'gateway')
  if (proxy?.task.does !== 'proxy') return []
  return others.map((variant) => {
    const bare = figures.get(proxy) as Figures
    const mine = figures.get(variant) as Figures
    const rate = mine.requestsPerSecond / bare.requestsPerSecond
    const later = mine.p99 - bare.p99
    const met = rate >= 0.6 && later <= 10
    const told = `${rate.toFixed(2)} of the proxy's rate (at least 0.6), p99 ${later.toFixed(1)} ms later (at most 10)`
    return { id: variant.id, met, line: `  ${met ? green('✔') : red('✘')} ${variant.id}: ${told}` }
  })
}

if (values.json) for (const [{ id }, each] of figures) console.log(JSON.stringify({ id, ...each }))
else {
  console.log(table.head())
  for (const { title, variants } of groups) {
    const rows = variants.filter((variant) => figures.has(variant))
    if (rows.length > 0) console.log(dim(`  ${title}`))
    for (const variant of rows) console.log(table.row(variant.id, figures.get(variant) as Figures))
  }
  console.log(dim(`  ${connections} connections; medians of ${rounds} rounds of ${seconds} s; times in ms`))
  console.log(dim('  loop late: how long a timer that was due had to wait for the event loop; mean, p99 and max'))
  for (const line of [...findings(), ...price().map(({ line }) => line)]) console.log(line)
}

const all = [...figures.values()]
const widest = Math.max(...all.map(({ spread }) => spread))
if (widest > quiet) {
  const apart = `the rounds differ by up to ± ${(widest * 100).toFixed(0)} %`
  console.error(yellow(`${apart}: something else uses this machine; run it again when that is done`))
}
const answers = all.reduce((sum, each) => sum + each.answers, 0).toLocaleString('en')
const not200 = all.reduce((sum, each) => sum + each.not200, 0)
const verdict =
  not200 === 0
    ? green(`✔ each of ${answers} requests was answered with 200`)
    : red(`✘ ${not200} of ${answers} requests were not answered with 200`)
// With --json, standard output belongs to the program that reads it.
if (values.json) console.error(verdict)
else console.log(verdict)
// Fewer rounds show that every request is answered, and no figure.
const missed = rounds < 3 ? [] : price().filter(({ met }) => !met)
if (missed.length > 0) console.error(red(`missed: ${missed.map(({ id }) => id).join(', ')}`))
process.exitCode = not200 === 0 && missed.length === 0 ? 0 : 1
