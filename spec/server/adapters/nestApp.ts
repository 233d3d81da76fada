/** An app of NestJS in the version that is installed, which prints how it answers. Bundled by nest.live.spec.ts; decorators are called. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { signedRequest, testVerifier } from '../../../src/kit/testing/node.ts'
import { CountersignModule, Verified, VerifiedGuard } from '../../../src/server/adapters/nest.ts'
import { decodeJob } from '../../../src/server/node.ts'
import type { VerifiedRequest } from '../../../src/server/Verifier.ts'

// biome-ignore lint/suspicious/noExplicitAny: NestJS is not installed where this is compiled
const packaged = (name: string): any => createRequire(join(process.cwd(), 'app.mjs'))(name)
packaged('reflect-metadata')
const { Body, Controller, Get, Module, Post, Req, UseGuards } = packaged('@nestjs/common')
const { NestFactory } = packaged('@nestjs/core')
const [platform, how] = process.argv.slice(2)

type Handler = (...args: ReadonlyArray<never>) => unknown
/** A class with one handler, and its decorators. */
const controller = (
  path: string,
  method: unknown,
  handler: Handler,
  params: ReadonlyArray<unknown>,
  guarded = false,
) => {
  class Made {
    handle(...args: ReadonlyArray<never>) {
      return handler(...args)
    }
  }
  const decorate = method as (target: object, key: string, of: PropertyDescriptor | undefined) => void
  decorate(Made.prototype, 'handle', Object.getOwnPropertyDescriptor(Made.prototype, 'handle'))
  for (const [at, param] of params.entries()) (param as ParameterDecorator)(Made.prototype, 'handle', at)
  if (guarded) UseGuards(VerifiedGuard)(Made)
  Controller(path)(Made)
  return Made
}

type WithRaw = { readonly rawBody?: unknown }
const job = (v: VerifiedRequest, body: { readonly request_id: string }, req: WithRaw) => ({
  app_id: v.appId,
  request_id: decodeJob(v.body).request_id,
  read: body.request_id,
  rawBody: Buffer.isBuffer(req.rawBody),
})
const open = (read: unknown, req: WithRaw) => ({ read, rawBody: req.rawBody !== undefined })

class App {}
const verifier = await testVerifier({ explain: false })
Module({
  imports: [CountersignModule.forRootAsync({ useFactory: async () => ({ verifier, routes: ['/v1', '/other'] }) })],
  controllers: [
    controller('v1/jobs', Post(), job as Handler, [Verified(), Body(), Req()], true),
    controller('open', Post(), open as Handler, [Body(), Req()]),
    controller('open', Get(), ((v: VerifiedRequest) => v.appId) as Handler, [Verified()]),
    controller('guarded', Get(), () => 'never', [], true),
    controller(':version/params', Get(), () => 'open', []),
  ],
})(App)

const started = async () => {
  const adapters = platform === 'fastify' ? [new (packaged('@nestjs/platform-fastify').FastifyAdapter)()] : []
  const settings = { logger: false, abortOnError: false }
  if (how === 'started') return NestFactory.create(App, ...adapters, settings)
  const testing = packaged('@nestjs/testing').Test.createTestingModule({ imports: [App] })
  return (await testing.compile()).createNestApplication(...adapters, settings)
}

const answers = async () => {
  const app = await started()
  await app.listen(0, '127.0.0.1')
  const origin = await app.getUrl()
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(origin + path, init)
    const text = await answer.text()
    const told = text.startsWith('{') ? JSON.parse(text) : text
    return [answer.status, told.error?.code ?? told.message?.split(':')[0] ?? told]
  }
  const json = { 'content-type': 'application/json' }
  const signed = async (body: string): Promise<RequestInit> => {
    const { method, headers } = await signedRequest({ method: 'POST', url: `${origin}/v1/jobs`, body })
    return { method, body, headers: { ...headers, ...json } }
  }
  const body = '{"request_id":"1","stages":[]}'
  const once = await signed(body)
  return {
    accepted: await ask('/v1/jobs', once),
    replayed: await ask('/v1/jobs', once),
    altered: await ask('/v1/jobs', { ...(await signed(body)), body: '{}' }),
    'no job': await ask('/v1/jobs', await signed('{"request_id":1}')),
    unsigned: await ask('/v1/jobs', { method: 'POST', body }),
    'a pattern below the path': await ask('/V1/params'),
    'a pattern beside it': await ask('/v2/params'),
    uncovered: await ask('/open'),
    'guarded, uncovered': await ask('/guarded'),
    'unsigned JSON': await ask('/open', { method: 'POST', body: '{"a":1}', headers: json }),
  }
}

console.log(`\n${JSON.stringify(await answers().catch(({ message }: Error) => ({ error: message })))}`)
process.exit()
