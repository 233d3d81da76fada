/**
 * The server of `npm run load -- peers`, in its own process and on the built package: one scheme over node:http or Fastify, as
 * the documentation of the library does it. Keys are imported before the first request, where the library can.
 */
import { createHash, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { verified as fastifyVerified } from 'countersign/fastify'
import { memoryGuard } from 'countersign/guards/memory'
import { verified } from 'countersign/http'
import { createVerifier, noReplayGuard, type Verifier } from 'countersign/server'
import { type FastifyInstance, fastify } from 'fastify'
import { load } from '../peers/Peer.ts'
import { isOurs, type PeerVariant, type Scheme } from './peerVariants.ts'
import { appId, maxAge } from './requests.ts'
import { serveTurns } from './turns.ts'

export interface Instructions extends PeerVariant {
  readonly publicKey: string
}

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Whether a request is right; an exception or a rejection is a no. */
type Check = (received: Received) => boolean | Promise<boolean>

const bearerOf = ({ headers }: Received): string => (headers.authorization ?? '').replace(/^Bearer /, '')
const algorithm = 'rsa-v1_5-sha256'

const checks: Readonly<Partial<Record<Scheme, (publicKey: string) => Promise<Check>>>> = {
  none: async () => () => true,
  'fast-jwt': async (key) => {
    const { createVerifier: make } = await load<{ createVerifier: (options: object) => (token: string) => unknown }>(
      'fast-jwt',
    )
    const verify = make({ key, algorithms: ['RS256'], allowedIss: appId, maxAge: maxAge * 1000 })
    return (received) => Boolean(verify(bearerOf(received)))
  },
  jsonwebtoken: async (pem) => {
    const { verify } = await load<{ verify: (token: string, key: unknown, options: object) => unknown }>('jsonwebtoken')
    const key = createPublicKey(pem)
    const options = { algorithms: ['RS256'], issuer: appId, maxAge }
    return (received) => Boolean(verify(bearerOf(received), key, options))
  },
  jose: async (pem) => {
    const { importSPKI, jwtVerify } = await load<{
      importSPKI: (pem: string, algorithm: string) => Promise<unknown>
      jwtVerify: (token: string, key: unknown, options: object) => Promise<unknown>
    }>('jose')
    const key = await importSPKI(pem, 'RS256')
    const options = { algorithms: ['RS256'], issuer: appId, maxTokenAge: maxAge }
    return async (received) => Boolean(await jwtVerify(bearerOf(received), key, options))
  },
  'http-message-signatures': async (pem) => {
    const { createVerifier: make, httpbis } = await load<{
      createVerifier: (key: unknown, algorithm: string) => unknown
      httpbis: { verifyMessage: (config: object, message: object) => Promise<boolean | null> }
    }>('http-message-signatures')
    const keys = new Map([[appId, { id: appId, algs: [algorithm], verify: make(createPublicKey(pem), algorithm) }]])
    const config = {
      keyLookup: async ({ keyid }: { keyid: string }) => keys.get(keyid),
      requiredFields: ['@method', '@path', 'content-digest'],
      requiredParams: ['created', 'nonce', 'keyid', 'alg'],
      maxAge,
    }
    return async ({ method, url, headers, body }) => {
      const message = { method, url: `http://127.0.0.1${url}`, headers }
      if ((await httpbis.verifyMessage(config, message)) !== true) return false
      return headers['content-digest'] === `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    }
  },
}

/** The default verifier but for its guard, which no peer has. */
const verifierOf = async ({ scheme, publicKey }: Instructions): Promise<Verifier> => {
  const cap = 1_000_000
  const guard =
    scheme === 'countersign-guard'
      ? await memoryGuard({ maxAge, floor: 0, cap, quota: cap })
      : noReplayGuard('the other libraries have none')
  const where = scheme === 'countersign-pool' ? 'pool' : 'loop'
  return createVerifier({ keys: { [appId]: publicKey }, where, maxAge, guard })
}

const overHttp = async (instructions: Instructions, answered: () => void): Promise<RequestListener> => {
  const accept = (res: ServerResponse): void => {
    answered()
    res.end('ok')
  }
  if (isOurs(instructions.scheme)) return verified(await verifierOf(instructions), (_, res) => accept(res))
  const check = (await checks[instructions.scheme]?.(instructions.publicKey)) as Check
  const handle = async (req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> => {
    const { method = '', url = '', headers } = req
    try {
      if (await check({ method, url, headers, body })) return accept(res)
    } catch {}
    res.writeHead(401).end()
  }
  return (req, res) => {
    const chunks: Array<Buffer> = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => handle(req, res, Buffer.concat(chunks)))
  }
}

const overFastify = async (instructions: Instructions, answered: () => void): Promise<RequestListener> => {
  const app: FastifyInstance = fastify()
  const { scheme, publicKey } = instructions
  if (isOurs(scheme)) {
    app.register(fastifyVerified, { verifier: await verifierOf(instructions) })
  } else if (scheme === '@fastify/jwt') {
    const options = { secret: { public: publicKey }, verify: { algorithms: ['RS256'], allowedIss: appId } }
    app.register(await load<never>('@fastify/jwt'), options)
    app.addHook('onRequest', (request) => (request as unknown as { jwtVerify: () => Promise<void> }).jwtVerify())
  } else {
    const check = (await checks[scheme]?.(publicKey)) as Check
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    app.addHook('preHandler', async ({ method, url, headers, body }, reply) => {
      const isRight = await Promise.resolve(check({ method, url, headers, body: body as Buffer })).catch(() => false)
      if (!isRight) reply.code(401).send('')
    })
  }
  app.post('/v1/jobs', async () => {
    answered()
    return 'ok'
  })
  await app.ready()
  return (req, res) => app.routing(req, res)
}

const [instructions] = (await once(process, 'message')) as [Instructions]
await serveTurns((answered) => (instructions.framework === 'fastify' ? overFastify : overHttp)(instructions, answered))
