/** The adapter for NestJS: compiled with Nest's own declarations, and tested by Jest in CommonJS as an app of it would be. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import fc from 'fast-check'
import * as AuthType from '../../../src/core/AuthType.ts'
import { verifyErrors } from '../../../src/kit/testing/arbitraries.ts'
import type * as express from '../../../src/server/adapters/express.ts'
import { decodeJob, type VerifiedJob, type VerifiedRequest, type Verifier } from '../../../src/server/node.ts'
import { verificationError } from '../../../src/server/VerificationError.ts'
import { builtPackage } from '../../support/builtPackage.ts'
import { judge } from '../../support/exampleContract.ts'
import { listening, withPackages } from '../../support/examplePrograms.ts'
import { installedTools } from '../../support/installedTools.ts'
import { onLoopback } from '../../support/loopback.ts'
import { runIn } from '../../support/project.ts'
import { assert, inTurn, suite, until } from '../../support/suite.ts'
import { head, header, request, running, type Serve } from './adapterContract.ts'
import type { Answer } from './talk.ts'

const folder = await builtPackage({ types: true })
const nest = suite('countersign/nest')

const compilerOptions = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  outDir: 'out',
  rewriteRelativeImportExtensions: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  isolatedModules: true,
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
}

/** Jest, and the names that a test of it imports. */
const tools = join((await installedTools('spec/project/apps')).folder, 'node_modules')

/** The app with the packages of a version, compiled. */
const compiled = async (from: string, include: ReadonlyArray<string>, manifest: object): Promise<string> => {
  const app = await withPackages('nest', folder, from)
  symlinkSync(join(tools, '@jest'), join(app, 'node_modules/@jest'))
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const { code, output } = await runIn(app, `node ${resolve('node_modules/typescript-7/bin/tsc')}`)
  assert.is(code, 0, output)
  return app
}

const programs = ['express.ts', 'fastify.ts']

const versions = inTurn(2, ['11', '10'])
// With 10, which costs less than 11.
if (versions.includes('10'))
  nest('compiles with the declarations of 12, as an ES module', async () => {
    await compiled('spec/examples/nest', programs, { type: 'module' })
  })

for (const version of versions) {
  nest(
    `passes the test of its guide in ${version}, compiled with its declarations and run by Jest in CommonJS`,
    async () => {
      const jest = { testRegex: 'e2e-spec\\.js$' }
      const app = await compiled(`spec/project/nest/${version}`, ['app.e2e-spec.ts'], { jest })
      const { code, output } = await runIn(app, `node ${tools}/jest/bin/jest.js`)
      assert.is(code, 0, output)
      assert.match(output, '3 passed, 3 total')
    },
  )

  const app = compiled(`spec/project/nest/${version}`, programs, { type: 'module' })
  const program = async (platform: string) => listening([process.execPath, `out/${platform}.js`], await app)
  nest(`judges in ${version} on Express as every example does`, () => judge(program('express')))
  if (version === '11') nest('judges in 11 on Fastify as every example does', () => judge(program('fastify')))
  else
    nest('in 10 on Fastify, whose version is 4, says which it takes', async () => {
      const { url, log, stop } = await program('fastify')
      const { status } = await fetch(`${url}/v1/jobs`, { method: 'POST' })
      assert.is(status, 500, log())
      // It may be said after the answer.
      await until(() => log().includes('countersign takes fastify 5, not 4.'))
      await stop()
    })
}

/** The adapter as a part of an app. */
const { folder: packages, load } = await installedTools(`spec/project/nest/${versions[0]}`)
const outfile = join(mkdtempSync(join(packages, 'adapter-')), 'nest.mjs')
process.once('exit', () => rmSync(dirname(outfile), { recursive: true, force: true }))
const adapters = "export * from './nest.ts'; export { verified } from './express.ts'"
const stdin = { contents: adapters, resolveDir: 'src/server/adapters' }
await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', external: ['@nestjs/*'] })
// biome-ignore lint/suspicious/noExplicitAny: NestJS is not installed where this is compiled
type Any = any
const [{ All, Body, Controller, HttpCode, HttpException, Module, UseGuards }, { NestFactory }, { FastifyAdapter }] =
  await Promise.all<Any>(['common', 'core', 'platform-fastify'].map((name) => load(`@nestjs/${name}`)))
type Adapters = typeof import('../../../src/server/adapters/nest.ts') & Pick<typeof express, 'verified'>
const { CountersignModule, Verified, VerifiedGuard, verified }: Adapters = await import(outfile)

type Options = Partial<import('../../../src/server/adapters/nest.ts').CountersignOptions>
interface Setting {
  readonly platform?: object | undefined
  readonly rawBody?: boolean
  readonly guards?: ReadonlyArray<unknown>
  readonly options?: Options
  readonly front?: boolean
}

/** An app with one handler, for all paths. The decorators are called: esbuild and Node compile none. */
const serving =
  ({ platform, rawBody = true, guards = [VerifiedGuard], options = {}, front = false }: Setting): Serve =>
  async (verifier, handle) => {
    class Jobs {
      take(request: VerifiedRequest, body: unknown): string {
        return handle(request, body)
      }
    }
    class App {}
    HttpCode(200)(Jobs.prototype, 'take', Object.getOwnPropertyDescriptor(Jobs.prototype, 'take'))
    All('v1/jobs')(Jobs.prototype, 'take', Object.getOwnPropertyDescriptor(Jobs.prototype, 'take'))
    for (const [at, decorator] of [Verified(), Body()].entries()) decorator(Jobs.prototype, 'take', at)
    UseGuards(...guards)(Jobs)
    Controller()(Jobs)
    Module({ imports: [CountersignModule.forRoot({ verifier, ...options })], controllers: [Jobs] })(App)
    const app = await NestFactory.create(App, ...(platform === undefined ? [] : [platform]), { rawBody, logger: false })
    if (front) app.use('/v1', verified(verifier))
    await app.listen(0, '127.0.0.1')
    return { port: app.getHttpServer().address().port, close: () => app.close() }
  }

const json = 'Content-Type: application/json'
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
/** As the characters of Latin-1. */
const gzipped = gzipSync('{}').toString('latin1')

for (const platform of versions[0] === '11' ? (['Express', 'Fastify'] as const) : (['Express'] as const)) {
  const serve = (setting: Setting = {}) =>
    serving({ ...setting, platform: platform === 'Fastify' ? new FastifyAdapter() : undefined })
  const on = suite(`nest on ${platform}`)

  on('the handler gets the bytes, and what is in them by their own type', () =>
    running(serve(), async ({ connect, handled }) => {
      for (const [body, type, read] of [
        ['{"a":1}', json, { a: 1 }],
        ['a=1', 'Content-Type: application/x-www-form-urlencoded', Buffer.from('a=1')],
        ['text', 'Content-Type: text/plain', Buffer.from('text')],
      ] as const) {
        const { ask } = connect()
        assert.is((await ask(await request(body, 'POST /v1/jobs?a=%7e', type))).body, `app-1 ${body.length}`)
        assert.equal(handled.at(-1)?.body, read)
        assert.is(handled.at(-1)?.request.target, '/v1/jobs?a=%7e')
      }
    }),
  )

  on('each refusal has its status, headers and body', async () => {
    for (const error of Object.values(fc.sample(fc.record(verifyErrors), { numRuns: 1, seed: 1 })[0] ?? {})) {
      const offer = { authType: AuthType.standard, edition: 'international', tokens: true } as const
      const refusal = verificationError(error, offer)
      const verifier = { bodyLimit: 10, verify: () => Promise.reject(refusal) } as unknown as Verifier
      const { port, close } = await serve()(verifier, () => 'handled all the same')
      const answer = await fetch(`http://127.0.0.1:${port}/v1/jobs`)
      assert.equal([answer.status, await answer.text()], [refusal.status, refusal.body])
      for (const [name, value] of Object.entries(refusal.headers))
        assert.is(answer.headers.get(name)?.toLowerCase(), value.toLowerCase())
      await close()
    }
  })

  on('a prefix that a proxy has removed is verified; without it a request is refused', () =>
    running(serve({ options: { prefix: '/api' } }), async ({ ask, handled }) => {
      const authorization = await header({ target: '/api/v1/jobs', body: '{}' })
      const whole = head('POST /v1/jobs', authorization, json, 'Content-Length: 2')
      assert.is((await ask(`${whole}{}`)).body, 'app-1 2')
      assert.is(handled[0]?.request.target, '/api/v1/jobs')
      assert.is((await ask(await request('{}', 'POST /v1/jobs', json))).status, 401)
    }),
  )

  on('two guards claim a nonce once', () =>
    running(serve({ guards: [VerifiedGuard, VerifiedGuard] }), async ({ ask }) => {
      assert.is((await ask(await request('{}', 'POST /v1/jobs', json))).status, 200)
    }),
  )

  if (platform === 'Express')
    on('the guard takes the verdict of Express in front, also on what a parser would inflate', () =>
      running(serve({ front: true }), async ({ ask }) => {
        assert.is((await ask(await request('gz', 'POST /v1/jobs', json, 'Content-Encoding: gzip'))).body, 'app-1 2')
      }),
    )

  on('without rawBody nothing can be verified, and the server is at fault', () =>
    running(serve({ rawBody: false }), async ({ ask, refused }) => {
      assert.is((await ask(await request('{}', 'POST /v1/jobs', json))).status, 500)
      assert.is(refused[0]?.reason, 'body_consumed')
    }),
  )

  on('a handler without the guard is answered with 500', () =>
    running(serve({ guards: [] }), async ({ ask, handled }) => {
      assert.is((await ask(await request('{}', 'POST /v1/jobs', json))).status, 500)
      assert.is(handled.length, 0)
    }),
  )

  on('decode: the handler gets the job; what is no job is answered with 400, and no handler runs', () => {
    const decode = (body: Uint8Array) => decodeJob(body)
    return running(serve({ options: { decode } }), async ({ ask, handled }) => {
      const send = async (body: string) => ask(await request(body, 'POST /v1/jobs', json))
      assert.is((await send('{"request_id":"7","stages":[]}')).status, 200)
      const { status, body } = await send('{"request_id":7,"stages":[]}')
      assert.is(status, 400)
      assert.match(body, '"code":"job_invalid"')
      // Nest's parser runs before the guard.
      assert.is((await send('{')).status, 400)
      const jobs = handled.map(({ request }) => (request as VerifiedJob<object>).job)
      assert.equal(jobs, [{ request_id: '7', stages: [] }])
    })
  })

  on('`answerRefusal` throws an exception of the app', () => {
    const refused = ({ status }: { readonly status: number }) => {
      throw new HttpException({ title: 'no' }, status)
    }
    return running(serve({ options: { answerRefusal: refused } }), async ({ ask }) => {
      const { status, body, headers } = (await ask(head('GET /v1/jobs'))) as Answer
      assert.equal([status, body], [401, '{"title":"no"}'])
      assert.match(headers['www-authenticate'] ?? '', 'SVC-SHA256-RSA')
    })
  })
}

const parsing = suite('what a caller sends to a parser of Nest')

for (const platform of versions[0] === '11' ? (['Express', 'Fastify'] as const) : (['Express'] as const))
  parsing(`on ${platform}: a coding, or text that is not UTF-8, is refused as the caller's choice`, () =>
    running(
      serving({ platform: platform === 'Fastify' ? new FastifyAdapter() : undefined }),
      async ({ connect, refused }) => {
        // A connection of its own: some parsers close it.
        const ask = (text: string) => connect().ask(latin1(text))
        const authorization = await header({ method: 'POST', target: '/v1/jobs', body: 'other' })
        const fields = ['Content-Type: text/plain', 'Content-Length: 1']
        // Express keeps bytes, of which the signature is wrong.
        const { status } = await ask(`${head('POST /v1/jobs', authorization, ...fields)}\xe9`)
        // Some versions of Fastify compare the length themselves.
        assert.ok((platform === 'Fastify' ? [400, 415] : [401]).includes(status), `${status}`)
        const { length } = gzipped
        const coded = [json, 'Content-Encoding: gzip', `Content-Length: ${length}`]
        const answer = await ask(head('POST /v1/jobs', authorization, ...coded) + gzipped)
        // Fastify's parser takes it for malformed JSON.
        assert.is(answer.status, platform === 'Fastify' ? 400 : 415)
        assert.ok(refused.every(({ reason }) => reason !== 'body_consumed'))
      },
    ),
  )

const messages = suite('APP_GUARD and the messages of a microservice')

const { ClientProxyFactory, EventPattern, MessagePattern, Transport }: Any = await load('@nestjs/microservices')
const { APP_GUARD }: Any = await load('@nestjs/core')
const { firstValueFrom }: Any = await load('rxjs')

/** A hybrid app whose global guard is the one of this package, in each form of a provider. */
const globalGuards: Readonly<Record<string, (verifier: Verifier) => object>> = {
  'a class': () => ({ useClass: VerifiedGuard }),
  'a class that extends it': () => ({ useClass: class extends VerifiedGuard {} }),
  'a value': (verifier) => ({ useValue: new VerifiedGuard({ verifier }) }),
}

const ran: Array<string> = []

const hybrid = async (provider: (verifier: Verifier) => object, guards: ReadonlyArray<unknown> = []): Promise<Any> => {
  class Base {
    inherited(): string {
      ran.push('inherited')
      return 'ran'
    }
  }
  class Messages extends Base {
    rpc(): string {
      ran.push('rpc')
      return 'ran'
    }
    event(): void {
      ran.push('event')
    }
  }
  class App {}
  const at = (decorate: Any, of: object, name: string) => decorate(of, name, Object.getOwnPropertyDescriptor(of, name))
  at(MessagePattern('rpc'), Messages.prototype, 'rpc')
  at(EventPattern('event'), Messages.prototype, 'event')
  at(MessagePattern('inherited'), Base.prototype, 'inherited')
  if (guards.length > 0) UseGuards(...guards)(Messages)
  Controller()(Messages)
  const verifier = { bodyLimit: 10, verify: () => Promise.reject(new Error('never')) } as unknown as Verifier
  const providers = [{ provide: APP_GUARD, ...provider(verifier) }]
  Module({ imports: [CountersignModule.forRoot({ verifier })], controllers: [Messages], providers })(App)
  return NestFactory.create(App, { logger: false, abortOnError: false })
}

for (const [form, provider] of Object.entries(globalGuards))
  messages(
    `${form}: an app with a handler of messages that no guard covers does not start, and says which`,
    async () => {
      const failed = await hybrid(provider).catch((error: Error) => error)
      assert.match(failed.message, 'Messages.rpc, Messages.event, Messages.inherited')
      assert.match(failed.message, '@UseGuards(VerifiedGuard)')
    },
  )

messages('with the guard at the handlers it starts, and no unsigned message runs', async () => {
  const app = await hybrid(() => ({ useClass: VerifiedGuard }), [VerifiedGuard])
  const server = createServer()
  const { port, close } = await onLoopback(server)
  await close()
  const options = { host: '127.0.0.1', port }
  app.connectMicroservice({ transport: Transport.TCP, options })
  await app.startAllMicroservices()
  const client = ClientProxyFactory.create({ transport: Transport.TCP, options })
  try {
    for (const name of ['rpc', 'inherited'])
      await firstValueFrom(client.send(name, {})).then(
        () => assert.unreachable(),
        () => {},
      )
    await firstValueFrom(client.emit('event', {}))
    await firstValueFrom(client.send('rpc', {})).catch(() => {})
    assert.equal(ran, [])
  } finally {
    await client.close()
    await app.close()
  }
})

messages('an app whose global guard is another one is left alone', async () => {
  class Own {
    canActivate(): boolean {
      return true
    }
  }
  const app = await hybrid(() => ({ useClass: Own }))
  await app.close()
})

const guarding = suite('VerifiedGuard')

guarding('verifies HTTP alone: a message of another kind does not pass', async () => {
  const verifier = { bodyLimit: 10, verify: () => Promise.reject(new Error('never')) } as unknown as Verifier
  const context = { getType: () => 'ws', switchToHttp: () => ({ getRequest: () => ({}), getResponse: () => ({}) }) }
  const failed = await new VerifiedGuard({ verifier }).canActivate(context).catch((error) => error)
  assert.match(failed.message, 'verifies HTTP requests')
})
