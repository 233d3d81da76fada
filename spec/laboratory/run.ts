// `node --import ./scripts/typescript.mjs spec/laboratory/run.ts`: runs the clients of the laboratory over real HTTP, and
// has each refused request diagnosed with what the service knows. Prints one JSON line a client. Build first: the
// diagnosis comes from the package. See README.md beside this file.
import { spawn, spawnSync } from 'node:child_process'
import { constants, createHash, publicDecrypt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PublicKey } from 'countersign'
import { examine, type KnownKey, type Report, readRequest, summary } from 'countersign/diagnosis'
import { hash } from 'countersign/node'
import { temporaryFolder } from '../../scripts/temporary.ts'
import { expectKnown, readArguments } from '../../scripts/terminal.ts'
import { withoutCoding } from '../../src/node/withoutCoding.ts'
import { type Keys, makeKeys, token, writeFiles } from './keys.ts'
import { languages, prepare } from './languages.ts'
import { type Arrival, type Service, startService } from './service.ts'

/** An entry of manifest.json: what the client does wrong, written down without knowing what the diagnosis says. */
export interface Client {
  readonly name: string
  /** Whether the service accepts the client's last request. */
  readonly accepted: boolean
  /** What went wrong, for a person. */
  readonly fault: string
  /** The fault in a few neutral words, to be compared with a diagnosis. */
  readonly phrase: string
  /** What a reader of the refused request, with the service's keys and paths, can find out. */
  readonly knowable: 'yes' | 'text-only' | 'no'
  /** Kept aside: whoever mends the diagnosis has not seen this client. */
  readonly aside: boolean
  /** Programs without which the client is skipped. */
  readonly needs?: ReadonlyArray<string>
}

const here = resolve('spec/laboratory')
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: join(here, 'clients') }, // the folder of clients, one folder a language
    keep: { type: 'string' }, // a folder for the raw requests and the signed texts
    verdicts: { type: 'boolean', default: false }, // no diagnosis: only check that each client does what it claims
    only: { type: 'string', multiple: true }, // names of clients
    budget: { type: 'string', default: '10000' }, // milliseconds of search a request
  },
})
const from = resolve(values.from)
const present = readdirSync(from).filter((name) => existsSync(join(from, name, 'manifest.json')))
expectKnown('language', positionals, present)

/** The text that the client says it signed last. */
const claimOf = (stderr: string): Buffer | undefined => {
  const last = [...stderr.matchAll(/^SIGNED ([A-Za-z0-9+/=]*)\r?$/gm)].at(-1)
  return last && Buffer.from(last[1] ?? '', 'base64')
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const start = (command: ReadonlyArray<string>, cwd: string, env: Record<string, string>): Promise<Ended> =>
  new Promise((done) => {
    const child = spawn(command[0] as string, command.slice(1), {
      cwd,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('close', (code) => done({ code, stdout, stderr }))
  })

/** Whether a key of the laboratory says that the signature on the wire covers this text. */
const isProven = (keys: Keys, { parsed }: Arrival, text: Buffer): boolean => {
  const [, encoded = ''] = /signature="?([^,"]*)/.exec(parsed?.authorization.join() ?? '') ?? []
  const digests = ['sha256', 'sha1', 'sha512', 'md5'].map((name) => createHash(name).update(text).digest('hex'))
  return keys.all.some((key) => {
    try {
      const block = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(encoded, 'base64'))
      return digests.some((digest) => block.toString('hex').endsWith(digest))
    } catch {
      return false
    }
  })
}

/** Whether the text that the report shows is the one that the client signed; `undefined` where it shows none. */
const agrees = ({ signed: found }: Report, signed: Buffer | undefined): boolean | undefined => {
  const shown = [found?.bytes, found?.hashed].filter((bytes) => bytes !== undefined)
  return signed === undefined || shown.length === 0 ? undefined : shown.some((bytes) => signed.equals(bytes))
}

/** The report, after at most `--budget` milliseconds of search. */
const searched = (given: Parameters<typeof examine>[0]): Report => {
  const examination = examine(given, hash)
  const end = performance.now() + Number(values.budget)
  let step = examination.next()
  while (!step.done) step = examination.next(performance.now() < end ? undefined : 'enough')
  return step.value
}

/** The paths that the service has accepted. */
const accepted = new Set<string>()

const diagnosed = (arrival: Arrival, keys: ReadonlyArray<KnownKey>): Report | string => {
  const known = { keys, now: Math.floor(arrival.now), paths: [...accepted] }
  if (arrival.parsed) {
    const decoded = withoutCoding(arrival.parsed.body, arrival.parsed.coding)
    return searched({ ...arrival.parsed, ...known, decoded })
  }
  const read = readRequest(arrival.raw)
  if (read._tag === 'Left') return read.left.what
  const { body, ...head } = read.right
  return searched({ ...head, ...known, body: body._tag === 'Bytes' ? body.bytes : new Uint8Array() })
}

const lineOf = (
  client: Client,
  language: string,
  ended: Ended,
  arrivals: ReadonlyArray<Arrival>,
  keys: Keys,
): object => {
  const last = arrivals.at(-1)
  const signed = claimOf(ended.stderr)
  const verdict = last === undefined ? 'not sent' : (last.reason ?? (last.job === 'refused' ? 'job_refused' : 'accept'))
  const known = Object.entries(keys.registered).flatMap(([appId, pem]): ReadonlyArray<KnownKey> => {
    const read = PublicKey.ofPem(pem)
    return read._tag === 'Right' && read.right._tag === 'PublicKey' ? [{ appId, key: read.right }] : []
  })
  const basis = {
    name: client.name,
    language,
    phrase: client.phrase,
    knowable: client.knowable,
    requests: arrivals.length,
    verdict,
    /** Whether the client does what its manifest says. */
    holds: verdict !== 'not sent' && client.accepted === (verdict === 'accept'),
    claimed: signed !== undefined,
    proven: last !== undefined && signed !== undefined && isProven(keys, last, signed),
  }
  if (last === undefined) return { ...basis, code: ended.code, stderr: ended.stderr.slice(-2000) }
  for (const { reason, parsed } of arrivals)
    if (reason === undefined && parsed) accepted.add(parsed.target.split('?')[0] as string)
  if (values.verdicts || verdict === 'accept') return basis
  const report = diagnosed(last, known)
  if (typeof report === 'string') return { ...basis, unreadable: report }
  const brief = ({ id, detail, part, what, guess }: Report['findings'][number]): object => ({
    id,
    detail,
    part,
    what,
    guess,
  })
  return {
    ...basis,
    outcome: report.outcome,
    reason: report.reason,
    recovered: report.recovered,
    exact: report.exact,
    complete: report.complete,
    key: report.key?.appId,
    findings: report.findings.map(brief),
    alternatives: report.alternatives.map((each) => each.map(brief)),
    summary: summary(report),
    signedAgrees: agrees(report, signed),
  }
}

const runLanguage = async (language: string, service: Service, keys: Keys, scratch: string): Promise<number> => {
  const folder = join(from, language)
  const listed: ReadonlyArray<Client> = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const names = listed.map(({ name }) => name)
  const begin = await prepare(language, join(here, 'kit', language), folder, names, join(scratch, language))
  let broken = 0
  // The right ones first: a service knows the paths that it accepted lately.
  for (const client of listed.toSorted((a, b) => Number(b.accepted) - Number(a.accepted))) {
    if (values.only && !values.only.includes(client.name)) continue
    const lacks = (client.needs ?? []).filter((need) => need === 'php-curl' && !hasCurl())
    if (lacks.length > 0) {
      console.log(JSON.stringify({ name: client.name, language, skipped: lacks }))
      continue
    }
    const cwd = join(scratch, 'runs', language, client.name)
    writeFiles(join(here, 'files'), cwd)
    service.take()
    const ended = await start(begin(client.name), cwd, {
      BASE_URL: service.url,
      EDGE_URL: service.edge,
      APP_ID: 'app-1',
      KEYS: keys.folder,
      TOKEN: token,
    })
    const arrivals = service.take()
    const line = lineOf(client, language, ended, arrivals, keys)
    if (!('holds' in line) || line.holds !== true) broken++
    console.log(JSON.stringify(line))
    if (values.keep === undefined) continue
    const kept = join(values.keep, language)
    mkdirSync(kept, { recursive: true })
    for (const [at, { raw }] of arrivals.entries()) writeFileSync(join(kept, `${client.name}.${at + 1}.http`), raw)
    const signed = claimOf(ended.stderr)
    if (signed) writeFileSync(join(kept, `${client.name}.signed`), signed)
  }
  return broken
}

let curl: boolean | undefined
/** Whether PHP has its curl extension. */
const hasCurl = (): boolean => {
  if (curl === undefined) {
    const { status } = spawnSync('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'])
    curl = status === 0
  }
  return curl
}

const scratch = temporaryFolder('laboratory')
const keys = makeKeys(join(scratch, 'keys'))
const service = await startService({ keys: { ...keys.registered }, tokens: { 'app-1': token } })
let broken = 0
for (const language of positionals.length > 0
  ? positionals
  : Object.keys(languages).filter((name) => present.includes(name)))
  broken += await runLanguage(language, service, keys, scratch)
service.close()
if (broken > 0) console.error(`${broken} clients do not do what their manifest says`)
process.exit(broken > 0 ? 1 : 0)
