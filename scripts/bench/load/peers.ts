/**
 * `npm run load -- peers`: a server that verifies by countersign beside servers that verify by what a user would pick instead, over
 * node:http and Fastify, on one core and on two. Each does it as its own documentation does. A bearer token does not sign the
 * body, and no peer remembers what it has seen: countersign is measured without a replay guard to compare, and with the
 * memory guard. `--rounds`, `--seconds` and `--json` are as for `npm run load`; names of schemes after that measure only those.
 * Exit code 1: on two cores over node:http, countersign has less than 1.3 times the rate of the fastest peer, or a worse p99.
 */
import { generateKeyPairSync } from 'node:crypto'
import { temporaryFolder } from '../../temporary.ts'
import { colors, expectKnown, giveUp, progress, readArguments } from '../../terminal.ts'
import { requireTool } from '../../tools.ts'
import { allowed } from './cores.ts'
import { type Figures, figuresOf, type Round } from './figures.ts'
import { signPeerRequests } from './peerRequests.ts'
import { frameworks, type PeerVariant, type Scheme, schemes, variants } from './peerVariants.ts'
import { verdictOf } from './peerVerdict.ts'
import type { Requests } from './requests.ts'
import { type Cores, type Running, startScript } from './running.ts'
import * as table from './table.ts'

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, rounds: { type: 'string' }, seconds: { type: 'string' } },
})
const wanted = positionals.slice(1)
expectKnown('scheme', wanted, Object.keys(schemes))
const rounds = Number(values.rounds ?? 5)
const seconds = Number(values.seconds ?? 2)
if (!(rounds >= 1 && seconds >= 1)) giveUp(2, '--rounds and --seconds are whole numbers from 1')
requireTool('wrk')
requireTool('taskset')
const [server, generator] = allowed()
if (server === undefined || generator === undefined) giveUp(3, 'npm run load -- peers needs two cores')
const oneCore = { server, generator } as Cores

const folder = temporaryFolder('peers')
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const chosen = variants.filter(({ scheme }) => wanted.length === 0 || wanted.includes(scheme))

/** Who does not remember requests gets the same ones many times. */
const few = 2000
const requests = new Map<Scheme, Requests>()
const requestsFor = async (scheme: Scheme, count: number): Promise<Requests> => {
  const before = requests.get(scheme)
  if (before !== undefined && before.count >= count) return before
  progress(`signing ${count.toLocaleString('en')} requests, ${scheme} …`)
  const signed = await signPeerRequests(folder, privateKey, scheme, count)
  requests.set(scheme, signed)
  return signed
}

const turn = async (variant: PeerVariant, running: Running, length: number): Promise<Round> => {
  const { scheme } = variant
  const isOnce = scheme === 'countersign-guard'
  const signed = await requestsFor(scheme, isOnce ? 10_000 * length : few)
  const round = await running.turn(signed, length)
  // The guard has refused those that came a second time: this turn is void.
  if (!isOnce || round.outcome.sent <= signed.count) return round
  await requestsFor(scheme, signed.count * 2)
  return turn(variant, running, length)
}

const measure = async (cores: Cores | undefined): Promise<ReadonlyMap<PeerVariant, Figures>> => {
  const measured = new Map<PeerVariant, Array<Round>>(chosen.map((variant) => [variant, []]))
  const servers = new Map<PeerVariant, Running>()
  for (const variant of chosen)
    servers.set(variant, await startScript('scripts/bench/load/peersServer.ts', { ...variant, publicKey }, cores))
  for (let round = 0; round <= rounds; round++) {
    for (const variant of round % 2 === 0 ? chosen : chosen.toReversed()) {
      const where = `${variant.scheme} over ${variant.framework}`
      progress(`${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}, ${where} …`)
      const result = await turn(variant, servers.get(variant) as Running, round === 0 ? 1 : seconds)
      if (round > 0) measured.get(variant)?.push(result)
    }
  }
  for (const each of servers.values()) each.stop()
  progress()
  return new Map([...measured].map(([variant, each]) => [variant, figuresOf(each)]))
}

const show = (title: string, figures: ReadonlyMap<PeerVariant, Figures>): void => {
  for (const framework of frameworks) {
    console.log(colors.dim(`  ${framework}, ${title}`))
    for (const [variant, each] of figures)
      if (variant.framework === framework) console.log(table.row(variant.scheme, each))
  }
}

if (!values.json) console.log(table.head())
let failed = 0
for (const [title, cores] of [
  ['two cores', undefined],
  ['one core', oneCore],
] as const) {
  const figures = await measure(cores)
  if (values.json)
    for (const [variant, each] of figures) console.log(JSON.stringify({ ...variant, cores: title, ...each }))
  else show(title, figures)
  for (const each of figures.values()) failed += each.not200
  if (title !== 'two cores') continue
  const overHttp = [...figures].filter(([{ framework }]) => framework === 'node:http')
  const verdict = verdictOf(overHttp.map(([{ scheme }, each]) => ({ scheme, ...each })))
  if (verdict === undefined) continue
  console.error(verdict.isMet ? colors.green(`✔ ${verdict.words}`) : colors.red(`✘ ${verdict.words}`))
  if (!verdict.isMet) failed++
}
if (!values.json) console.log(colors.dim(`  64 connections; medians of ${rounds} rounds of ${seconds} s; times in ms`))
process.exit(failed === 0 ? 0 : 1)
