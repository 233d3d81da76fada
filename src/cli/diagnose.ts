import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { visible } from '../conformance/reports/visible.ts'
import * as AppId from '../core/AppId.ts'
import { message as keyMessage } from '../core/KeyError.ts'
import * as PublicKey from '../core/PublicKey.ts'
import { type Case, examine, type KnownKey } from '../diagnosis/examine.ts'
import { contentOf, filesOf, inWords } from '../diagnosis/Received.ts'
import type { Report, Text } from '../diagnosis/Report.ts'
import { readRequest } from '../diagnosis/readRequest.ts'
import { languages, rightCodeFor } from '../diagnosis/rightCode.ts'
import { hash } from '../node/hash.ts'
import type { DryRequest, OwnedKey } from '../server/dryRun.ts'
import * as args from './arguments.ts'
import { readBytes } from './files.ts'
import { type Command, command, defaulting, optional, repeated } from './grammar.ts'
import { publicKeysFrom } from './keyFile.ts'
import { CommandError, type Outcome } from './Outcome.ts'
import { reportText } from './reportText.ts'
import { widthOf } from './terminal.ts'
import { valueIn, verdictOn } from './verdict.ts'

export const diagnose: Command = command({
  args: {
    publicKey: repeated(
      'public-key',
      '[APPID=]FILE',
      'a public key: PEM, DER, a JWK or a JWK Set; repeat it for further keys, and name other apps, as app-2=other.pem',
    ),
    request: optional(
      'request',
      args.file,
      'raw HTTP, a command of curl, HTTPie, wget or PowerShell, fetch(…) or a HAR, instead of the next four',
    ),
    method: optional('method', args.text('METHOD'), 'the HTTP method'),
    target: optional('target', args.text('TARGET'), 'the request target, as on the request line'),
    authorization: repeated(
      'authorization',
      'LINE',
      'the header, its value or the whole line; repeat it if it came twice',
    ),
    body: args.body,
    host: optional('host', args.text('HOST'), 'of the Host header, perhaps with a port'),
    url: optional('url', args.text('URL'), 'what the caller says it has called'),
    appId: optional('app-id', args.appId, 'whose key it is, where the key is given without (any app unless set)'),
    now: optional('now', args.time, 'the time of arrival in seconds since 1970 (now unless set)'),
    maxAge: args.maxAge,
    maxSkew: args.maxSkew,
    maxBody: args.maxBody,
    edition: args.edition,
    authType: args.authType,
    budget: defaulting('budget', args.milliseconds, 10_000, 'how long to search, in milliseconds'),
    code: optional('code', args.oneOf('LANGUAGE', languages), 'show the right code in javascript, python, go or shell'),
  },
  example: '--public-key my-key/public_key.pem --request request.http',
  run: async ({ publicKey, budget, code, host, url, appId, ...given }): Promise<Outcome> => {
    const keys = (await Promise.all(publicKey.map((text) => keysFrom(text, appId)))).flat()
    if (keys.length === 0) throw new CommandError(2, '--public-key is missing: a public key')
    const { notes, ...told } =
      given.request === undefined ? await fromOptions(given) : await fromFile(given.request, given)
    const { now = Math.floor(Date.now() / 1000), maxAge, maxSkew, maxBody, edition, authType } = given
    const terms = { now, maxAge, maxSkew, maxBody, edition, authType }
    const verdict = await verdictOn(told, keys, terms)
    const request: Case = {
      ...told,
      keys: keys.map(knownKey),
      host: host ?? told.host,
      url: url ?? told.url,
      decoded: withoutCoding(told.body),
      file: told.file,
      now,
      settings: { maxAge, maxSkew, bodyLimit: maxBody, edition, authType },
    }
    const report = await within(budget, request)
    const isAnyones = verdict.outcome === 'accept' && keys.some((key) => key.appId === undefined)
    const said = isAnyones
      ? [...notes, `the key was taken for that of any app; APPID=FILE asks whether it is that of ${verdict.appId}`]
      : notes
    const right = code === undefined || !report.exact ? undefined : rightCodeFor(idsOf(report), code)
    return {
      exit: verdict.outcome === 'accept' ? 0 : 1,
      text: reportText({ report, verdict, notes: said, code, budgetMs: budget }, widthOf(process.stdout)),
      json: {
        ...jsonOf(report),
        ...verdict,
        ...(said.length === 0 ? {} : { notes: said }),
        ...(right === undefined ? {} : { code: right }),
      },
    }
  },
})

/** `FILE`, or `APPID=FILE`; a file whose name holds an equals sign is given with its folder. */
const keysFrom = async (text: string, appId: AppId.AppId | undefined): Promise<ReadonlyArray<OwnedKey>> => {
  const at = text.indexOf('=')
  const owner = text.slice(0, Math.max(0, at))
  const isNamed = AppId.isAppId(owner)
  const keys = await publicKeysFrom('--public-key', isNamed ? text.slice(at + 1) : text, PublicKey.mostBits)
  return keys.map((key) => ({ key, appId: isNamed ? owner : appId }))
}

const knownKey = ({ key, appId }: OwnedKey): KnownKey => {
  const read = PublicKey.ofSpki(key.spki ?? new Uint8Array(0))
  // It was read once before.
  if (E.isLeft(read)) throw new CommandError(2, `--public-key: ${keyMessage(read.left)}`)
  return { key: read.right, appId }
}

interface Told extends DryRequest {
  readonly body: Uint8Array
  readonly host?: string | undefined
  readonly url?: string | undefined
  /** What stood in the file from which a command took the body, where it changed it on the way. */
  readonly file?: Uint8Array | undefined
  readonly notes: ReadonlyArray<string>
}

interface Given {
  readonly method: string | undefined
  readonly target: string | undefined
  readonly authorization: ReadonlyArray<string>
  readonly body: string | undefined
}

const fromOptions = async ({ method, target, authorization, body }: Given): Promise<Told> => {
  if (method === undefined || target === undefined) {
    const missing = [method === undefined ? '--method' : '', target === undefined ? '--target' : ''].filter(
      (name) => name !== '',
    )
    throw new CommandError(
      2,
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing; or give the whole request with --request`,
    )
  }
  return {
    method,
    target,
    authorization: authorization.map(valueIn),
    body: body === undefined ? new Uint8Array(0) : await readBytes('--body', body),
    notes: body === undefined ? ['no body was given with --body, so it is taken to be empty'] : [],
  }
}

const fromFile = async (path: string, { method, target, authorization, body }: Given): Promise<Told> => {
  if (method !== undefined || target !== undefined || authorization.length > 0)
    throw new CommandError(2, '--request holds method, target and Authorization: leave those options out')
  const read = readRequest(await readBytes('--request', path))
  if (E.isLeft(read)) throw new CommandError(2, `--request ${path}: ${inWords(read.left)}`)
  const { notes = [], ...received } = read.right
  const content =
    body === undefined ? await bodyOf(received.body, path) : { bytes: await readBytes('--body', body), file: undefined }
  const isMissing = content.bytes.length === 0 && /^(?:POST|PUT|PATCH)$/i.test(received.method)
  const missing = ['The request has no body; if one was sent, give it with --body.']
  return { ...received, body: content.bytes, file: content.file, notes: isMissing ? [...notes, ...missing] : notes }
}

interface Content {
  readonly bytes: Uint8Array
  readonly file: Uint8Array | undefined
}

/** What a curl command takes from files: their names stand in it as they did where it was run. */
const bodyOf = async (body: Parameters<typeof contentOf>[0], path: string): Promise<Content> => {
  const folder = path === '-' ? '.' : dirname(path)
  const files = new Map<string, Uint8Array>()
  for (const name of filesOf(body)) {
    if (name === '-')
      throw new CommandError(
        2,
        `--request ${path}: the command reads its body from standard input; give it with --body`,
      )
    files.set(name, await readBeside(`--request ${path}: its body is in`, folder, name))
  }
  const content = contentOf(body, files)
  const bytes = E.isRight(content) ? content.right : new Uint8Array(0)
  const [file, ...more] = files.values()
  const isChanged = file !== undefined && more.length === 0 && Buffer.compare(file, bytes) !== 0
  return { bytes, file: isChanged ? file : undefined }
}

/** The command may be anybody's: it names files in its own folder, and nothing that never ends. */
const readBeside = async (what: string, folder: string, name: string): Promise<Uint8Array> => {
  const path = join(folder, name)
  const [within, real] = await Promise.all([folder, path].map((each) => realpath(each).catch(() => each)))
  const isBeside = !isAbsolute(name) && !relative(within ?? '', real ?? '').startsWith('..')
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => true,
  )
  if (!isBeside || !isFile)
    throw new CommandError(2, `${what} ${visible(name)}, no file in the folder of the request; give it with --body`)
  return readBytes(what, path)
}

/** A reading of the clock after each pause of the search, and a turn of the event loop now and then, for Ctrl-C. */
const within = async (budgetMs: number, request: Case): Promise<Report> => {
  const began = performance.now()
  const examination = examine(request, hash)
  const { stderr } = process
  let turn = began
  let told = false
  let step = examination.next()
  while (step.done !== true) {
    const now = performance.now()
    if (now - turn > 50) {
      turn = now
      await nextTurn()
      if (stderr.isTTY && now - began > 2000) {
        told = true
        const { mistakes, share, tried } = step.value
        stderr.write(
          `\r\u001b[Ktrying ${mistakes} at once: ${Math.round(share * 100)} % (${tried.toLocaleString('en')} texts so far)`,
        )
      }
    }
    step = examination.next(now - began < budgetMs ? undefined : 'enough')
  }
  if (told) stderr.write('\r\u001b[K')
  return step.value
}

/** More than any body should be, so that a small one cannot fill the memory. */
const mostDecoded = 16 * 1024 * 1024

/** What gzip has compressed, which shows in its first bytes. */
const withoutCoding = (body: Uint8Array): Uint8Array | undefined => {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return undefined
  try {
    return gunzipSync(body, { maxOutputLength: mostDecoded })
  } catch {
    return undefined
  }
}

const idsOf = ({ findings }: Report): ReadonlyArray<string> => findings.map(({ id }) => id)

const bytesOf = (bytes: Uint8Array): object => {
  const text = Buffer.from(bytes).toString('utf8')
  return { hex: Buffer.from(bytes).toString('hex'), ...(Buffer.from(text).equals(bytes) ? { text } : {}) }
}

const textJson = ({ bytes, hashed, hash: name, digest }: Text): object => ({
  hash: name,
  digest,
  ...(bytes === undefined ? {} : bytesOf(bytes)),
  ...(hashed === undefined ? {} : { hashed: bytesOf(hashed) }),
})

const jsonOf = ({ signed, expected, ...report }: Report): object => ({
  ...report,
  ...(signed === undefined ? {} : { signed: textJson(signed) }),
  ...(expected === undefined ? {} : { expected: textJson(expected) }),
})
