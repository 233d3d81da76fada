/** The configuration of workerd: a worker and a socket for each app, with a verifier and without. */
import type { Served } from './apps/App.ts'
import { fetchApps } from './apps/fetchApps.ts'
import { honoApps } from './apps/honoApps.ts'

export interface Configuration {
  readonly text: string
  /** The apps, once workerd has printed all ports; each is a Served in JSON. */
  readonly servedIn: (said: string) => ReadonlyArray<string>
}

const apps = [
  ...fetchApps.map(({ build: _, ...app }) => ({ ...app, name: `fetch, ${app.name}` })),
  ...honoApps.map(({ build: _, ...app }) => ({ ...app, name: `Hono, ${app.name}`, reports: 'url' as const })),
]
const kinds = ['guarded', 'open'] as const

export const workerConfiguration = (publicKey: string): Configuration => {
  const names = apps.flatMap((_, i) => kinds.map((kind) => ({ name: `${kind}${i}`, app: i, kind })))
  const worker = ({ name, app, kind }: (typeof names)[number]): string => `const ${name} :Workerd.Worker = (
  modules = [(name = "program.mjs", esModule = embed "program.mjs")],
  bindings = [
    (name = "APP", text = "${app}"),
    ${kind === 'guarded' ? `(name = "PUBLIC_KEY", text = ${JSON.stringify(publicKey)}),` : ''}
  ],
  compatibilityDate = "2026-11-01",
);`
  const text = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${names.map(({ name }) => `(name = "${name}", worker = .${name})`).join(', ')}],
  sockets = [${names.map(({ name }) => `(name = "${name}", address = "127.0.0.1:0", http = (), service = "${name}")`).join(', ')}],
);
${names.map(worker).join('\n')}
`
  const portIn = (said: string, name: string): number =>
    Number(new RegExp(`"event":"listen","socket":"${name}","port":(\\d+)`).exec(said)?.[1] ?? 0)
  const servedIn = (said: string): ReadonlyArray<string> => {
    const served = apps.map(
      (app, i): Served => ({
        ...app,
        protocol: 'http1',
        guarded: portIn(said, `guarded${i}`),
        open: portIn(said, `open${i}`),
      }),
    )
    return served.every(({ guarded, open }) => guarded > 0 && open > 0) ? served.map((app) => JSON.stringify(app)) : []
  }
  return { text, servedIn }
}
