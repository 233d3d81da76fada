/**
 * A request as it was received: from the options of the command line, or from a file that holds raw HTTP or a command that sends it.
 */
import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { isReason, type Reason } from '../../core/VerifyError.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import { shellQuoted } from '../../kit/diagnosis/pasted/curlCommand.ts'
import type { Logged } from '../../kit/diagnosis/pasted/readLogLine.ts'
import { readRequest } from '../../kit/diagnosis/pasted/readRequest.ts'
import { contentOf, filesOf, inWords } from '../../kit/diagnosis/Received.ts'
import * as args from './arguments.ts'
import { readBounded } from './files.ts'
import { type Argument, optional, repeated } from './grammar.ts'
import { CommandError, type World } from './Outcome.ts'
import { valueIn } from './verdict.ts'

interface Given {
  readonly request: string | undefined
  readonly method: string | undefined
  readonly target: string | undefined
  readonly authorization: ReadonlyArray<string>
  readonly body: string | undefined
}

/** The options of every command that looks at a request. */
export const requestArguments: { readonly [K in keyof Given]: Argument<Given[K]> } = {
  request: optional(
    args.file,
    'the whole request, instead of the next three; - for standard input. Raw HTTP or a kept file; a command of curl, HTTPie, wget or PowerShell, or a call of fetch; a HAR; a file or an export of Postman, Insomnia, JMeter, Bruno or REST Client; a log, a trace or a dump of an HTTP library, a proxy, Node, Python, PHP, Ruby, Java, Go or tcpdump',
  ),
  method: optional(args.text('METHOD'), 'the HTTP method'),
  target: optional(args.text('TARGET'), 'the request target, as on the request line'),
  authorization: repeated(
    args.text('LINE'),
    'the header, its value or the whole line; repeat the option if the header came twice',
  ),
  body: args.body,
}

/** The whole request in one file, or in parts. */
export const requestOrParts: readonly [ReadonlyArray<keyof Given>, ReadonlyArray<keyof Given>] = [
  ['request'],
  ['method', 'target', 'authorization'],
]

export interface Content {
  readonly bytes: Uint8Array
  /** What stood in the file from which a command took the body, where it changed it on the way. */
  readonly file: Uint8Array | undefined
}

export interface ReceivedRequest
  extends Pick<
    Case,
    'method' | 'target' | 'authorization' | 'host' | 'url' | 'now' | 'refused' | 'headers' | 'settings'
  > {
  /** The body that came with the request; absent if it came in parts, or `--body` stands for it. */
  readonly content?: Content | undefined
  /** The body was not kept with the request, and `--body` does not give it. */
  readonly lacksBody?: boolean
  /** Why the body is not known, in sentences; empty for a kept file. */
  readonly whyNoBody?: string
  /** What was assumed when the request was read. */
  readonly notes: ReadonlyArray<string>
}

/** The request, but for the body that `--body` names. */
export const receivedRequest = (given: Given, world: World): Promise<ReceivedRequest> =>
  given.request === undefined ? fromParts(given) : fromFile(given.request, given, world)

/** Said where a request that was read from a file has no body, and its method makes one likely. */
export const bodyMissing = (method: string, length: number): ReadonlyArray<string> =>
  length === 0 && /^(?:POST|PUT|PATCH)$/i.test(method)
    ? ['The request has no body; if one was sent, give it with --body.']
    : []

const fromParts = async ({ method, target, authorization }: Given): Promise<ReceivedRequest> => {
  if (method !== undefined && target !== undefined)
    return { method, target, authorization: authorization.map(valueIn), notes: [] }
  const missing = [...(method === undefined ? ['--method'] : []), ...(target === undefined ? ['--target'] : [])]
  throw new CommandError(
    2,
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing; or give the whole request with --request`,
  )
}

const fromFile = async (
  path: string,
  { method, target, authorization, body }: Given,
  world: World,
): Promise<ReceivedRequest> => {
  if (method !== undefined || target !== undefined || authorization.length > 0)
    throw new CommandError(2, '--request holds method, target and Authorization: leave those options out')
  const read = readRequest(await readBounded('--request', path, world))
  if (E.isLeft(read)) {
    const { logged } = read.left
    throw new CommandError(2, `--request ${path}: ${inWords(read.left)}${logged === undefined ? '' : instead(logged)}`)
  }
  const { notes = [], body: itsBody, bodyMissing: lacksBody = false, ...rest } = read.right
  const received = { ...rest, refused: rest.refused ?? reasonIn(path) }
  if (body !== undefined) return { ...received, notes }
  return {
    ...received,
    ...(lacksBody
      ? { lacksBody, whyNoBody: notes.filter((note) => /\bbody\b/i.test(note)).join(' ') }
      : { content: await bodyOf(itsBody, path, world) }),
    notes,
  }
}

/** The name of a kept file ends with the reason. */
const reasonIn = (path: string): Reason | undefined => {
  const [, reason = ''] = /-([a-z_]+)\.http$/.exec(path) ?? []
  return isReason(reason) ? reason : undefined
}

/** The options that would do in place of the line, as far as it knows them. */
const instead = ({ method, path, now }: Logged): string => {
  const time = now === undefined ? '' : ` --now ${now}`
  return `; or its parts: --method ${method ?? 'METHOD'} --target TARGET${path === undefined ? '' : ` (${shellQuoted(path)} and its query)`} --authorization LINE --body FILE${time}`
}

/** What a command takes from files: their names stand in it as they did where it was run. */
const bodyOf = async (body: Parameters<typeof contentOf>[0], path: string, world: World): Promise<Content> => {
  const folder = path === '-' ? '.' : dirname(path)
  const files = new Map<string, Uint8Array>()
  for (const name of filesOf(body)) {
    if (name === '-')
      throw new CommandError(
        2,
        `--request ${path}: the command reads its body from standard input; give the body with --body`,
      )
    files.set(name, await readBeside(`--request ${path}: its body is in`, folder, name, world))
  }
  const content = contentOf(body, files)
  const bytes = E.isRight(content) ? content.right : new Uint8Array(0)
  const [file, ...more] = files.values()
  const isChanged = file !== undefined && more.length === 0 && Buffer.compare(file, bytes) !== 0
  return { bytes, file: isChanged ? file : undefined }
}

/** The command may be anybody's: it names files in its own folder, and nothing that never ends. */
const readBeside = async (what: string, folder: string, name: string, world: World): Promise<Uint8Array> => {
  const path = join(folder, name)
  const [within, real] = await Promise.all([folder, path].map((each) => realpath(each).catch(() => each)))
  const isBeside = !isAbsolute(name) && !relative(within ?? '', real ?? '').startsWith('..')
  const found = await stat(path).catch(() => undefined)
  if (!isBeside || found?.isFile() === false)
    throw new CommandError(
      2,
      `${what} ${visible(name)}, which is not a file in the folder of the request; give the body with --body`,
    )
  return readBounded(what, path, world)
}
