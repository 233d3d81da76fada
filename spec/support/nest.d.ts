/** The types of NestJS that its adapter uses. NestJS is installed for its specs only. */
declare module '@nestjs/common' {
  export class HttpException extends Error {
    constructor(response: unknown, status: number)
  }
  export const Catch: (...errors: ReadonlyArray<unknown>) => (target: unknown) => void
  export const createParamDecorator: (
    read: (data: unknown, context: never) => unknown,
  ) => (...data: ReadonlyArray<unknown>) => ParameterDecorator
}

declare module '@nestjs/core' {
  export const APP_FILTER: string
  interface HttpAdapter {
    getType(): string
    getInstance<Instance>(): Instance
    isHeadersSent(response: unknown): boolean
    reply(response: unknown, body: unknown, status: number): unknown
    setHeader(response: unknown, name: string, value: string): unknown
    use(...args: ReadonlyArray<unknown>): void
  }
  export class HttpAdapterHost {
    httpAdapter: HttpAdapter
  }
}
