/**
 * The request that a command looks at, as a verifier received it. It comes in parts, in the options `--method`, `--target` and
 * `--authorization`; or as a whole, in the file of `--request`, which has raw HTTP, a command that sends the request, a log or an export.
 * The option `--body` gives the body in both cases.
 *
 *     --method POST --target /v1/jobs --authorization '…' --body job.json
 *     --request request.http
 *
 * A command in a file may take its body from other files: `curl --data @job.json`. They are read from the folder of the file.
 */
import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { isReason, type Reason } from '../../core/VerifyError.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import { inEnglish, type Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { declaredLength } from '../../kit/diagnosis/evidenceHeaders.ts'
import { shellQuoted } from '../../kit/diagnosis/pasted/curlCommand.ts'
import type { Logged } from '../../kit/diagnosis/pasted/readLogLine.ts'
import { readRequest } from '../../kit/diagnosis/pasted/readRequest.ts'
import { contentOf, filesOf, inWords } from '../../kit/diagnosis/Received.ts'
import { holdsSecret } from '../../kit/diagnosis/secrets.ts'
import * as args from './arguments.ts'
import { completionOf } from './completionOf.ts'
import { readBounded } from './files.ts'
import { type Argument, optional, repeated } from './grammar.ts'
import { CommandError, type World } from './Outcome.ts'
import { valueIn } from './verdict.ts'

// ---- The options

interface RequestOptions {
  readonly request: string | undefined
  readonly method: string | undefined
  readonly target: string | undefined
  readonly authorization: ReadonlyArray<string>
  readonly body: string | undefined
}

/** The options of every command that looks at a request. */
export const requestArguments: { readonly [Name in keyof RequestOptions]: Argument<RequestOptions[Name]> } = {
  request: optional(
    args.file,
    'a file with the whole request, instead of --method, --target and --authorization; - means standard input. The file can be raw HTTP; a file that serve --keep wrote; a command of curl, HTTPie, wget or PowerShell; a call of fetch; a HAR; a file or an export of Postman, Insomnia, JMeter, Bruno or REST Client; or a log, a trace or a dump of an HTTP library, a proxy, Node, Python, PHP, Ruby, Java, Go or tcpdump',
  ),
  method: optional(args.text('METHOD'), 'the HTTP method'),
  target: optional(args.text('TARGET'), 'the request target, as on the request line'),
  authorization: repeated(
    args.text('LINE'),
    'the Authorization header: only its value, or the whole line. If the header came twice, give this option twice',
  ),
  body: args.body,
}

/** The options that exclude each other: the whole request in one file, or its parts. */
export const requestOrParts: readonly [
  whole: ReadonlyArray<keyof RequestOptions>,
  parts: ReadonlyArray<keyof RequestOptions>,
] = [['request'], ['method', 'target', 'authorization']]

// ---- The request

export interface ReceivedRequest
  extends Pick<
    Case,
    'method' | 'target' | 'authorization' | 'host' | 'url' | 'now' | 'refused' | 'headers' | 'settings'
  > {
  /** The body in the file of `--request`. Absent if the request came in parts, if the file has no body, or if `--body` replaces it. */
  readonly content?: Content | undefined
  /** The file of `--request` does not have the body, and `--body` does not give it. */
  readonly lacksBody?: boolean
  /** Why the body is not known, in sentences; empty for a kept file. */
  readonly whyNoBody?: string
  /** What was assumed when the request was read. */
  readonly notes: ReadonlyArray<string>
}

/** A body, and the file that it was made of. */
export interface Content {
  readonly bytes: Uint8Array
  /** The file from which a command takes the body, if the command changes its bytes: `curl --data` removes line ends. */
  readonly file: Uint8Array | undefined
}

/** The request, without the body that `--body` names. */
export const receivedRequest = (
  options: RequestOptions,
  world: World,
  say: Say = inEnglish,
): Promise<ReceivedRequest> =>
  options.request === undefined ? requestOfParts(options) : requestInFile(options.request, options, world, say)

/**
 * The hint for a request that was read from a file: it has no body, and its method makes a body likely. None if the client announced a
 * body of no bytes.
 */
export const bodyMissing = (
  { method, headers }: Pick<Case, 'method' | 'headers'>,
  length: number,
): ReadonlyArray<string> =>
  length === 0 && /^(?:POST|PUT|PATCH)$/i.test(method) && declaredLength(headers) !== 0
    ? ['The request has no body; if one was sent, give it with --body.']
    : []

// ---- In parts

const requestOfParts = async ({ method, target, authorization }: RequestOptions): Promise<ReceivedRequest> => {
  if (method !== undefined && target !== undefined)
    return { method, target, authorization: authorization.map(valueIn), notes: [] }
  const missing = [...(method === undefined ? ['--method'] : []), ...(target === undefined ? ['--target'] : [])]
  throw new CommandError(
    2,
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing; or give the whole request with --request`,
  )
}

// ---- In a file

const requestInFile = async (
  path: string,
  options: RequestOptions,
  world: World,
  say: Say,
): Promise<ReceivedRequest> => {
  if (options.method !== undefined || options.target !== undefined || options.authorization.length > 0)
    throw new CommandError(2, '--request has the method, the target and the Authorization header: remove these options')
  const pasted = await readBounded('--request', path, world)
  const read = readRequest(pasted)
  if (E.isLeft(read)) {
    const { logged } = read.left
    const remedy = logged === undefined ? '' : say(`; or its parts: ${optionsFor(logged)}`)
    const completion = logged?.notUnderstood === undefined ? '' : completionOf(logged, say)
    throw new CommandError(2, `${say(`--request ${path}: ${inWords(read.left)}`)}${remedy}${completion}`)
  }
  const { notes = [], body, bodyMissing: lacksBody = false, ...rest } = read.right
  const received = { ...rest, refused: rest.refused ?? reasonInName(path), notes }
  if (options.body !== undefined) return received
  if (lacksBody) return { ...received, lacksBody, whyNoBody: notes.filter(isAboutBody).join(' ') }
  return { ...received, content: await contentIn(body, path, world) }
}

const isAboutBody = (note: string): boolean => /\bbody\b/i.test(note)

/** The name of a kept file ends with the reason of the refusal. */
const reasonInName = (path: string): Reason | undefined => {
  const [, reason = ''] = /-([a-z_]+)\.http$/.exec(path) ?? []
  return isReason(reason) ? reason : undefined
}

/** The options that a user could give instead of this text, with the values that the text has. */
const optionsFor = ({ method, path, target, now, authorization }: Logged): string => {
  const pathOnly = path === undefined ? 'TARGET' : `TARGET (${shellQuoted(path)} and its query)`
  const sent = target === undefined || holdsSecret(target) ? pathOnly : shellQuoted(target)
  const time = now === undefined ? '' : ` --now ${now}`
  // A header alone is in the user's file, and repeated for nobody.
  const isBesideOthers = authorization !== undefined && (method !== undefined || target !== undefined)
  const line = isBesideOthers ? shellQuoted(authorization) : 'LINE'
  return `--method ${method ?? 'METHOD'} --target ${sent} --authorization ${line} --body FILE${time}`
}

// ---- The body that a command takes from files

/** `requestPath` is the file with the command. */
const contentIn = async (
  body: Parameters<typeof contentOf>[0],
  requestPath: string,
  world: World,
): Promise<Content> => {
  const folder = requestPath === '-' ? '.' : dirname(requestPath)
  const files = new Map<string, Uint8Array>()
  for (const name of filesOf(body)) {
    if (name === '-')
      throw new CommandError(
        2,
        `--request ${requestPath}: the command reads its body from standard input; give the body with --body`,
      )
    files.set(name, await readInFolder(`--request ${requestPath}: its body is in`, folder, name, world))
  }
  const content = contentOf(body, files)
  const bytes = E.isRight(content) ? content.right : new Uint8Array(0)
  const [file, ...otherFiles] = files.values()
  const isChanged = file !== undefined && otherFiles.length === 0 && Buffer.compare(file, bytes) !== 0
  return { bytes, file: isChanged ? file : undefined }
}

/**
 * Reads a file that a command names. Anybody may have written the command, so it may name only regular files in its own folder: no secrets
 * elsewhere, and nothing that never ends. `what` begins the error.
 */
const readInFolder = async (what: string, folder: string, name: string, world: World): Promise<Uint8Array> => {
  const path = join(folder, name)
  const [realFolder, realFile] = await Promise.all([folder, path].map((linked) => realpath(linked).catch(() => linked)))
  const isInFolder = !isAbsolute(name) && !relative(realFolder ?? '', realFile ?? '').startsWith('..')
  const found = await stat(path).catch(() => undefined)
  if (!isInFolder || found?.isFile() === false)
    throw new CommandError(
      2,
      `${what} ${visible(name)}, which is not a file in the folder of the request; give the body with --body`,
    )
  return readBounded(what, path, world)
}
