// Fetch handlers and Hono on the own server of Bun or Deno.
import process from 'node:process'
import type { Served } from './App.ts'
import { fetchApps } from './fetchApps.ts'
import { type Fetch, honoApps } from './honoApps.ts'
import { verifierOf } from './serve.ts'

interface Runtimes {
  readonly Bun?: {
    readonly serve: (options: {
      readonly hostname: string
      readonly port: number
      readonly fetch: (request: Request) => ReturnType<Fetch>
    }) => { readonly port: number }
  }
  readonly Deno?: {
    readonly serve: (
      options: { readonly hostname: string; readonly port: number; readonly onListen: () => void },
      fetch: (request: Request) => ReturnType<Fetch>,
    ) => { readonly addr: { readonly port: number } }
  }
}

const { Bun, Deno } = globalThis as Runtimes
const at = { hostname: '127.0.0.1', port: 0 }

const listening = (fetch: Fetch): number => {
  const alone = (request: Request) => fetch(request)
  return Bun?.serve({ ...at, fetch: alone }).port ?? Deno?.serve({ ...at, onListen: () => {} }, alone).addr.port ?? 0
}

const verifier = await verifierOf(process.env.PUBLIC_KEY)
const served: Array<Served> = []
for (const [framework, apps] of Object.entries({ fetch: fetchApps, Hono: honoApps })) {
  for (const { build, ...app } of apps) {
    const [guarded, open] = [listening(await build(verifier)), listening(await build())]
    served.push({ ...app, reports: 'url', name: `${framework}, ${app.name}`, protocol: 'http1', guarded, open })
  }
}
console.log(`serving ${JSON.stringify(served)}`)
