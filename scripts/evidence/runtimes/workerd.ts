// workerd, the runtime of Cloudflare Workers. A worker is one file: esbuild bundles it with the conditions of that platform,
// from the package as it is installed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { binaryOf } from './binaryOf.ts'
import { onNodeOnly, webModulesOf } from './modules.ts'
import { run, type Service, serve } from './process.ts'
import { type Can, type Ready, type Runtime, type Told, tell, type World, web } from './Runtime.ts'

const can: Can = { ...web, anyExponent: false }

const compatibilityDate = '2026-11-01'

/** The first worker has the recipe's Durable Object; the second one, another isolate, uses it. */
const objects = {
  own: 'durableObjectNamespaces = [(className = "Claims", uniqueKey = "claims", enableSql = true)],\n  durableObjectStorage = (localDisk = "claims"),',
  here: '(name = "CLAIMS", durableObjectNamespace = "Claims")',
  there: '(name = "CLAIMS", durableObjectNamespace = (className = "Claims", serviceName = "first"))',
}

const configuration = (publicKey: string, remembers: boolean): string => {
  const worker = (claims: string, more: string) => `(
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [
    (name = "APP_1_PUBLIC_KEY", text = ${JSON.stringify(publicKey)}),
    (name = "OWN", service = "first"),
    ${remembers ? claims : ''}
  ],
  compatibilityDate = "${compatibilityDate}",
  ${remembers ? more : ''}
)`
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "first", worker = .first),
    (name = "second", worker = .second),
    (name = "claims", disk = (path = "claims", writable = true)),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [
    (name = "first", address = "127.0.0.1:0", http = (), service = "first"),
    (name = "second", address = "127.0.0.1:0", http = (), service = "second"),
  ],
);
const first :Workerd.Worker = ${worker(objects.here, objects.own)};
const second :Workerd.Worker = ${worker(objects.there, '')};
`
}

const bundle = (entry: string, outfile?: string) =>
  build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:workers'],
    tsconfigRaw: {},
    logLevel: 'silent',
    ...(outfile === undefined ? { write: false } : { outfile }),
  })

/** Bundles a program of the world's folder and serves it twice. `remembers`: with the Durable Object that the program exports. */
export const start = async (
  binary: string,
  world: Pick<World, 'folder' | 'publicKey'>,
  program: string,
  remembers: boolean,
): Promise<Service> => {
  const folder = join(world.folder, `workerd-${program}`)
  mkdirSync(join(folder, 'claims'), { recursive: true })
  await bundle(join(world.folder, program), join(folder, 'worker.js'))
  writeFileSync(join(folder, 'config.capnp'), configuration(world.publicKey, remembers))
  return serve([binary, 'serve', 'config.capnp', '--control-fd=3'], { cwd: folder }, (said) => {
    const ports = ['first', 'second'].flatMap(
      (socket) => new RegExp(`"event":"listen","socket":"${socket}","port":(\\d+)`).exec(said)?.[1] ?? [],
    )
    return ports.length < 2 ? [] : ports.map((port) => `http://127.0.0.1:${port}`)
  })
}

/** Modules that need Node's files or sockets cannot be bundled for a worker. */
const refused = async (folder: string, specifier: string): Promise<Told> => {
  const entry = join(folder, 'refused.mjs')
  writeFileSync(entry, `import '${specifier}'\n`)
  const said = await bundle(entry).then(
    () => 'it is bundled',
    (error: Error) => error.message,
  )
  return tell('loads', `${specifier} is refused`, /node:/.test(said), said)
}

const ready = async (world: World): Promise<Ready> => {
  const binary = await binaryOf('workerd')
  const { folder, service, odd } = world
  const { stdout } = await run([binary, '--version'], { cwd: folder })
  const entries = webModulesOf(folder).map((name) => `'${name}': () => import('${name}'),\n`)
  writeFileSync(join(folder, 'entries.mjs'), `export const entries = {\n${entries.join('')}}\n`)
  const { url, stop } = await start(binary, world, 'worker.mjs', false)
  return {
    title: `workerd ${/\d{4}-\d\d-\d\d/.exec(stdout)?.[0] ?? stdout.trim()}`,
    can,
    claims: async () => {
      const answer = await fetch(`${url}/claims`, {
        method: 'POST',
        body: JSON.stringify({ can, odd, baseUrl: service.baseUrl }),
      })
      if (!answer.ok) return [{ group: 'loads', words: 'the worker answers', wrong: await answer.text() }]
      const refusals: Array<Told> = []
      for (const entry of onNodeOnly) refusals.push(await refused(folder, entry))
      return [...refusals, ...((await answer.json()) as ReadonlyArray<Told>)]
    },
    port: service.portAt(url),
    servers: [
      {
        name: 'fetch handler',
        start: () => start(binary, world, 'worker.js', true),
        remembers: true,
        refusedTargets: ['dot segments', 'encoded dot segments', 'a quotation mark', 'angle brackets', 'a backslash'],
      },
    ],
    refuses: Object.fromEntries(
      [
        'rsa/exponent-65539',
        'rsa/exponent-largest',
        'keys/ring-fourth-signs',
        'keys/ring-four-and-one',
        'rsa/low-signature-exponent-largest',
        'rsa/plus-modulus-exponent-largest',
        'keys/public-exponent-65539',
        'keys/public-exponent-31-bits',
        'keys/public-exponent-largest',
        'keys/public-pkcs1-exponent-largest',
        'keys/private-exponent-32-bits',
      ].map((id) => [id, 'imports no key whose exponent is neither 3 nor 65537']),
    ),
    stop,
  }
}

export const workerd = (world: World): Runtime => ({ name: 'workerd', modules: 'ESM', prepare: () => ready(world) })
