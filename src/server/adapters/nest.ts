/** The adapter for NestJS: a module that puts the adapter of Express or Fastify in front of Nest's body parsers. */
import { Catch, createParamDecorator, HttpException } from '@nestjs/common'
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JobRefused } from '../JobRefused.ts'
import type { VerifiedRequest, Verifier } from '../Verifier.ts'
import type { AdapterOptions } from './AdapterOptions.ts'
import { type ExpressOptions, verified as onExpress } from './express.ts'
import { type FastifyAdapterOptions, verified as onFastify } from './fastify.ts'
import { assertCovered } from './uncovered.ts'

/** `refused` throws, as an exception of Nest's, or answers as in Express or Fastify. */
export interface CountersignOptions<Req = unknown, Res = unknown>
  extends AdapterOptions<readonly [request: Req, response: Res]> {
  /** From `createVerifier`. */
  readonly verifier: Verifier
  /** The paths that are covered, with all below them, as a caller writes them: global prefix and version included. Absent: all. */
  readonly routes?: string | ReadonlyArray<string> | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: modules, providers, tokens and what is injected are the program's
type Any = any

/** What `imports` of a module takes; a `DynamicModule` of Nest's. */
export interface CoveringModule {
  readonly module: new () => Any
  readonly imports: Array<Any>
  readonly providers: Array<Any>
}

/** `useFactory` gets what `inject` names; `imports` are the modules that have it. */
export interface CountersignAsyncOptions {
  readonly imports?: Array<Any>
  readonly inject?: Array<Any>
  readonly useFactory: (...injected: Array<Any>) => CountersignOptions<Any, Any> | Promise<CountersignOptions<Any, Any>>
}

/** The token of the options: a test overrides this provider. */
export const COUNTERSIGN_OPTIONS = 'COUNTERSIGN_OPTIONS'

const moduleOf = ({ imports = [], inject = [], useFactory }: CountersignAsyncOptions): CoveringModule => ({
  // Each has a class of its own: Nest keeps one of two modules that look alike, and routes of the other would be open.
  module: class CountersignModule {},
  imports,
  providers: [
    { provide: COUNTERSIGN_OPTIONS, useFactory, inject },
    { provide: 'COUNTERSIGN_COVERED', useFactory: cover, inject: [HttpAdapterHost, COUNTERSIGN_OPTIONS] },
    { provide: APP_FILTER, useFactory: filterOf, inject: [HttpAdapterHost] },
  ],
})

/** Covers the routes of the app, in front of its body parsers. Import it once, into the module of the app. */
export const CountersignModule: {
  readonly forRoot: <Req, Res>(options: CountersignOptions<Req, Res>) => CoveringModule
  readonly forRootAsync: (options: CountersignAsyncOptions) => CoveringModule
} = { forRoot: (options) => moduleOf({ useFactory: () => options }), forRootAsync: moduleOf }

type HttpAdapter = HttpAdapterHost['httpAdapter']

interface Context {
  readonly getType: () => string
  readonly switchToHttp: () => { readonly getRequest: () => unknown; readonly getResponse: () => unknown }
}

/** An exception with the sentence of the other adapters: of an error that is none of its own, Nest hides the words. */
const callerIn = (context: Context): VerifiedRequest => {
  const request = context.getType() === 'http' ? context.switchToHttp().getRequest() : {}
  try {
    assertCovered(request as object, 'CountersignModule with its path in `routes`')
  } catch (error) {
    throw new HttpException({ statusCode: 500, message: (error as Error).message }, 500)
  }
  return (request as { readonly verified: VerifiedRequest }).verified
}

/** For `@UseGuards`: answers 500, and says why, where `CountersignModule` does not cover the route. */
export class VerifiedGuard {
  canActivate(context: Context): boolean {
    return callerIn(context) !== undefined
  }
}

/** The verified request, as a parameter of a handler. Answers 500, and says why, where the route is not covered. */
export const Verified: () => ParameterDecorator = /* @__PURE__ */ createParamDecorator((_: unknown, context: Context) =>
  callerIn(context),
)

const filterOf = (host: HttpAdapterHost): object => {
  class CountersignFilter {
    catch(error: JobRefused, context: Context): void {
      if (context.getType() !== 'http') throw error
      const response = context.switchToHttp().getResponse()
      if (host.httpAdapter.isHeadersSent(response)) return
      for (const [name, value] of Object.entries(error.headers)) host.httpAdapter.setHeader(response, name, value)
      host.httpAdapter.reply(response, error.body, error.status)
    }
  }
  Catch(JobRefused)(CountersignFilter)
  return new CountersignFilter()
}

/** Once there is an adapter: that of a testing module comes with `createNestApplication`. */
const cover = (host: HttpAdapterHost, options: CountersignOptions): void => {
  const given = Object.getOwnPropertyDescriptor(host, 'httpAdapter')?.set
  if (host.httpAdapter?.getType()) return void put(host.httpAdapter, options)
  const set = (adapter: HttpAdapter): void => {
    Object.defineProperty(host, 'httpAdapter', { configurable: true, writable: true, value: adapter })
    given?.(adapter)
    put(adapter, options)
  }
  Object.defineProperty(host, 'httpAdapter', { configurable: true, get: () => undefined, set })
}

const put = (adapter: HttpAdapter, { verifier, routes = '/', ...options }: CountersignOptions): void => {
  const paths = [routes].flat()
  if (paths.length === 0 || !paths.every((path) => /^(?:\/|(?:\/[\w.~-]+)+)$/.test(path)))
    throw new TypeError('routes takes paths without patterns, such as "/v1"')
  const handed = options as ExpressOptions & FastifyAdapterOptions
  if (adapter.getType() === 'express') return void adapter.use(paths, onExpress(verifier, handed), keepRaw)
  if (adapter.getType() !== 'fastify') throw new TypeError('countersign/nest serves Nest on Express and on Fastify')
  const plugin: typeof onFastify = (app, given, done) => {
    app.addHook('preHandler', (request, _, next) => keepRaw(request, _, next))
    onFastify(within(app, paths), given, done)
  }
  const here = { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: 'countersign' }
  adapter.getInstance<FastifyInstance>().register(Object.assign(plugin, here), { ...handed, verifier })
}

/** `RawBodyRequest` of Nest's. */
const keepRaw = (request: { readonly verified?: VerifiedRequest }, _: unknown, next: () => void): void => {
  const body = request.verified?.body
  if (body !== undefined)
    Object.assign(request, { rawBody: Buffer.from(body.buffer, body.byteOffset, body.byteLength) })
  next()
}

/**
 * The app, with hooks that judge only what is below the paths. By the route's own pattern, which a caller cannot spell otherwise,
 * and by the request's path, for a pattern such as `/:version/jobs`.
 */
const within = (app: FastifyInstance, paths: ReadonlyArray<string>): FastifyInstance => {
  const isBelow = (place = ''): boolean => {
    const path = place.split('?', 1).join('').toLowerCase()
    return paths.some((each) => each === '/' || `${path}/`.startsWith(`${each.toLowerCase()}/`))
  }
  const addHook = (
    name: string,
    hook: (request: FastifyRequest, ...rest: ReadonlyArray<unknown>) => unknown,
  ): unknown =>
    app.addHook(
      name as 'preParsing',
      name === 'preParsing' || name === 'onRequest'
        ? (request: FastifyRequest, ...rest: ReadonlyArray<unknown>) =>
            isBelow(request.routeOptions.url) || isBelow(request.raw.url)
              ? hook(request, ...rest)
              : (rest.at(-1) as () => void)()
        : (hook as never),
    )
  return Object.assign(Object.create(app), { addHook })
}
