/**
 * The measured server of a load test, in its own process and with the built package. Its first message holds its `Instructions`; turns.ts
 * answers the later ones. Each task has a function below that makes the listener for it. A listener calls `answered` at each answer of 200.
 */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createSigner } from 'countersign/client'
import { verified as onFastify } from 'countersign/fastify'
import { verified } from 'countersign/http'
import { createVerifier, type KeyRecord, noReplayGuard, type Verifier } from 'countersign/server'
import { type FastifyInstance, fastify } from 'fastify'
// The package does not export the gateway: only the command uses it.
import { gateway } from '../../../src/apps/gateway/gateway.ts'
import { type Upstream, upstreamOf } from '../../../src/apps/gateway/Upstream.ts'
import { entropy } from '../../../src/platform/common/system.ts'
import { openGuard } from '../../guards.ts'
import { startWorker } from '../../temporary.ts'
import { appId } from '../peers/Peer.ts'
import { type Check, maxAge, peers } from './peers.ts'
import { serveTurns } from './turns.ts'
import type { Task, Variant } from './variants.ts'

export interface Instructions {
  readonly task: Task
  readonly keys: KeyRecord
  /** For the task `sign`. */
  readonly privateKey?: string
  /** Absent: node:http. */
  readonly framework?: Variant['framework']
  /** Where the guard keeps its claims. */
  readonly store?: string
}

type Answered = () => void

const listenerFor = (instructions: Instructions, answered: Answered): Promise<RequestListener> => {
  const { task } = instructions
  switch (task.does) {
    case 'nothing':
      return Promise.resolve(bareListener(answered))
    case 'sign':
      return signingListener(task, instructions, answered)
    case 'verify':
      return verifyingListener(task, instructions, answered)
    case 'peer':
      return peerListener(task, instructions, answered)
    case 'proxy':
      return proxyListener(trusting, answered)
    case 'gateway':
      return verifierFor(task, instructions).then((verifier) => proxyListener(verifier, answered))
  }
}

type TaskOf<Name extends Task['does']> = Extract<Task, { readonly does: Name }>

// ---- Without verification

const bareListener = (answered: Answered): RequestListener => withWholeBody(() => Promise.resolve('ok'), answered)

const signingListener = async (
  { where }: TaskOf<'sign'>,
  { privateKey = '' }: Instructions,
  answered: Answered,
): Promise<RequestListener> => {
  const signer = await createSigner({ appId, privateKey, cryptoOn: where })
  const authorizationFor = async (_: IncomingMessage, body: Buffer): Promise<string> => {
    const { authorization } = await signer.sign({ method: 'POST', url: '/v1/jobs', body })
    return authorization
  }
  return withWholeBody(authorizationFor, answered)
}

/** A listener that reads the body, and then answers 200 with a text, or 401 if `textFor` rejects. */
const withWholeBody = (
  textFor: (req: IncomingMessage, body: Buffer) => Promise<string>,
  answered: Answered,
): RequestListener => {
  const answer = async (req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> => {
    const text = await textFor(req, body)
    answered()
    res.end(text)
  }
  return (req, res) => {
    const chunks: Array<Buffer> = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => answer(req, res, Buffer.concat(chunks)).catch(() => res.writeHead(401).end()))
  }
}

// ---- With our verifier

const verifierFor = async (
  { where, guard }: Pick<TaskOf<'verify'>, 'where' | 'guard'>,
  { keys, store = '' }: Instructions,
): Promise<Verifier> =>
  createVerifier({
    keys,
    cryptoOn: where,
    maxAge,
    // The requests are signed before the guard starts. With the floor 0 it does not refuse them for that.
    guard:
      guard === undefined
        ? noReplayGuard('the other libraries have none')
        : await openGuard(guard, store, { maxAge, floor: 0 }),
  })

const verifyingListener = async (
  task: TaskOf<'verify'>,
  instructions: Instructions,
  answered: Answered,
): Promise<RequestListener> => {
  const verifier = await verifierFor(task, instructions)
  if (instructions.framework === 'fastify') return fastifyVerifying(verifier, answered)
  return verified(verifier, (_, res) => {
    answered()
    res.end('ok')
  })
}

const fastifyVerifying = (verifier: Verifier, answered: Answered): Promise<RequestListener> => {
  const app = fastifyWithBytes()
  app.register(onFastify, { verifier })
  app.post('/v1/jobs', async () => {
    answered()
    return 'ok'
  })
  return fastifyListener(app)
}

// ---- With another library

const peerListener = async (
  { name }: TaskOf<'peer'>,
  { keys, framework }: Instructions,
  answered: Answered,
): Promise<RequestListener> => {
  const check = await peers[name](String(keys[appId]))
  if (framework === 'fastify') return fastifyChecking(check, answered)
  const checked = async ({ headers }: IncomingMessage): Promise<string> => {
    await check(tokenIn(headers))
    return 'ok'
  }
  return withWholeBody(checked, answered)
}

/** Other libraries have no plugin that reads the body, so the handler checks the token. */
const fastifyChecking = (check: Check, answered: Answered): Promise<RequestListener> => {
  const app = fastifyWithBytes()
  app.post('/v1/jobs', async ({ headers }) => {
    await check(tokenIn(headers))
    answered()
    return 'ok'
  })
  return fastifyListener(app)
}

const tokenIn = ({ authorization = '' }: IncomingHttpHeaders): string => authorization.replace(/^Bearer /, '')

/** Fastify, whose parser leaves each body as its bytes. */
const fastifyWithBytes = (): FastifyInstance => {
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  return app
}

const fastifyListener = async (app: FastifyInstance): Promise<RequestListener> => {
  await app.ready()
  return (req, res) => app.routing(req, res)
}

// ---- Before a service in another process

/** Accepts every request, so that a gateway with it is a plain proxy. */
const trusting: Verifier = {
  bodyLimit: 1024 * 1024,
  verify: async ({ method, target, body }) => {
    const bytes = await (body as () => Promise<Uint8Array>)()
    return { appId, scheme: 'bearer', method, target, body: bytes as Uint8Array<ArrayBuffer> }
  },
  verifyJob: () => Promise.reject(new Error('no job is measured')),
  verifyStream: () => Promise.reject(new Error('no upload is measured')),
}

const proxyListener = async (verifier: Verifier, answered: Answered): Promise<RequestListener> => {
  const { handle } = gateway(verifier, {
    upstream: await startedUpstream(),
    identityOf: ({ socket }) => ({ requestId: entropy.nonce(), client: socket.remoteAddress ?? '' }),
    passAuthorization: false,
    maxUpload: undefined,
    upstreamTimeoutMs: 60_000,
    maxRequests: 1000,
    report: ({ status }) => {
      if (status === 200) answered()
    },
  })
  return (req, res) => void handle(req, res)
}

/** The service behind the proxy. All turns of this process use the same one. */
let upstream: Promise<Upstream> | undefined
const startedUpstream = (): Promise<Upstream> => {
  upstream ??= startWorker('scripts/bench/load/upstream.ts')
    .ask<number>('begin')
    .then((port) => upstreamOf(`http://127.0.0.1:${port}`) as Upstream)
  return upstream
}

const [instructions] = (await once(process, 'message')) as [Instructions]
await serveTurns((answered) => listenerFor(instructions, answered))
