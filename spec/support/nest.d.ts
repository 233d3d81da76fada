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
}
