import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import process from 'node:process'
import * as E from 'fp-ts/lib/Either.js'
import type { KeyError } from '../core/KeyError.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import type { TokenBook } from '../effects/TokenBook.ts'
import * as Job from '../job/Job.ts'
import { httpAnswer as jobAnswer, message as jobMessage } from '../job/JobError.ts'
import { isKeyFile, keyRingFolder } from '../node/keyRingFolder.ts'
import { tokenFile } from '../node/tokenBook.ts'
import { type VerifiedListener, verified } from '../server/http.ts'
import { createVerifier, type RefusedVerdict, type VerifiedRequest } from '../server/node.ts'
import * as args from './arguments.ts'
import { type Command, command, option, optional } from './grammar.ts'
import { guardName, inMemory } from './guards.ts'
import { keyWords } from './keyFile.ts'
import { listening, stopped } from './loopback.ts'
import { CommandError, type Outcome } from './Outcome.ts'
import { coloursOf } from './terminal.ts'

export const serve: Command = command({
  args: {
    keys: option(
      'keys',
      args.folder,
      'the public keys: APPID.pem, or APPID.1.pem, APPID.2.pem…, or .der, .jwk, .json; a change counts within a second',
    ),
    tokens: optional('tokens', args.file, 'access tokens, one a line: APPID TOKEN, or APPID sha256:HEX'),
    port: args.port,
    edition: args.edition,
    guard: optional(
      'guard',
      guardName,
      'where nonces are remembered: memory (unless set), memory:FILE (over a crash, too), lmdb:FOLDER (by several processes), redis://HOST:PORT (by several machines)',
    ),
    authType: args.authType,
    maxAge: args.maxAge,
    maxSkew: args.maxSkew,
    maxKeyBits: args.maxKeyBits,
    maxBody: args.maxBody,
  },
  example: '--keys keys --port 8787',
  run: async ({ keys, maxKeyBits, tokens, port, guard, maxBody, ...settings }): Promise<Outcome> => {
    const ring = await ringOf(keys, maxKeyBits)
    const book = tokens === undefined ? undefined : await bookOf(tokens)
    const { guard: opened, close } = await (guard ?? inMemory).open(settings, say)
    try {
      const verifier = await createVerifier({
        ...settings,
        keys: ring,
        tokens: book,
        guard: opened,
        bodyLimit: maxBody,
        onVerdict: (verdict) => {
          if (verdict.outcome === 'reject') log(verdict.status, wordsOf(verdict))
        },
      })
      const server = createServer(verified(verifier, answer))
      const url = await listening(server, port)
      return { exit: 0, text: `listening on ${url}\n`, json: { listening: url }, until: stopped(server).then(close) }
    } catch (error) {
      // A store that is still held would keep the process.
      await close()
      throw error
    }
  },
})

const ringOf = async (folder: string, maxKeyBits: number): Promise<KeyRing> => {
  const onProblem = (file: string, error: KeyError) => say(`${file}: ${keyWords(error)}`)
  const ring = await keyRingFolder(folder, { where: 'loop', maxKeyBits, onProblem })()
  if (E.isLeft(ring)) {
    const { subject } = ring.left
    throw new CommandError(2, `--keys ${subject === folder ? '' : `${folder}: `}${keyWords(ring.left)}`)
  }
  if (!(await readdir(folder)).some(isKeyFile)) say(`there is no key yet in ${folder}: put in APPID.pem`)
  return ring.right
}

const bookOf = async (file: string): Promise<TokenBook> => {
  const book = await tokenFile(file)()
  if (E.isLeft(book)) throw new CommandError(2, `--tokens ${tokenMessage(book.left)}`)
  return book.right
}

const say = (text: string): void => {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`)
}

const wordsOf = ({ reason, message, keys }: RefusedVerdict): string =>
  `${reason}: ${message}${keys === undefined ? '' : ` (${keys.join(', ')})`}`

/** One line an answer; nothing of a request but its verified app id. */
const log = (status: number, text: string): void => {
  const { green, red } = coloursOf(process.stderr)
  say(`${status < 400 ? green(`${status}`) : red(`${status}`)} ${text}`)
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object | string
}

const answer: VerifiedListener = (_, res, request) => {
  const { status, headers = {}, body } = answerTo(request)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    ...headers,
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}

const refusal = (code: string, message: string) => ({ error: { code, message } })

const answerTo = ({ appId, method, target, body }: VerifiedRequest): Answer => {
  if (target.replace(/\?.*$/s, '') !== '/v1/jobs') {
    log(404, `${appId}: no such resource`)
    return { status: 404, body: refusal('not_found', 'this stand-in knows POST /v1/jobs only') }
  }
  if (method !== 'POST') {
    log(405, `${appId}: method not allowed`)
    return {
      status: 405,
      headers: { Allow: 'POST' },
      body: refusal('method_not_allowed', 'a job is created with POST'),
    }
  }
  const job = Job.decode(body)
  if (E.isLeft(job)) {
    log(400, `${appId}: ${jobMessage(job.left)}`)
    return jobAnswer(job.left)
  }
  const { request_id, stages } = job.right
  log(200, `${appId}: accepted a job of ${stages.length} ${stages.length === 1 ? 'stage' : 'stages'}`)
  return { status: 200, body: { app_id: appId, request_id, stages } }
}
