/** The command `diagnose`: what the caller of a refused request did wrong, for a person at a terminal or as JSON. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import type * as AppId from '../../core/AppId.ts'
import { message as keyMessage } from '../../core/KeyError.ts'
import type { KeyPolicies } from '../../core/Policies.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { Settings } from '../../core/VerifyPolicy.ts'
import type { Case, KnownKey } from '../../kit/diagnosis/Case.ts'
import type { Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { type Claim, claimedText } from '../../kit/diagnosis/claimedText.ts'
import { bodyOfText } from '../../kit/diagnosis/Draft.ts'
import { headerNamed } from '../../kit/diagnosis/evidenceHeaders.ts'
import { diagnose as diagnoseWithin } from '../../kit/diagnosis/examine.ts'
import { budgetOf, examineWithin } from '../../kit/diagnosis/examineWithin.ts'
import { evidentOf } from '../../kit/diagnosis/finding.ts'
import type { Report, Text } from '../../kit/diagnosis/Report.ts'
import { type Limits, limitsOf } from '../../kit/diagnosis/redaction.ts'
import { languages, rightCodeFor } from '../../kit/diagnosis/rightCode.ts'
import type { ServiceText } from '../../kit/diagnosis/serviceText.ts'
import { decompress } from '../../platform/node/decompress.ts'
import { hash } from '../../platform/node/hash.ts'
import { appOf, isKeyFile } from '../../platform/node/keyRingFolder.ts'
import type { OwnedKey } from '../../server/dryRun.ts'
import * as args from './arguments.ts'
import { diagnoseFolder } from './caseload.ts'
import { readBounded, usable } from './files.ts'
import { alsoCalled, type Command, command, defaulting, flag, optional, repeated } from './grammar.ts'
import { ownedPath, publicKeysFrom } from './keyFile.ts'
import { CommandError, type Outcome, type World } from './Outcome.ts'
import { policiesOf, policyArguments, requestPolicies } from './policies.ts'
import { bodyMissing, receivedRequest, requestArguments, requestOrParts } from './receivedRequest.ts'
import { markdownText, maskedTexts, reportText } from './reportText.ts'
import { widthOf, withNote } from './terminal.ts'
import { type GivenTerms, settingsOf, termsOf, verdictOn } from './verdict.ts'
import { wordsIn } from './words.ts'

export const diagnose: Command = command({
  args: {
    publicKey: alsoCalled(
      'keys',
      repeated(
        { ...args.publicKeyFile, shows: '[APPID=]FILE' },
        'a file with a public key: PEM, DER, a JWK or a JWK Set. You can give this option several times. If a key belongs to another app, write APPID=FILE, such as app-2=other.pem. Instead, --keys DIR gives a folder of keys; the name of each file is the app id',
      ),
    ),
    ...requestArguments,
    requests: optional(
      args.folder,
      'a folder of requests, with the keys of all apps (--keys): files that serve --keep wrote, or files that --request can read (.http .txt .har .json .sh). The command prints a table of apps and causes, for each app a message that you can send to its developers, and a line for each file',
    ),
    jsonLines: flag('with --requests: each line as JSON, and no table'),
    watch: flag('with --requests: a line for each further file, until Ctrl-C'),
    markdown: flag('the report as Markdown, for a ticket'),
    withoutBody: flag('with --markdown: leave the body out of the report'),
    host: optional(args.text('HOST'), 'the value of the Host header; it can have a port'),
    url: optional(args.text('URL'), 'the URL that the caller says it has called'),
    paths: optional(
      args.file,
      'a file with the targets (path and query) of the service, one on each line. Put the most likely target first',
    ),
    signed: optional(
      args.file,
      'a file with the text that the caller signs, as the caller prints it, or a file with the answer of the service, if this answer shows the string to sign that the service read',
    ),
    appId: optional(
      args.appId,
      'the app id of each key without APPID=. Without this option, such a key is used for every app id',
    ),
    now: optional(args.time, args.nowWords),
    ...args.keptTerms,
    ...policyArguments(requestPolicies),
    lang: args.lang,
    budget: defaulting(
      args.milliseconds,
      10_000,
      'the limit of the search, in milliseconds of work on an idle machine. In one millisecond the search tries 1,000 texts, or hashes 1 MB. If the body has at most 16 KiB, the search always tries each mistake alone, and all pairs of mistakes except pairs with the rarest forms',
    ),
    code: optional(
      args.oneOf('LANGUAGE', languages),
      `show the right code in ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`,
    ),
  },
  either: [[['request', 'requests'], requestOrParts[1]]],
  example: '--public-key my-key/public_key.pem --request request.http',
  run: async (given, world): Promise<Outcome> => {
    const { publicKey, budget, code, appId } = given
    const policies = policiesOf(given)
    const words = await wordsIn(given.lang)
    const { say } = words
    const keys = (await Promise.all(publicKey.map((text) => keysFrom(text, appId, policies, world)))).flat()
    if (keys.length === 0) throw new CommandError(2, '--public-key is missing: a public key')
    refuseStrayOptions(given)
    if (given.requests !== undefined) return folderOf(given.requests, { ...given, say }, keys, policies, world)
    const { received, request, terms, notes, lacksBody, whyNoBody } = await readCase(given, keys, policies, {
      world,
      say,
    })
    const { body } = request
    const verdict = await verdictOn({ ...received, body, lacksBody, whyNoBody }, keys, terms)
    const claim = await claimOf(given.signed, request, world)
    const proven = claim?._tag === 'Signed' ? claim.text : undefined
    const claimedDecoded = proven && decompress(bodyOfText(proven), terms.maxBody)
    const found = await reportOn({ ...request, claimed: proven, claimedDecoded }, lacksBody, budget, world)
    const limits = limitsOf({ ...request, settings: terms }, found, claim)
    const inEnglish = limits.withoutSecrets(found)
    const report = words.inLanguage(inEnglish)
    const bodyNotes = notesOnBody(given, { ...received, lacksBody, whyNoBody, body })
    const acceptNotes = verdict.outcome === 'accept' ? notesOnAccepted(verdict.appId, received.method, keys) : []
    const shownNotes = [...notes, ...bodyNotes, ...acceptNotes].filter(limits.mayShow).map(say)
    const ids = report.recovered ? report.findings.map(({ id }) => id) : []
    const sent = { method: received.method, contentType: headerNamed(received.headers, 'content-type') }
    const right = code && rightCodeFor(ids, code, sent)
    const budgetMs = lacksBody ? undefined : budget
    const masked = limits.hasSecrets ? maskedTexts(found, limits) : undefined
    const shown = {
      report,
      masked,
      verdict,
      notes: shownNotes,
      code,
      sent,
      claim,
      keys: keys.length,
      budgetMs,
      say,
      limits,
    }
    const examined = { ...received, body, now: request.now, settings: terms }
    return {
      exit: verdict.outcome === 'accept' ? 0 : 1,
      text: given.markdown
        ? markdownText({ ...shown, report: inEnglish }, examined, words, given.withoutBody)
        : reportText(shown, widthOf(world.stdout)),
      json: {
        ...jsonOf(report),
        ...verdict,
        ...(verdict.outcome === 'reject' ? { message: say(verdict.message) } : {}),
        claim: claim && claimJson(claim, limits),
        notes: shownNotes.length === 0 ? undefined : shownNotes,
        code: right,
      },
    }
  },
})

interface OptionsOfForm {
  readonly requests: string | undefined
  readonly markdown: boolean
  readonly withoutBody: boolean
  readonly watch: boolean
  readonly jsonLines: boolean
}

/** Refuses options that would be ignored, because they change only a form of output that was not asked for. */
const refuseStrayOptions = ({ withoutBody, markdown, requests, watch, jsonLines }: OptionsOfForm): void => {
  if (withoutBody && !markdown) throw new CommandError(2, '--without-body works only together with --markdown')
  if (requests === undefined && (watch || jsonLines))
    throw new CommandError(2, `--${watch ? 'watch' : 'json-lines'} needs --requests, a folder`)
}

type CaseTerms = Parameters<typeof receivedRequest>[0] &
  GivenTerms & {
    readonly host: string | undefined
    readonly url: string | undefined
    readonly paths: string | undefined
  }

/** Reads the request, whole or in parts, and makes the case for the search. */
const readCase = async (
  given: CaseTerms,
  keys: ReadonlyArray<OwnedKey>,
  policies: Partial<KeyPolicies>,
  { world, say }: { readonly world: World; readonly say: Say },
) => {
  const taken = await receivedRequest(given, world, say)
  const { content, notes, lacksBody = false, whyNoBody = '', now: arrived, settings: kept, ...received } = taken
  const readBody = async () => (given.body === undefined ? new Uint8Array(0) : readBounded('--body', given.body, world))
  const { bytes: body, file } = content ?? { bytes: await readBody(), file: undefined }
  const now = (given.now ?? arrived ?? Math.floor(Date.now() / 1000)) as Timestamp
  const terms = termsOf({ ...given, now }, policies, kept)
  const { host, url, paths } = given
  const request: Case & { readonly now: Timestamp } = {
    ...received,
    body,
    file,
    keys: keys.map((key) => knownKey(key, policies)),
    host: host ?? received.host,
    url: url ?? received.url,
    urlIsSent: url === undefined,
    paths: paths === undefined ? undefined : linesOf(await readBounded('--paths', paths, world)),
    decoded: decompress(body, terms.maxBody),
    now,
    settings: settingsOf(terms),
  }
  return { received, request, terms, notes, lacksBody, whyNoBody }
}

interface BodyOfCase {
  readonly lacksBody: boolean
  readonly whyNoBody: string
  readonly method: string
  readonly headers?: Case['headers']
  readonly body: Uint8Array
}

/** The notes about what was assumed of the body. */
const notesOnBody = (
  given: { readonly request: string | undefined; readonly body: string | undefined },
  { lacksBody, whyNoBody, body, ...head }: BodyOfCase,
): ReadonlyArray<string> => {
  if (lacksBody) return [whyNoBody === '' ? bodyNotKept : bodyNotKnown]
  if (given.request !== undefined) return bodyMissing(head, body.length)
  return given.body === undefined ? [emptyBodyUsed] : []
}

/** What was assumed, or allowed by a policy, before the request was accepted. */
const notesOnAccepted = (appId: string, method: string, keys: ReadonlyArray<OwnedKey>): ReadonlyArray<string> => [
  ...(keys.some((key) => key.appId === undefined) ? [usedForAnyApp(appId)] : []),
  ...(method === method.toUpperCase() ? [] : [readInCapitals(method)]),
]

const usedForAnyApp = (appId: string): string =>
  `the key was given without an app id, so it was used for every app; to check that it is the key of ${appId}, give APPID=FILE`

const readInCapitals = (method: string): string =>
  `the method arrived as ${method}; the policy method-case reads it as ${method.toUpperCase()}, but other services may not`

type FolderTerms = Parameters<typeof receivedRequest>[0] &
  GivenTerms & {
    readonly budget: number
    readonly paths: string | undefined
    readonly jsonLines: boolean
    readonly watch: boolean
    readonly markdown: boolean
    readonly host: string | undefined
    readonly url: string | undefined
    readonly signed: string | undefined
    readonly code: string | undefined
    readonly say: Say
  }

/** Options that say something of one request, or of its report. */
const optionsOfOne = ['markdown', 'host', 'url', 'signed', 'code'] as const

/** Refuses the options that a folder of requests cannot use. */
const refuseOptionsOfOne = (given: Readonly<Record<(typeof optionsOfOne)[number], unknown>>): void => {
  const stray = optionsOfOne.find((name) => given[name] !== undefined && given[name] !== false)
  if (stray !== undefined)
    throw new CommandError(2, `--${stray} works only for one request: give --request, or remove --${stray}`)
}

const folderOf = async (
  folder: string,
  given: FolderTerms,
  keys: ReadonlyArray<OwnedKey>,
  policies: Partial<KeyPolicies>,
  world: World,
): Promise<Outcome> => {
  const { request, method, target, body, authorization } = given
  if ([request, method, target, body, ...authorization].some((each) => each !== undefined))
    throw new CommandError(
      2,
      '--requests names a folder of whole requests: remove --request and the parts of a request',
    )
  refuseOptionsOfOne(given)
  const { budget, jsonLines, watch, paths, say } = given
  const load = {
    folder,
    keys: keys.map((key) => knownKey(key, policies)),
    termsFor: (kept: Settings | undefined) => termsOf(given, policies, kept),
    budget,
    paths: paths === undefined ? undefined : linesOf(await readBounded('--paths', paths, world)),
    jsonLines,
    watch,
    say,
  }
  return diagnoseFolder(load, world)
}

const bodyNotKnown =
  'The body is not known, so only header, clock and key were checked; to search for the signed text, give the body with --body.'
const bodyNotKept =
  'The file does not have the body, so only header, clock and key were checked; to search for the signed text, give the body with --body.'

const emptyBodyUsed = 'no body was given with --body, so an empty body is used'

/** The lines of the file, trimmed, without empty ones. */
const linesOf = (file: Uint8Array): ReadonlyArray<string> =>
  Buffer.from(file)
    .toString('utf8')
    .match(/\S(?:[^\n]*\S)?/g) ?? []

const keysFrom = async (
  text: string,
  appId: AppId.AppId | undefined,
  policies: Partial<KeyPolicies>,
  world: World,
): Promise<ReadonlyArray<OwnedKey>> => {
  const { owner, path } = ownedPath(text)
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder && owner === undefined) return keysOfFolder(path, policies, world)
  const keys = await publicKeysFrom(path, { maxKeyBits: PublicKey.mostBits, policies }, world)
  return keys.map((key) => ({ key, appId: owner ?? appId }))
}

/** A folder as `serve --keys` takes it: each file is named after its app. */
const keysOfFolder = async (
  folder: string,
  policies: Partial<KeyPolicies>,
  world: World,
): Promise<ReadonlyArray<OwnedKey>> => {
  const files = (await usable(`--keys ${folder}`, readdir(folder))).filter(isKeyFile).sort()
  const owned: Array<OwnedKey> = []
  for (const file of files) {
    const appId = appOf(file)
    if (appId === undefined) continue
    const keys = await publicKeysFrom(join(folder, file), { maxKeyBits: PublicKey.mostBits, policies }, world, '--keys')
    for (const key of keys) owned.push({ key, appId })
  }
  if (owned.length === 0)
    throw new CommandError(2, `--keys ${folder}: the folder has no key; give a file, or a folder with files APPID.pem`)
  return owned
}

const knownKey = ({ key, appId }: OwnedKey, policies: Partial<KeyPolicies>): KnownKey => {
  const read = PublicKey.ofSpki(key.spki ?? new Uint8Array(0), policies)
  // A key is read here a second time, for the search. Only a changed setting could refuse it now.
  if (E.isLeft(read)) throw new CommandError(2, `--public-key: ${keyMessage(read.left)}`)
  return { key: read.right, appId }
}

/** How long a search takes that finds nothing. */
const usualSearch = 'about ten seconds on an idle machine; Ctrl-C ends the search'

/** Reads the file of `--signed`, and compares its text with the request and the signature. */
const claimOf = async (file: string | undefined, request: Case, world: World): Promise<Claim | undefined> =>
  file === undefined ? undefined : claimedText(await readBounded('--signed', file, world), request, hash)

/** The report of the search. Without the body, only header, clock and key are checked. */
const reportOn = async (request: Case, lacksBody: boolean, budget: number, world: World): Promise<Report> => {
  if (lacksBody) return evidentOf(diagnoseWithin(request, hash, 0))
  const note = { text: `searching… ${usualSearch}` }
  return withNote(note, searched(budget, request, note), world)
}

/** Searches within the budget, and notes the progress. It gives way to the event loop now and then, so that Ctrl-C works. */
const searched = (budgetMs: number, request: Case, note: { text: string }): Promise<Report> =>
  examineWithin(request, hash, budgetOf(budgetMs), {
    elapsed: () => performance.now(),
    tell: async ({ mistakes, share, tried }) => {
      note.text = `${Math.floor(share * 100)} %: trying ${mistakes} at once (${tried.toLocaleString('en')} texts so far; ${usualSearch})`
      await nextTurn()
    },
  })

/** The bytes in hex, and also as a text if they are UTF-8. */
const bytesJson = (bytes: Uint8Array): object => {
  const text = Buffer.from(bytes).toString('utf8')
  const isUtf8 = Buffer.from(text).equals(bytes)
  return { hex: Buffer.from(bytes).toString('hex'), ...(isUtf8 ? { text } : {}) }
}

const textJson = ({ bytes, hashed, hash: name, digest }: Text): object => ({
  hash: name,
  digest,
  ...(bytes && bytesJson(bytes)),
  hashed: hashed && bytesJson(hashed),
})

const claimJson = (claim: Claim, { hasSecrets, mayShow }: Limits): object => {
  switch (claim._tag) {
    case 'Signed':
      return {
        outcome: 'signed',
        change: claim.change,
        difference: claim.difference,
        ...(hasSecrets ? {} : bytesJson(claim.text)),
      }
    case 'NotSigned':
      return { outcome: 'not-signed' }
    case 'NotOpened':
      return { outcome: 'not-opened' }
    case 'OfService':
      return hasSecrets && !mayShow(JSON.stringify([serviceJson(claim.service), claim.comparison]))
        ? { outcome: 'of-service', length: claim.service.length, difference: claim.comparison.difference }
        : { outcome: 'of-service', ...serviceJson(claim.service), ...claim.comparison }
  }
}

const serviceJson = ({ beginning, ...service }: ServiceText): object => ({
  ...service,
  beginning: Buffer.from(beginning).toString('utf8'),
})

const jsonOf = ({ signed, expected, ...report }: Report): object => ({
  ...report,
  signed: signed && textJson(signed),
  expected: expected && textJson(expected),
})
