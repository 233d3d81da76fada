/**
 * The measured server, in its own process and on the built package. Its first message names its task; turns.ts has the others.
 */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createSigner } from 'countersign/client'
import { verified as onFastify } from 'countersign/fastify'
import { verified } from 'countersign/http'
import { createVerifier, type KeyRecord, noReplayGuard, type Verifier } from 'countersign/server'
import { fastify } from 'fastify'
// No entry of the package: it is the command's alone.
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
  /** To sign with. */
  readonly privateKey?: string
  readonly framework?: Variant['framework']
  /** Where the guard keeps its claims. */
  readonly store?: string
}

/** Lets everybody in, so that what is left is the proxy. */
const trusting: Verifier = {
  bodyLimit: 1024 * 1024,
  verify: async ({ method, target, body }) => {
    const bytes = await (body as () => Promise<Uint8Array>)()
    return { appId, scheme: 'bearer', method, target, body: bytes as Uint8Array<ArrayBuffer> }
  },
  verifyJob: () => Promise.reject(new Error('no job is measured')),
  verifyStream: () => Promise.reject(new Error('no upload is measured')),
}

let started: Promise<Upstream> | undefined
const upstream = (): Promise<Upstream> => {
  started ??= startWorker('scripts/bench/load/upstream.ts')
    .ask<number>('begin')
    .then((port) => upstreamOf(`http://127.0.0.1:${port}`) as Upstream)
  return started
}

/** Fastify's own listener behind `verified`, or with a check in the handler. Its parser hands on the bytes. */
const fastifyOf = async (
  answered: () => void,
  by: { readonly verifier: Verifier } | { readonly check: Check },
): Promise<RequestListener> => {
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  if ('verifier' in by) app.register(onFastify, by)
  app.post('/v1/jobs', async ({ headers }) => {
    if ('check' in by) await by.check(tokenIn(headers))
    answered()
    return 'ok'
  })
  await app.ready()
  return (req, res) => app.routing(req, res)
}

const tokenIn = ({ authorization = '' }: IncomingHttpHeaders): string => authorization.replace(/^Bearer /, '')

const listener = async (
  { task, keys, privateKey = '', framework, store = '' }: Instructions,
  answered: () => void,
): Promise<RequestListener> => {
  const answer = (res: ServerResponse, text: string): void => {
    answered()
    res.end(text)
  }
  const verifierOf = async ({ where, guard }: Pick<Extract<Task, { does: 'verify' }>, 'where' | 'guard'>) =>
    createVerifier({
      keys,
      cryptoOn: where,
      maxAge,
      // The requests were signed before this guard's start, which it would refuse.
      guard:
        guard === undefined
          ? noReplayGuard('the other libraries have none')
          : await openGuard(guard, store, { maxAge, floor: 0 }),
    })
  if (task.does === 'verify') {
    const verifier = await verifierOf(task)
    if (framework !== 'fastify') return verified(verifier, (_, res) => answer(res, 'ok'))
    return fastifyOf(answered, { verifier })
  }
  if (task.does === 'gateway' || task.does === 'proxy') {
    const verifier = task.does === 'gateway' ? await verifierOf(task) : trusting
    const { handle } = gateway(verifier, {
      upstream: await upstream(),
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
  const signer = task.does === 'sign' && (await createSigner({ appId, privateKey, cryptoOn: task.where }))
  const check = task.does === 'peer' && (await peers[task.name](String(keys[appId])))
  if (check && framework === 'fastify') return fastifyOf(answered, { check })
  const handle = async (req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> => {
    if (signer) return answer(res, (await signer.sign({ method: 'POST', url: '/v1/jobs', body })).authorization)
    if (check) await check(tokenIn(req.headers))
    answer(res, 'ok')
  }
  return (req, res) => {
    const chunks: Array<Buffer> = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => handle(req, res, Buffer.concat(chunks)).catch(() => res.writeHead(401).end()))
  }
}

const [instructions] = (await once(process, 'message')) as [Instructions]
await serveTurns((answered) => listener(instructions, answered))
