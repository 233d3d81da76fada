/** The types of Express that adapter, specs and examples use, as in @types/express. Express has none of its own. */
declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'

  export interface Request extends IncomingMessage, Express.Request {
    // As in @types/express.
    // biome-ignore lint/suspicious/noExplicitAny: the body parsers decide the type
    body: any
    params: Readonly<Record<string, string>>
  }
  export interface Response extends ServerResponse {
    json(value: unknown): this
    type(type: string): this
    send(body: unknown): this
    sendStatus(status: number): this
    status(status: number): this
    set(headers: Readonly<Record<string, string>>): this
  }
  export type NextFunction = (error?: unknown) => void
  export type Handler = (req: Request, res: Response, next: NextFunction) => unknown
  export type ErrorHandler = (error: unknown, req: Request, res: Response, next: NextFunction) => unknown
  export interface Router {
    (req: IncomingMessage, res: ServerResponse): void
    use(...handlers: ReadonlyArray<Handler>): this
    use(handler: ErrorHandler): this
    use(path: string | RegExp, ...handlers: ReadonlyArray<Handler>): this
    all(path: string, ...handlers: ReadonlyArray<Handler>): this
    get(path: string, ...handlers: ReadonlyArray<Handler>): this
    post(path: string, ...handlers: ReadonlyArray<Handler>): this
  }
  export interface Application extends Router {
    set(name: string, value: unknown): this
    listen(port: number, host: string, listening: () => void): Server
  }
  export interface Options {
    readonly type?: string
    readonly inflate?: boolean
    readonly verify?: (req: IncomingMessage, res: ServerResponse, bytes: Buffer) => void
  }
  const express: {
    (): Application
    Router(): Router
    json(options?: Options): Handler
    raw(options?: Options): Handler
    text(options?: Options): Handler
    urlencoded(options?: Options): Handler
  }
  export default express
}

/** The types of NestJS that its adapter uses. NestJS is installed for its specs only; nest.live.spec.ts compiles with its own. */
declare module '@nestjs/common' {
  export interface ArgumentsHost {
    getType(): string
    // biome-ignore lint/suspicious/noExplicitAny: as Nest's
    switchToHttp(): { getRequest(): any; getResponse(): any }
  }
  export type ExecutionContext = ArgumentsHost
  export interface CanActivate {
    canActivate(context: ExecutionContext): boolean | Promise<boolean>
  }
  export interface DynamicModule {
    readonly module: new () => unknown
    readonly [member: string]: unknown
  }
  export class HttpException extends Error {
    constructor(response: unknown, status: number, options: ErrorOptions)
  }
  export const Catch: (...errors: ReadonlyArray<unknown>) => (target: unknown) => void
  export const Inject: (token: unknown) => (target: object, key: string | undefined, at: number) => void
  export const createParamDecorator: (
    read: (data: unknown, context: ExecutionContext) => unknown,
  ) => (...data: ReadonlyArray<unknown>) => ParameterDecorator
}

declare module '@nestjs/core' {
  export const APP_FILTER: string
  export const APP_GUARD: string
  export class MetadataScanner {
    getAllMethodNames(prototype: object): Array<string>
  }
  // biome-ignore lint/suspicious/noExplicitAny: what Nest's container holds is of its own classes
  export class ModulesContainer extends Map<string, any> {}
}
