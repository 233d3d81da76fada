/** The adapter for NestJS, on Express and on Fastify: a guard, the verified request as a parameter, and a module that gives them the verifier. */
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  createParamDecorator,
  type DynamicModule,
  type ExecutionContext,
  HttpException,
  Inject,
} from '@nestjs/common'
import { APP_FILTER, APP_GUARD, MetadataScanner, ModulesContainer } from '@nestjs/core'
import * as E from 'fp-ts/lib/Either.js'
import * as Package from '../../core/Package.ts'
import { JobRefused } from '../JobRefused.ts'
import type { VerifiedRequest, VerifierSource } from '../Verifier.ts'
import type { AdapterOptions } from './AdapterOptions.ts'
import { contentOf } from './jsonBody.ts'
import { type NodeGate, nodeGateOf } from './nodeGate.ts'
import { beginRefusal, type NodeRequest } from './nodeRequest.ts'
import * as RoutableTarget from './routableTarget.ts'
import { assertCovered } from './verifiedJob.ts'

// biome-ignore lint/suspicious/noExplicitAny: the platform and the program decide what requests, modules and tokens are
type Any = any

/** Fastify reads text without Nest, and keeps no bytes of it. */
const keptBy = ({ rawBody, body }: Any): Any => rawBody ?? (typeof body === 'string' ? body : undefined)

/** Node's own, which Fastify wraps. */
const rawOf = (of: Any): Any => of.raw ?? of

/** `answerRefusal` gets the platform's request and response, and throws or answers. CORS is Nest's: `app.enableCors`. */
export interface CountersignOptions extends Omit<AdapterOptions<readonly [request: Any, response: Any]>, 'cors'> {
  /** From `createVerifier`, a promise of one, or a function that makes one. */
  readonly verifier: VerifierSource
}

/** Options that the app's own providers help to make. */
export interface CountersignAsyncOptions {
  /** The modules that have what is injected. */
  readonly imports?: Array<Any>
  readonly inject?: Array<Any>
  /** Gets what `inject` names. */
  readonly useFactory: (...injected: Array<Any>) => CountersignOptions | Promise<CountersignOptions>
}

/** The token of the options: a test overrides this provider. */
export const COUNTERSIGN_OPTIONS = 'COUNTERSIGN_OPTIONS'

/** Gives every guard of the app its verifier, and answers a `JobRefused` with its 400. Import it into the module of the app. */
// biome-ignore lint/complexity/noStaticOnlyClass: a module of Nest's is a class
export class CountersignModule {
  /** With the options themselves. */
  static forRoot(options: CountersignOptions): DynamicModule {
    return CountersignModule.forRootAsync({ useFactory: () => options })
  }

  /** With options that a factory makes, from what the app injects. */
  static forRootAsync({ imports = [], inject = [], useFactory }: CountersignAsyncOptions): DynamicModule {
    // Here: a module of this package only defines when it is loaded.
    Inject(COUNTERSIGN_OPTIONS)(VerifiedGuard, undefined, 0)
    Catch(JobRefused)(JobRefusedFilter)
    const options = { provide: COUNTERSIGN_OPTIONS, useFactory, inject }
    const messages = { provide: coveredMessages, useFactory: assertMessagesCovered, inject: [ModulesContainer] }
    const providers = [options, messages, { provide: APP_FILTER, useClass: JobRefusedFilter }]
    return { module: CountersignModule, global: true, imports, providers, exports: [COUNTERSIGN_OPTIONS] }
  }
}

/**
 * For `@UseGuards`, or as `APP_GUARD` for every route: lets verified requests through, and throws an `HttpException` for the
 * others. The app is created with `{ rawBody: true }`. `@Body()` is read anew from the verified bytes.
 */
export class VerifiedGuard implements CanActivate {
  readonly #gate: NodeGate<readonly [request: Any, response: Any]>

  constructor({ verifier, ...options }: CountersignOptions) {
    this.#gate = nodeGateOf<readonly [request: Any, response: Any]>(
      verifier,
      { rawBody: keptBy, ...options },
      {
        remedy: 'In NestJS, NestFactory.create(AppModule, { rawBody: true })',
        answer: (refusal, limit, request, response) => {
          beginRefusal(rawOf(request), rawOf(response), refusal, limit)
          throw new HttpException(JSON.parse(refusal.body), refusal.status, { cause: refusal })
        },
        ask: (refused, refusal, request, response) => refused(refusal, request, response),
      },
    )
  }

  /** Whether the handler runs; rejects with the `HttpException` of a refusal. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http')
      throw new TypeError('VerifiedGuard verifies HTTP requests: for a path of any other kind, use countersign/express')
    const request = context.switchToHttp().getRequest()
    const response = context.switchToHttp().getResponse()
    const version: string | undefined = request.server?.version
    if (request.raw !== undefined && !version?.startsWith('5.'))
      throw new TypeError(Package.unserved(Package.fastify, version))
    const req: NodeRequest = rawOf(request)
    const place = { res: rawOf(response), isUnroutable: req === request && !RoutableTarget.isForExpress(request) }
    const caller = await this.#gate.enter(req, place, request, response)
    if (caller === undefined) return false
    // As the parser in front may have read it: by a content type that nobody signed, as a form perhaps.
    const content = contentOf(req.headers, caller.body)
    if (E.isLeft(content)) throw content.left
    Object.assign(request, { verified: caller, body: content.right })
    return true
  }
}

const coveredMessages = Symbol('countersign.coveredMessages')

/**
 * Nest gives the messages of a microservice no global guard unless the app says `inheritAppConfig`. So who covers every route by
 * `APP_GUARD` would run unsigned messages: the app fails at the start, unless a guard stands at each handler of messages.
 */
const assertMessagesCovered = (modules: ModulesContainer): true => {
  const all = [...modules.values()]
  const isGlobal = all.some(({ providers }) =>
    [...providers].some(([token, provider]) => isGlobalGuard(token, provider)),
  )
  if (!isGlobal) return true
  const uncovered = all.flatMap(({ controllers }) =>
    [...controllers.values()].flatMap(({ metatype }) => uncoveredMessagesOf(metatype)),
  )
  if (uncovered.length === 0) return true
  throw new TypeError(
    `countersign: APP_GUARD does not cover messages of a microservice, so these handlers would run without a signature: ${uncovered.join(', ')}. ` +
      'Put a guard there: @UseGuards(VerifiedGuard), which refuses every message, or a guard of your own',
  )
}

/** Nest adds a number to the token. The guard is the class, one that extends it, one that is injected, or a value. */
const isGlobalGuard = (token: unknown, { metatype, inject, instance }: Any): boolean =>
  String(token).startsWith(APP_GUARD) &&
  (metatype === VerifiedGuard ||
    metatype?.prototype instanceof VerifiedGuard ||
    instance instanceof VerifiedGuard ||
    (inject ?? []).includes(VerifiedGuard))

/** The keys of Nest's decorators, which it exports from no public path: `@MessagePattern`, `@EventPattern`, `@UseGuards`. */
const patternKey = 'microservices:pattern'
const guardsKey = '__guards__'

const uncoveredMessagesOf = (controller: Any): ReadonlyArray<string> => {
  const { getMetadata } = Reflect as Any
  if (typeof controller !== 'function' || getMetadata(guardsKey, controller) !== undefined) return []
  const { name, prototype } = controller
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .filter((method) => getMetadata(patternKey, prototype[method]) !== undefined)
    .filter((method) => getMetadata(guardsKey, prototype[method]) === undefined)
    .map((method) => `${name}.${method}`)
}

/** The verified request, as a parameter of a handler. Throws a TypeError, which Nest answers with 500, without `VerifiedGuard`. */
export const Verified: () => ParameterDecorator = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request: { readonly verified?: VerifiedRequest } = context.switchToHttp().getRequest() ?? {}
  assertCovered(request, '@UseGuards(VerifiedGuard)')
  return request.verified
})

class JobRefusedFilter {
  catch({ status, headers, body }: JobRefused, context: ArgumentsHost): void {
    const response = context.switchToHttp().getResponse()
    for (const [name, value] of Object.entries(headers)) response.header(name, value)
    response.status(status).send(body)
  }
}
