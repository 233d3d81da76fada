/**
 * `npm run load`: what verification and signing do to a node:http server under load, on its event loop and on the pool, beside
 * a server that does neither, a proxy, and servers that verify with other libraries. `-- --json` prints one object a row; names
 * of rows or groups after that, such as `gateway` and `peers-fastify`, measure only those; `--rounds 7` and `--seconds 2` (whole ones,
 * for each row and round) make it longer or shorter. `-- forged`: honest requests beside a flood of forgeries.
 * Exit code 1: an answer was not 200, or, from three rounds on, a target of bench/targets.ts is missed.
 *
 * The generator is wrk: it shares the machine with the server, and its own code costs about 3 µs a request, that of
 * autocannon about 15. Its Lua script reads the signed headers from a file, so that each request has a nonce and a signature
 * of its own. Two ways of wrk show in the figures: each connection sends its next request when the last one is answered; and
 * an answer that took more than twice the usual counts several times, once for each request that it held up.
 */
import { type Figures, figuresOf, quiet, type Round } from './bench/load/figures.ts'
import { connections, replay } from './bench/load/generator.ts'
import { type Requests, signRequests } from './bench/load/requests.ts'
import type { Instructions } from './bench/load/server.ts'
import * as table from './bench/load/table.ts'
import type { Turn } from './bench/load/turns.ts'
import { groups, type Kind, variants as known, type Variant } from './bench/load/variants.ts'
import { verdictsOn } from './bench/load/verdicts.ts'
import { appId } from './bench/peers/Peer.ts'
import { privatePem, publicPem } from './bench/requests.ts'
import { startWorker, temporaryFolder } from './temporary.ts'
import { colors, flag, giveUp, progress, readArguments, text } from './terminal.ts'
import { requireTool } from './tools.ts'

// Another test, with its own arguments.
if (process.argv[2] === 'forged') {
  process.argv.splice(2, 1)
  await import('./bench/load/forged.ts')
}

const { green, red, yellow, dim } = colors

const count = (name: string, given: string, most: number): number =>
  /^[1-9]\d?$/.test(given) && Number(given) <= most
    ? Number(given)
    : giveUp(2, `--${name} is a whole number, 1 to ${most}`)

const names = [...known.map(({ id }) => id), ...groups.map(({ name }) => name)]
const { values, positionals: wanted } = readArguments({ json: flag, rounds: text, seconds: text }, 'row', names)
const rounds = count('rounds', values.rounds ?? '7', 99)
const seconds = count('seconds', values.seconds ?? '2', 30)
requireTool('wrk')

const named = new Set(groups.filter(({ name }) => wanted.includes(name)).flatMap((group) => group.variants))
const variants = known.filter((variant) => wanted.length === 0 || wanted.includes(variant.id) || named.has(variant))

const folder = temporaryFolder('load')
const keys = { [appId]: publicPem }

/** A server in its own process. `through` is a command that starts it, such as `taskset`. */
const start = async (instructions: Instructions, through: ReadonlyArray<string> = []) => {
  const { ask, ended, stop } = startWorker('scripts/bench/load/server.ts', through)
  const port = await ask<number>(instructions)
  /** Puts the server under load, with fresh state. */
  const turn = async (requests: Requests, seconds: number): Promise<Round> => {
    await ask('begin')
    const outcome = await Promise.race([replay(port, requests, seconds), ended])
    return { outcome, turn: await ask<Turn>('end') }
  }
  return { turn, stop }
}

const sign = async (kind: Kind, number: number): Promise<Requests> => {
  progress(`signing ${number.toLocaleString('en')} requests, ${kind} …`)
  return signRequests(folder, privatePem, kind, number)
}

/** Whether the server accepts a request once only; the others get the same ones again. */
const isOnce = ({ task }: Variant): boolean => 'guard' in task && task.guard !== undefined
const few = 2000

/** For a guard as many as a server without verification answers in a turn, and some more: one that verifies answers fewer. */
const enough = async (kind: Kind): Promise<Requests> => {
  if (!variants.some((variant) => variant.requests === kind && isOnce(variant))) return sign(kind, few)
  const some = await sign(kind, 100)
  const bare = await start({ task: { does: 'nothing' }, keys })
  await bare.turn(some, 1) // warms up
  const { outcome } = await bare.turn(some, 1)
  bare.stop()
  return sign(kind, Math.ceil((outcome.answers / (outcome.micros / 1e6)) * seconds * 1.2))
}

const measure = async (): Promise<ReadonlyMap<Variant, ReadonlyArray<Round>>> => {
  const requests = new Map<Kind, Requests>()
  for (const kind of new Set(variants.map((variant) => variant.requests))) requests.set(kind, await enough(kind))
  const servers = new Map<Variant, Awaited<ReturnType<typeof start>>>()
  for (const variant of variants) {
    const { task, framework, isOnOneCore } = variant
    servers.set(
      variant,
      await start({ task, keys, privateKey: privatePem, framework }, isOnOneCore ? ['taskset', '-c', '0'] : []),
    )
  }
  const turn = async (variant: Variant, length: number): Promise<Round> => {
    const signed = requests.get(variant.requests) as Requests
    const round = (await servers.get(variant)?.turn(signed, length)) as Round
    if (!isOnce(variant) || round.outcome.sent <= signed.count) return round
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

const verdicts = verdictsOn([...figures])

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
  for (const { isMet, words } of verdicts) console.log(`  ${isMet ? green('✔') : red('✘')} ${words}`)
}

const all = [...figures.values()]
const widest = Math.max(...all.map(({ spread }) => spread))
if (widest > quiet) {
  const apart = `the rounds differ by up to ± ${(widest * 100).toFixed(0)} %`
  console.error(yellow(`${apart}: something else uses this machine; run it again when that is done`))
}
const answers = all.reduce((sum, each) => sum + each.answers, 0).toLocaleString('en')
const not200 = all.reduce((sum, each) => sum + each.not200, 0)
const everyRound = [...measured.values()].flat()
const sumOf = (count: 'refused' | 'lost'): number => everyRound.reduce((sum, { outcome }) => sum + outcome[count], 0)
const verdict =
  not200 === 0
    ? green(`✔ each of ${answers} requests was answered with 200`)
    : red(
        `✘ ${not200} of ${answers} requests were not answered with 200 (${sumOf('refused')} refused, ${sumOf('lost')} lost)`,
      )
// With --json, standard output belongs to the program that reads it.
if (values.json) console.error(verdict)
else console.log(verdict)
// Fewer rounds show that every request is answered, and no figure.
const missed = rounds < 3 ? [] : verdicts.filter(({ isMet }) => !isMet)
if (missed.length > 0) console.error(red(`missed: ${missed.map(({ id }) => id).join(', ')}`))
process.exitCode = not200 === 0 && missed.length === 0 ? 0 : 1
