/** What the app of Koa uses of the packages of `lowest` and `highest`. */
declare module '@koa/router' {
  import type { Middleware } from 'koa'

  type Add = (path: string, ...handlers: ReadonlyArray<Middleware>) => unknown

  export default class Router {
    constructor(options?: { readonly prefix?: string; readonly strict?: boolean; readonly sensitive?: boolean })
    readonly all: Add
    readonly get: Add
    routes(): Middleware
  }
}

declare module 'koa-mount' {
  import type Koa from 'koa'

  export default function mount(prefix: string, app: Koa): Koa.Middleware
}
