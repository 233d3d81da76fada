/**
 * `countersign fetch`: sends any request as its app, signed or with a token, and hands on the answer. With `--until` it asks again
 * until the answer says what is waited for: `countersign fetch GET /v1/jobs/7 --until /state=done --output job.json`.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { FetchInit, PollAnswer, SigningClient } from '../../client/node.ts'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import { type Bytes, toText } from '../../core/Bytes.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import { fileParts } from '../../platform/node/fileParts.ts'
import { jsonOf } from '../../programs/jsonOf.ts'
import * as args from './arguments.ts'
import { bodyParts } from './bodyParts.ts'
import { clientArguments, clientFrom, clientWays } from './clientArguments.ts'
import { type Condition, holdsIn, parseCondition } from './condition.ts'
import { tellFragment } from './fragment.ts'
import { type Command, command, type Given, operand, optional, repeated } from './grammar.ts'
import { clientRefusal } from './keyFile.ts'
import { CommandError, type Outcome, type World } from './Outcome.ts'
import { brokenOff, saveParts } from './saveParts.ts'
import { shownBody } from './shownBody.ts'
import { withNote } from './terminal.ts'

const fetchArguments = {
  ...clientArguments(''),
  body: optional(args.file, 'a file of any size, sent unchanged'),
  header: repeated(
    args.header,
    'an extra header, as "Name: value". It is not signed. You can give this option several times',
  ),
  output: optional(args.file, 'save the body of a 2xx answer in this file; an existing file is overwritten'),
  timeout: optional(args.duration, 'how long each attempt may take until its answer begins (default: 30s)'),
  until: repeated(
    args.parsed<Condition>(
      'POINTER=VALUE',
      'a JSON Pointer, = and a value: /state=done, /progress=100',
      parseCondition,
    ),
    'send the request again until the JSON of the answer has this value at this place; if you give several, until one of them is there',
  ),
  every: optional(args.duration, 'with --until, the pause between two polls (default: 2s)'),
  total: optional(args.duration, 'with --until, the whole time (default: 10m)'),
  method: operand(args.text('METHOD'), 'the HTTP method, such as GET'),
  target: operand(
    args.text('TARGET'),
    'a path that is added to the base URL, such as /v1/jobs/7, or a whole URL below the base URL',
  ),
}
type FetchArguments = Given<typeof fetchArguments>

/** An answer whose body is still to be read, or was read while polling. */
interface Answer extends Pick<PollAnswer, 'status' | 'ok' | 'headers'> {
  readonly parts: AsyncIterable<Bytes> | Iterable<Bytes>
  readonly polls?: number
}

export const fetch: Command = command({
  args: fetchArguments,
  either: clientWays,
  example:
    'GET /v1/jobs/7 --base-url https://jobs.example --app-id app-1 --private-key my-key/private_key.pem --until /state=done --output answer.json',
  run: async (given, world): Promise<Outcome> => {
    if (given.until.length === 0 && (given.every ?? given.total) !== undefined)
      throw new CommandError(2, '--every and --total need --until, which gives the value to wait for')
    tellFragment('TARGET', given.target, world)
    const client = await clientFrom(given, world, { timeoutMs: given.timeout })
    const init = await initOf(given, world)
    const answer = await sendBy(client, given, init, world).catch(clientRefusal(given))
    if (given.output !== undefined && answer.ok) return savedIn(given.output, answer)
    return handedOn(answer, world)
  },
})

const initOf = async ({ method, body, header }: FetchArguments, world: World): Promise<FetchInit> => {
  const init = { method, headers: header.map(({ name, value }): [string, string] => [name, value]) }
  if (body === undefined) return init
  if (body === '-') throw new CommandError(2, '--body -: the body is read twice, so give the name of a file')
  const { close } = await bodyParts(body, world)
  await close()
  return { ...init, body: fileParts(body) }
}

const sendBy = async (
  client: SigningClient,
  { target, until, every, total }: FetchArguments,
  init: FetchInit,
  world: World,
): Promise<Answer> => {
  const note = { text: 'waiting for the service…' }
  if (until.length === 0) {
    const response = await withNote(note, client.fetch(target, init), world)
    const { status, ok, headers, body } = response
    return { status, ok, headers: Object.fromEntries(headers), parts: body ?? [] }
  }
  const isDone = (answer: PollAnswer): boolean => {
    note.text = `poll ${answer.polls} was answered with ${answer.status}; waiting…`
    return until.some(holdsIn(answer.json))
  }
  const polled = client.poll(target, { ...init, until: isDone, everyMs: every, totalMs: total })
  const { body, ...answer } = await withNote(note, polled, world)
  return { ...answer, parts: [body] }
}

const savedIn = async (path: string, { status, headers, parts, polls }: Answer): Promise<Outcome> => {
  const bytes = await saveParts('--output', path, parts)
  return {
    exit: 0,
    text: `the service answered ${status}; ${bytes} bytes are saved in ${visible(path)}\n`,
    json: { outcome: 'accept', status, headers, polls, saved: path, bytes },
  }
}

/** The body as it came, for a pipe; at a terminal with its control characters made visible. The status goes to standard error. */
const handedOn = async ({ status, ok, headers, parts, polls }: Answer, world: World): Promise<Outcome> => {
  const body = await gathered(parts)
  const { location } = headers
  const isRedirect = status >= 300 && status < 400 && location !== undefined
  world.stderr.write(
    `the service answered ${status}${isRedirect ? `, a redirect to ${visible(location)}, which is not followed` : ''}\n`,
  )
  const text = toText(body)
  const json = O.toUndefined(jsonOf(headers['content-type'], body))
  const shown = E.isRight(text)
    ? shownBody(text.right, json)
    : `  ${body.length} bytes that are not text; --output saves them\n`
  const written = E.isRight(text) ? { body: text.right, json } : { body_base64: Buffer.from(body).toString('base64') }
  return {
    exit: ok ? 0 : 1,
    text: world.stdout.isTTY === true ? shown : body,
    json: { outcome: ok ? 'accept' : 'reject', status, headers, polls, ...written },
  }
}

/** In bytes. */
const mostShown = 64 * 2 ** 20

const gathered = async (parts: Answer['parts']): Promise<Bytes> => {
  const kept = ByteBuffer.upTo(mostShown)
  try {
    for await (const part of parts)
      if (!kept.add(part)) throw new CommandError(2, 'the answer is larger than 64 MiB; --output FILE saves it')
  } catch (thrown) {
    throw thrown instanceof CommandError ? thrown : brokenOff
  }
  return kept.bytes()
}
