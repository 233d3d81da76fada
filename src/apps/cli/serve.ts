/**
 * `countersign serve`: reads the options, opens keys, tokens and guard, and runs the stand-in, or the gateway with `--upstream`.
 * What is open is closed again if a later step of the start fails.
 */
import { channel } from 'node:diagnostics_channel'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import process from 'node:process'
import * as E from 'fp-ts/lib/Either.js'
import type { AuthType } from '../../core/AuthType.ts'
import { offersBearer } from '../../core/Edition.ts'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import type { KeyError } from '../../core/KeyError.ts'
import { type TokenListError, message as tokenMessage } from '../../core/TokenList.ts'
import type { KeyRing } from '../../effects/KeyRing.ts'
import type { RefusedRequest } from '../../effects/RefusedRequest.ts'
import type { ReplayGuard } from '../../effects/ReplayGuard.ts'
import type { TokenBook } from '../../effects/TokenBook.ts'
import { clock, entropy, timer } from '../../platform/common/system.ts'
import { checkQueue, fastestWhere } from '../../platform/node/checkQueue.ts'
import { consequenceOf, isKeyFile, keyRingFolder } from '../../platform/node/keyRingFolder.ts'
import { tokenFile } from '../../platform/node/tokenBook.ts'
import { mostWaiting } from '../../queue/CheckQueue.ts'
import { type VerifiedListener, verified } from '../../server/adapters/http.ts'
import {
  createVerifier,
  type KeyFolderOptions,
  type RefusedVerdict,
  type Verifier,
  type VerifierOptions,
} from '../../server/node.ts'
import { boundConnections } from '../gateway/connections.ts'
import { descriptorLimit, shareOf } from '../gateway/descriptors.ts'
import { ownStatuses } from '../gateway/faults.ts'
import { trusted } from '../gateway/passedHeaders.ts'
import { type RequestIdentity, header as requestIdHeader } from '../gateway/RequestIdentity.ts'
import * as args from './arguments.ts'
import type { CallerHints } from './callerHint.ts'
import { allowing, corsArgument } from './cors.ts'
import { type Expectations, expectationsJson, expectationsText } from './expectations.ts'
import { readText, usable } from './files.ts'
import { type Front, gatewayArguments, gatewayFront } from './gateway.ts'
import { alsoCalled, type Command, command, defaulting, flag, type Given, option, optional } from './grammar.ts'
import { guardProbe } from './guardProbe.ts'
import { guardName, inMemory } from './guards.ts'
import { keyChanges, knownKeys } from './keyChanges.ts'
import { keyMessage } from './keyFile.ts'
import { type Listener, loggedServer, type OnUnreadable, preflight } from './loggedServer.ts'
import { jsonEntry, type Logger, logger } from './logger.ts'
import { idText, ofCaller, ofIdentity, ofRefusal, shortened } from './logLines.ts'
import { close, listening, stopped } from './loopback.ts'
import { lostBodies } from './lostBodies.ts'
import { instrumentsOf, measures, publishedOf } from './measures.ts'
import type { Metrics } from './metrics.ts'
import { CommandError, type Outcome, type World } from './Outcome.ts'
import { allPolicies, keyPoliciesIn, policiesOf, policyArguments } from './policies.ts'
import { withPasswords } from './redis.ts'
import type { Refusals } from './refusals.ts'
import { type RequestIdentities, requestIdentities } from './requestIdentities.ts'
import { standIn } from './standIn.ts'
import { familiesOf, type SayOf, type State } from './state.ts'
import { timed } from './timed.ts'
import { withScheme } from './verdict.ts'
import { version } from './version.ts'
import { watch } from './watch.ts'

const serveArguments = {
  keys: alsoCalled(
    'public-key',
    option(
      args.folder,
      'the public keys: APPID.pem, or APPID.1.pem, APPID.2.pem…, or .der, .jwk, .json. The server reads a changed file within one second',
    ),
  ),
  tokens: optional(
    args.file,
    'access tokens, one on each line: APPID TOKEN, or APPID sha256:HEX. The server reads a changed file within one second',
  ),
  port: args.port,
  guard: optional(
    guardName,
    'where the server keeps the nonces. memory (the default): only in this process. memory:FILE: the server also remembers after a crash. lmdb:FOLDER: several processes share the nonces. redis://HOST:PORT: several machines share the nonces; for a cluster write redis+cluster://HOST:PORT,HOST:PORT, for sentinels redis+sentinel://HOST:PORT,HOST:PORT/NAME. For TLS write rediss instead of redis',
  ),
  ...args.terms,
  maxKeyBits: args.maxKeyBits,
  ...policyArguments(allPolicies),
  metrics: optional(
    args.place,
    'the port for /metrics (Prometheus), on 127.0.0.1 unless you write an address before it; 0 means any free port; with --upstream also /-/live and /-/ready',
  ),
  explain: flag(
    'write into the log why a request was refused: what the caller did, and what it should do. At most 10 requests in each minute are explained',
  ),
  explainToCaller: flag(
    'tell the caller of a refused signature the length and the first 64 bytes of the string to sign, as the server read it; messages are in Chinese if Accept-Language asks for it',
  ),
  keep: optional(
    args.folder,
    'save refused requests in this folder. diagnose --request can read the files. Tokens are not written. The server saves at most 60 requests in each minute, and keeps the newest 256 of them, at most 16 MiB together',
  ),
  publicUrl: optional(
    args.baseUrl,
    'with --explain or --keep: if a proxy is before the server, the URL that callers use. Some callers wrongly sign the host of this URL, or a prefix of its path. With the URL, the diagnosis can find this',
  ),
  prefix: optional(
    args.pathPrefix,
    'the part of the path that a proxy before the server removes, such as /api. The caller signed this part, so the verifier adds it before it verifies. The server does not forward this part',
  ),
  cors: corsArgument,
  log: defaulting(
    args.oneOf('FORM', ['text', 'json']),
    'text',
    'the form of all lines on standard output and standard error: text or json',
  ),
  ...gatewayArguments,
}

type ServeArguments = Given<typeof serveArguments>

/** What must be closed if the start fails: a store that is still held would keep the process, and so would a server. */
type Closers = Array<() => Promise<void>>

export const serve: Command = command({
  args: serveArguments,
  example: '--keys keys --port 8787',
  run: async (given, world) => {
    const closers: Closers = []
    try {
      return await listen(await assemble(given, world, closers), given, closers)
    } catch (error) {
      await Promise.all(closers.map((close) => close()))
      throw error
    }
  },
})

/** Makes lines of the log of Node's warnings, and of the errors that lmdb writes with `console.error`. */
const logForeignWords = ({ stderr }: World, say: Logger['say']): void => {
  if (stderr !== process.stderr) return
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => say(`${name}: ${message}`, 'warn'))
  console.error = (...words: ReadonlyArray<unknown>) => {
    // The native part of lmdb has already written a text, without a line end.
    stderr.write('\n')
    say(words.map((it) => (it instanceof Error ? `${it.name}: ${it.message}` : String(it))).join(' '), 'error')
  }
}

/** Opens everything that the options ask for. Nothing listens yet. */
const assemble = async (given: ServeArguments, world: World, closers: Closers) => {
  const { keys, maxKeyBits, tokens, guard, explain, keep, publicUrl, edition, authType, maxAge, maxSkew } = given
  const faults = { keys: 0, tokens: 0, certificate: 0, kept: 0, log: 0 }
  const { log, say } = logger(given.log, world, () => {
    faults.log += 1
  })
  if (given.log === 'json') logForeignWords(world, say)
  const scrape = await scrapeOf(given)
  const measured = measures(scrape?.record ?? (() => {}))
  const { clientHeader, trustHeader } = given
  const identities = requestIdentities({ clientHeader, trusted: trusted(trustHeader), makeId: entropy.nonce })
  const allow = allowing(given.cors, log, identities.of)
  const hints = given.explainToCaller ? (await import('./callerHint.ts')).callerHints(authType) : undefined
  const sayOf: SayOf = (source) => (words, level) => {
    if (level === 'error') faults[source] += 1
    say(words, level)
  }
  const lost = lostBodies()
  const means = { log, say, sayOf, allow, requestIdentities: identities, lost, hints, measured }
  const forwarding = await gatewayFront(given, means, world)
  // Loaded only on demand: the diagnosis is much code.
  const looking = explain || keep !== undefined ? await import('./refusals.ts') : undefined
  if (looking === undefined && publicUrl !== undefined)
    throw new CommandError(2, '--public-url works only together with --explain or --keep')
  if (keep !== undefined) await looking?.checkFolder(keep)
  const policies = policiesOf(given)
  const ring = await ringOf(
    keys,
    { maxKeyBits, policies: keyPoliciesIn(policies), cryptoOn: fastestWhere() },
    sayOf('keys'),
  )
  const book = tokens === undefined ? undefined : await bookOf(tokens, sayOf('tokens'), world)
  const settings = { edition, authType, maxAge, maxSkew, policies }
  const { guard: claims, close: release } = await (guard ?? inMemory)(settings, say, await withPasswords(world))
  closers.push(release)
  const front = forwarding ?? standInFront(given, { log, allow, identities, hints }, policies, world)
  return {
    log,
    say,
    sayOf,
    scrape,
    measured,
    faults,
    identities,
    lost,
    hints,
    looking,
    ring,
    book,
    settings,
    claims,
    release,
    front,
  }
}

/** The metrics for Prometheus. Loaded only on demand: prom-client is much code. */
const scrapeOf = async ({ metrics, upstream }: ServeArguments): Promise<Metrics | undefined> =>
  metrics && (await import('./metrics.ts')).metrics(instrumentsFor(upstream))

const instrumentsFor = (upstream: ServeArguments['upstream']) =>
  instrumentsOf(upstream === undefined ? [] : ownStatuses)

/** The parts of `assemble` that the stand-in uses. */
interface StandInMeans {
  readonly log: Logger['log']
  readonly allow: ReturnType<typeof allowing>
  readonly identities: RequestIdentities
  readonly hints: CallerHints | undefined
}

/** The server of the stand-in, which answers every verified request itself, in place of a service. */
const standInFront =
  (
    { prefix }: ServeArguments,
    { log, allow, identities, hints }: StandInMeans,
    policies: ReturnType<typeof policiesOf>,
    world: World,
  ) =>
  (verifier: Verifier, onUnreadable: OnUnreadable): Front => {
    const answer = standIn(policies, prefix)
    const respond: VerifiedListener = (_, res, request) => {
      const { status, headers, body, message } = answer(request)
      log(status, message, { ...ofCaller(request), ...ofIdentity(identities.current()) })
      res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
    }
    const answerRefusal = hints && answeringWith(hints, identities)
    const listener = verified(verifier, respond, { prefix, answerRefusal })
    const named: Listener = (req, res) => {
      const identity = identities.of(req)
      res.setHeader(requestIdHeader, identity.requestId)
      return identities.during(identity, () => listener(req, res))
    }
    const server = loggedServer(allow(named), log, onUnreadable)
    boundConnections(server, shareOf(descriptorLimit(), { requests: 0, files: 0 }).connections)
    return { server, listen: (port) => listening(server, port), stopped: () => stopped(world, server) }
  }

/** Writes the answer to a refused request, with the hint for its caller. Status and common headers are set already. */
const answeringWith =
  (hints: CallerHints, { of }: RequestIdentities) =>
  (refusal: HttpAnswer, req: IncomingMessage, res: ServerResponse): void => {
    const { headers, body } = hints.answer(refusal, req, of(req))
    const { 'Content-Type': type = 'application/json', 'Content-Language': language } = headers
    res.setHeader('Content-Type', type)
    if (language !== undefined) res.setHeader('Content-Language', language)
    res.setHeader('Content-Length', Buffer.byteLength(body))
    res.end(body)
  }

type Assembled = Awaited<ReturnType<typeof assemble>>

const listen = async (
  assembled: Assembled,
  { guard, explain, keep, publicUrl, prefix, port, metrics, maxBody, upstream, log: form }: ServeArguments,
  closers: Closers,
): Promise<Outcome> => {
  const { say, sayOf, scrape, measured, identities, looking, ring, book, settings, claims, release, front } = assembled
  // Made after the verifier: it needs the URL, which is known once the server listens.
  let refusals: Refusals | undefined
  const verifier = await createVerifier({
    ...settings,
    ...timedLookups(assembled),
    ...verdictListeners(assembled, () => refusals),
    tokens: book,
    // Only with --guard: an operator who names a guard has thought of other instances.
    sharedBy: guard && claims.sharedBy,
    bodyLimit: maxBody,
  })
  const {
    server,
    unready,
    state = () => ({ places: {}, certificateEnd: undefined }),
    ...opened
  } = front(verifier, {
    count: measured.unreadable,
    tell: (refusal, error, requestId) => refusals?.onUnreadable(refusal, error, requestId),
    identityOf: (socket, req) => (req === undefined ? identities.unread(socket.remoteAddress) : identities.of(req)),
  })
  const guardFault = guardProbe(claims, { clock, entropy, timer })
  const watching = watch({ ring, book }, timer, sayingKeyChanges(ring, say))
  const stateNow: State = () =>
    familiesOf({ ...stateOf(assembled, watching.age()), refusals: refusals?.kept(), ...state() })
  channel('countersign:serve').publish({ instruments: publishedOf(instrumentsFor(upstream)), state: stateNow })
  const scraped = scrape?.server(stateNow, unready && (async () => (await unready()) ?? guardWords(await guardFault())))
  closers.push(() => close(server))
  if (scraped !== undefined) closers.push(() => close(scraped))
  closers.push(async () => watching.stop())
  const url = await opened.listen(port)
  refusals = looking?.refusals({ explain, keep, url: publicUrl ?? url, prefix, ring, settings }, say, sayOf('kept'))
  const untilStopped = async (): Promise<void> => {
    await opened.stopped()
    watching.stop()
    await refusals?.end()
    if (scraped !== undefined) await close(scraped)
    await release()
  }
  const expects: Expectations = {
    ...expectationsOf(assembled, url),
    maxBody,
    upstream: upstream?.url,
    metrics: metrics && scraped && (await metricsUrl(scraped, metrics)),
  }
  return {
    exit: 0,
    text: startText(form, expects),
    json: expectationsJson(expects),
    until: untilStopped(),
  }
}

/** Returns a function to call after each look at the keys: it says which have changed. */
const sayingKeyChanges = (ring: KeyRing, say: Logger['say']): (() => void) => {
  let before = knownKeys(ring)
  return () => {
    const now = knownKeys(ring)
    for (const words of keyChanges(before, now)) say(words)
    before = now
  }
}

/** Counts each verdict. A refused request is logged, and with --explain and --keep also explained and saved. */
const verdictListeners = (
  assembled: Assembled,
  refusals: () => Refusals | undefined,
): Pick<VerifierOptions, 'onVerdict' | 'onRefusal'> => {
  const { identities, lost, measured } = assembled
  // Nothing comes between `onVerdict` and `onRefusal` of a request. Only `onRefusal` gets the header.
  let latest: RefusedVerdict | undefined
  return {
    onVerdict: (verdict) => {
      const identity = identities.current()
      if (verdict.outcome === 'reject' && lost.has(identity)) {
        lost.judged(identity, verdict)
        return
      }
      measured.judged(verdict)
      refusals()?.onVerdict(verdict)
      if (verdict.outcome === 'reject') latest = verdict
    },
    onRefusal: (request) => {
      const identity = identities.current()
      if (lost.has(identity)) return
      if (latest !== undefined) noteRefused(assembled, latest, request)
      refusals()?.onRefusal(request, identity?.requestId)
    },
  }
}

const startText = (form: ServeArguments['log'], expects: Expectations): Outcome['text'] =>
  form === 'json'
    ? jsonEntry({ level: 'info', message: 'listening', ...expectationsJson(expects) })
    : expectationsText(expects)

/** Logs a refused request, and notes it for the hint in its answer. */
const noteRefused = (
  { log, identities, hints, looking, settings }: Assembled,
  verdict: RefusedVerdict,
  request: RefusedRequest,
): void => {
  const identity = identities.current()
  hints?.note(request, verdict.code, identity)
  // The lines that --explain and --keep add name the same id.
  const suffix = looking === undefined ? '' : idText(identity?.requestId)
  const { authType } = settings
  logRefused(log, { verdict, authorization: request.authorization, authType, identity, suffix })
}

/** The keys and the guard of the verifier. The metrics get the time of each lookup. */
const timedLookups = ({ measured, ring, claims }: Assembled) => ({
  keys: { ...ring, keysOf: timed(ring.keysOf, timer.elapsed, (ms) => measured.lookedUp('keys', ms)) },
  guard: {
    ...claims,
    claim: timed(claims.claim as ReplayGuard['claim'], timer.elapsed, (ms) => measured.lookedUp('guard', ms)),
  },
})

/** What the metrics say of this process and its keys. */
const stateOf = ({ ring, faults }: Assembled, lookAge: number) => ({
  version,
  node: process.version,
  checks: { waiting: checkQueue.waiting?.() ?? 0, most: mostWaiting },
  keys: (ring.entries?.() ?? []).reduce((sum, [, keys]) => sum + keys.length, 0),
  lookAge,
  faults,
})

/** What the settings expect of a request to `url`. */
const expectationsOf = ({ ring, book, settings }: Assembled, url: string) => ({
  ...settings,
  apps: (ring.entries?.() ?? []).map(([appId]) => appId),
  tokens: book !== undefined && offersBearer(settings.edition),
  url,
})

const metricsUrl = async (
  server: Parameters<typeof listening>[0],
  { port, address }: { readonly port: number; readonly address?: string | undefined },
): Promise<string> =>
  `${await listening(server, port, { option: '--metrics', ...(address !== undefined && { address }) })}/metrics`

const guardWords = (fault: string | undefined): string | undefined =>
  fault === undefined ? undefined : `the replay guard gives no answer: ${fault}`

interface LoggedRefusal {
  readonly verdict: RefusedVerdict
  /** The Authorization lines, without their tokens. */
  readonly authorization: ReadonlyArray<string>
  /** The auth type that the verifier expects. */
  readonly authType: AuthType
  readonly identity?: RequestIdentity | undefined
  /** Follows the words, such as the id by which other lines name the request. */
  readonly suffix?: string
}

/** Logs a refusal: `signature_invalid: POST /v1/jobs: the signature does not verify… (2f8a…)`. */
export const logRefused = (
  log: Logger['log'],
  { verdict, authorization, authType, identity, suffix = '' }: LoggedRefusal,
): void => {
  const { status, keys, reason, method = '', path = '' } = verdict
  const isPreflight = reason === 'authorization_missing' && preflight.getStore() === true
  const [line = ''] = authorization
  // The part of the line that may be a token was cut off, with the blank before it. `withScheme` looks for that blank.
  const words = isPreflight ? preflightWords : withScheme(verdict, `${line} `, authType)
  const tried = keys === undefined ? '' : ` (${keys.join(', ')})`
  const where = `${method} ${shortened(path)}`.trim()
  log(status, `${reason}: ${where === '' ? '' : `${where}: `}${words}${tried}${suffix}`, {
    ...ofRefusal(verdict),
    ...ofIdentity(identity),
  })
}

const preflightWords =
  'this is a CORS preflight: a browser sends it, unsigned, before a page of another origin sends its request. Start with --cors ORIGIN to allow an origin'

const ringOf = async (
  folder: string,
  settings: Pick<KeyFolderOptions, 'maxKeyBits' | 'cryptoOn' | 'policies'>,
  say: Logger['say'],
): Promise<KeyRing> => {
  const onProblem = (file: string, error: KeyError) =>
    say(
      `${file}: ${keyMessage(error)}; until you correct or remove the file, ${consequenceOf(folder, file, error)}`,
      'error',
    )
  const ring = await keyRingFolder(folder, { ...settings, onProblem })()
  if (E.isLeft(ring)) {
    // The ring does not say why the folder is unreadable. Reading it here fails with the system's reason.
    if (ring.left.rule === 'unreadable') await usable(`--keys ${folder}`, readdir(`${folder}/`))
    throw new CommandError(2, `--keys ${keyMessage(ring.left)}`)
  }
  if (!(await readdir(folder)).some(isKeyFile)) say(`there is no key yet in ${folder}: add a file APPID.pem`)
  return ring.right
}

const bookOf = async (file: string, say: Logger['say'], world: World): Promise<TokenBook> => {
  const onProblem = (error: TokenListError) =>
    say(`--tokens ${tokenMessage(error)}; until you correct the file, no token is accepted`, 'error')
  const book = await tokenFile(file, { onProblem })()
  // The book does not say why the file is unreadable. Reading it here fails with the system's reason.
  if (E.isLeft(book) && book.left.rule === 'unreadable') await readText('--tokens', file, world)
  if (E.isLeft(book)) throw new CommandError(2, `--tokens ${tokenMessage(book.left)}`)
  return book.right
}
