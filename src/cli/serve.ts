import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import { command, option, optional, string } from 'cmd-ts'
import { httpAnswer as jobAnswer, message as jobMessage } from '../job/JobError.ts'
import * as Job from '../job/Job.ts'
import { memoryGuard } from '../guards/memory.ts'
import { verified } from '../server/http.ts'
import { createVerifier, keyFolder, tokenFile, VerificationError, type VerifiedRequest } from '../server/node.ts'
import * as args from './arguments.ts'
import { CommandError, type Outcome } from './Outcome.ts'

export const serve = command({
  name: 'serve',
  description: 'A local verifying stand-in for POST /v1/jobs, on loopback; it runs until it is interrupted',
  args: {
    keys: option({ long: 'keys', type: { ...string, displayName: 'folder' }, description: 'public keys: APPID.pem, or APPID.1.pem, APPID.2.pem…' }),
    tokens: option({ long: 'tokens', type: optional(args.file), description: 'access tokens: a line each, APPID TOKEN or APPID sha256:HEX' }),
    port: option({ long: 'port', type: args.portType, defaultValue: () => 0, defaultValueIsSerializable: true, description: '0 takes a free one' }),
    edition: args.edition,
    guard: option({
      long: 'guard',
      type: { ...string, displayName: 'guard' },
      defaultValue: () => 'memory',
      defaultValueIsSerializable: true,
      description: 'memory, or memory:FILE to remember across restarts',
    }),
    authType: args.authType,
    maxAge: option({ long: 'max-age', type: optional(args.secondsType), description: 'how old a timestamp may be; 300 unless set' }),
    maxSkew: option({ long: 'max-skew', type: optional(args.secondsType), description: 'how far ahead it may lie; 60 unless set' }),
    maxBody: option({ long: 'max-body', type: optional(args.countType), description: 'the largest body in bytes; 1048576 unless set' }),
    json: args.json,
  },
  handler: async (given): Promise<Outcome> => {
    const { maxAge, maxSkew, edition, authType } = given
    const highWater = highWaterOf(given.guard)
    const server = await opening(async () => {
      const verifier = await createVerifier({
        keys: await keyFolder(given.keys),
        tokens: given.tokens === undefined ? undefined : await tokenFile(given.tokens),
        guard: await memoryGuard({ maxAge, maxSkew, highWater }),
        edition,
        authType,
        maxAge,
        maxSkew,
        bodyLimit: given.maxBody,
      })
      return createServer(verified(verifier, answer, { onRefused: (error) => log(error.status, `${error.reason}: ${error.message}`) }))
    })
    const url = await listening(server, given.port)
    process.stdout.write(given.json ? `${JSON.stringify({ listening: url })}\n` : `listening on ${url}\n`)
    await stopped(server)
    return { exit: 0, text: '', json: { stopped: true } }
  },
})

const highWaterOf = (guard: string): string | undefined => {
  if (guard === 'memory') return undefined
  if (guard.startsWith('memory:') && guard !== 'memory:') return guard.slice('memory:'.length)
  throw new CommandError(2, `--guard ${guard.replace(/:.*$/s, '')}: this build knows memory and memory:FILE`)
}

/** A setting, a key or a token file that does not do is the user's to mend. */
const opening = async <A>(open: () => Promise<A>): Promise<A> => {
  try {
    return await open()
  } catch (error) {
    if (error instanceof VerificationError) throw new CommandError(2, error.message)
    throw error
  }
}

const listening = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'it is taken; choose another, or 0 for a free one' : `the system says ${error.code}`
      reject(new CommandError(3, `--port ${port}: ${why}`))
    })
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const stopped = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      server.close(() => resolve())
      server.closeAllConnections()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })

/** One line an answer; nothing of a request but its verified app id. */
const log = (status: number, text: string): void => {
  process.stderr.write(`${new Date().toISOString()} ${status} ${text}\n`)
}

type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: object | string }

const answer = (_: unknown, res: import('node:http').ServerResponse, request: VerifiedRequest): void => {
  const { status, headers = {}, body } = answerTo(request)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers, 'Content-Length': Buffer.byteLength(text) })
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
    return { status: 405, headers: { Allow: 'POST' }, body: refusal('method_not_allowed', 'a job is created with POST') }
  }
  const job = Job.decode(body)
  if (E.isLeft(job)) {
    log(400, `${appId}: ${jobMessage(job.left)}`)
    return jobAnswer(job.left)
  }
  const { request_id, stages } = job.right
  log(200, `${appId}: accepted a job of ${stages.length} stages`)
  return { status: 200, body: { app_id: appId, request_id, stages } }
}
