import { readdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import { offersBearer } from '../../core/Edition.ts'
import type { KeyError } from '../../core/KeyError.ts'
import type { Policies } from '../../core/Policies.ts'
import { type TokenListError, message as tokenMessage } from '../../core/TokenList.ts'
import { defaults } from '../../core/VerifyPolicy.ts'
import type { KeyRing } from '../../effects/KeyRing.ts'
import type { TokenBook } from '../../effects/TokenBook.ts'
import { appOf, isKeyFile, keyRingFolder } from '../../platform/node/keyRingFolder.ts'
import { tokenFile } from '../../platform/node/tokenBook.ts'
import { verified } from '../../server/adapters/http.ts'
import { createVerifier, type KeyFolderOptions, type RefusedVerdict } from '../../server/node.ts'
import * as args from './arguments.ts'
import { type Expectations, expectationsJson, expectationsText } from './expectations.ts'
import { readText, usable } from './files.ts'
import { beside, gatewayArguments, gatewayCommand } from './gateway.ts'
import { type Command, command, defaulting, flag, option, optional } from './grammar.ts'
import { guardName, inMemory } from './guards.ts'
import { keyWords } from './keyFile.ts'
import { loggedServer, preflight } from './loggedServer.ts'
import { close, listening, stopped } from './loopback.ts'
import { metrics, metricsServer } from './metrics.ts'
import { CommandError } from './Outcome.ts'
import { allPolicies, keyPoliciesIn, policiesOf, policyArguments } from './policies.ts'
import type { Refusals } from './refusals.ts'
import { standIn } from './standIn.ts'
import { tellingAs } from './telling.ts'
import { withScheme } from './verdict.ts'
import type { World } from './World.ts'

export const serve: Command = command({
  args: {
    keys: option(
      'keys',
      args.folder,
      'the public keys: APPID.pem, or APPID.1.pem, APPID.2.pem…, or .der, .jwk, .json; a change counts within a second',
    ),
    tokens: optional(
      'tokens',
      args.file,
      'access tokens, one a line: APPID TOKEN, or APPID sha256:HEX; a change counts within a second',
    ),
    port: args.port,
    edition: args.edition,
    guard: optional(
      'guard',
      guardName,
      'where nonces are remembered: memory (unless set), memory:FILE (over a crash, too), lmdb:FOLDER (by several processes), redis://HOST:PORT (by several machines; or redis+cluster://HOST:PORT,HOST:PORT or redis+sentinel://HOST:PORT,HOST:PORT/NAME; rediss for TLS)',
    ),
    authType: args.authType,
    maxAge: args.maxAge,
    maxSkew: args.maxSkew,
    maxKeyBits: args.maxKeyBits,
    maxBody: args.maxBody,
    ...policyArguments(allPolicies),
    metrics: optional(
      'metrics',
      args.portNumber,
      'counts for Prometheus at /metrics of this port on 127.0.0.1, where 0 takes a free one; with --upstream, /-/live and /-/ready',
    ),
    explain: flag('explain', 'say in the log why requests are refused: what the caller did, and what it should do'),
    keep: optional(
      'keep',
      args.folder,
      'save refused requests there, without tokens, for diagnose --request: the newest 256, at most 16 MiB',
    ),
    calledAs: optional(
      'called-as',
      args.baseUrl,
      'with --explain or --keep: where callers reach the service, if a proxy stands in front; some sign its host or a prefix of the path',
    ),
    log: defaulting('log', args.oneOf('FORM', ['text', 'json']), 'text', 'the form of the lines on standard error'),
    ...gatewayArguments,
  },
  example: '--keys keys --port 8787',
  run: async ({ keys, maxKeyBits, tokens, port, guard, metrics: metricsPort, policy, noPolicy, ...given }, world) => {
    const { explain, keep, calledAs, log: form, ...others } = given
    const terms = beside(others)
    const { log, say } = tellingAs(form, world)
    const counted = metrics()
    const front = await gatewayCommand(others, { log, say, ...counted }, world)
    // A diagnosis is much code, and most do without it.
    const looking = explain || keep !== undefined ? await import('./refusals.ts') : undefined
    if (looking === undefined && calledAs !== undefined)
      throw new CommandError(2, '--called-as is for refused requests; give --explain or --keep as well')
    if (keep !== undefined) await looking?.checkFolder(keep)
    const policies = policiesOf({ policy, noPolicy })
    const ring = await ringOf(keys, { maxKeyBits, policies, where: front === undefined ? 'loop' : 'pool' }, say)
    const book = tokens === undefined ? undefined : await bookOf(tokens, say, world)
    const { maxBody, ...settings } = { ...terms, policies }
    const opened = await (guard ?? inMemory).open(settings, say, world.env)
    const servers: Array<Server> = []
    let refused: Refusals | undefined
    // `onRefusal` is called at once behind `onVerdict`. It knows the header.
    let latest: RefusedVerdict | undefined
    const logRefused = ({ status, keys, ...verdict }: RefusedVerdict, [line = '']: ReadonlyArray<string>): void => {
      const { reason, method, path = '' } = verdict
      const head = {
        ...(method && { method }),
        ...(path && { path: path.length > 200 ? `${path.slice(0, 200)}…` : path }),
      }
      // What may be a token was cut away, and with it what followed the first word.
      const isPreflight = reason === 'authorization_missing' && preflight.getStore() === true
      const words = isPreflight ? preflightWords : withScheme(verdict, `${line} `, settings.authType)
      const tried = keys === undefined ? '' : ` (${keys.join(', ')})`
      const where = Object.values(head).join(' ')
      log(status, `${reason}: ${where === '' ? '' : `${where}: `}${words}${tried}`, { reason, ...head })
    }
    try {
      const verifier = await createVerifier({
        ...settings,
        keys: ring,
        tokens: book,
        guard: opened.guard,
        bodyLimit: maxBody,
        onVerdict: (verdict) => {
          counted.count(verdict)
          refused?.onVerdict(verdict)
          if (verdict.outcome === 'reject') latest = verdict
        },
        onRefusal: (request) => {
          if (latest !== undefined) logRefused(latest, request.authorization)
          refused?.onRefusal(request)
        },
      })
      const answer = standIn(policies)
      const listener = verified(verifier, (_, res, request) => {
        const { status, headers, body, words } = answer(request)
        log(status, words)
        res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
      })
      const onUnreadable: Refusals['onUnreadable'] = (refusal, error) => refused?.onUnreadable(refusal, error)
      const server = front?.server(verifier, onUnreadable) ?? loggedServer(listener, log, onUnreadable)
      const scraped = metricsServer(counted, front?.unready)
      servers.push(server, scraped)
      const url = await (front?.listening ?? listening)(server, port)
      refused = looking?.refusals({ explain, keep, url: calledAs ?? url, ring, settings }, say)
      const expects: Expectations = {
        ...terms,
        policies,
        apps: (ring.entries?.() ?? []).map(([appId]) => appId),
        tokens: book !== undefined && offersBearer(terms.edition),
        url,
        upstream: front?.upstream,
        metrics:
          metricsPort === undefined
            ? undefined
            : `${await listening(scraped, metricsPort, { option: '--metrics' })}/metrics`,
      }
      return {
        exit: 0,
        text: expectationsText(expects, defaults),
        json: expectationsJson(expects, defaults),
        until: (front === undefined ? stopped(...servers) : front.stopped().then(() => close(scraped))).then(
          opened.close,
        ),
      }
    } catch (error) {
      // A store that is still held would keep the process, and so would a server.
      await Promise.all([...servers.map(close), opened.close()])
      throw error
    }
  },
})

const preflightWords =
  'this is a CORS preflight, which a browser sends before a request from a page of another origin and does not sign; no other origin is served here'

const ringOf = async (
  folder: string,
  {
    maxKeyBits,
    policies,
    where,
  }: Pick<KeyFolderOptions, 'maxKeyBits' | 'where'> & { readonly policies: Partial<Policies> },
  say: (text: string) => void,
): Promise<KeyRing> => {
  const onProblem = (file: string, error: KeyError) => {
    const whose = file === folder ? 'any app' : (appOf(file) ?? 'its app')
    say(`${file}: ${keyWords(error)}; until that is mended or the file removed, requests of ${whose} are refused`)
  }
  const ring = await keyRingFolder(folder, {
    where,
    maxKeyBits,
    onProblem,
    policies: keyPoliciesIn(policies),
  })()
  if (E.isLeft(ring)) {
    // The ring does not say why.
    if (ring.left.rule === 'unreadable') await usable(`--keys ${folder}`, readdir(`${folder}/`))
    throw new CommandError(2, `--keys ${keyWords(ring.left)}`)
  }
  if (!(await readdir(folder)).some(isKeyFile)) say(`there is no key yet in ${folder}: put in APPID.pem`)
  return ring.right
}

const bookOf = async (file: string, say: (text: string) => void, world: World): Promise<TokenBook> => {
  const onProblem = (error: TokenListError) =>
    say(`--tokens ${tokenMessage(error)}; until that is mended, no token is taken`)
  const book = await tokenFile(file, { onProblem })()
  // The book does not say why.
  if (E.isLeft(book) && book.left.rule === 'unreadable') await readText('--tokens', file, world)
  if (E.isLeft(book)) throw new CommandError(2, `--tokens ${tokenMessage(book.left)}`)
  return book.right
}
