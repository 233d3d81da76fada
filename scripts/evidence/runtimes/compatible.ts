// Node, Bun and Deno: all use the entry points of the condition `node`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaryOf } from './binaryOf.ts'
import { modulesOf } from './modules.ts'
import { type Place, run, type Service, serve } from './process.ts'
import { type Can, type Ready, type Runtime, type Server, type Told, type World, web } from './Runtime.ts'

const node: Can = { ...web, encryptedKeys: true, certificates: true, missingNull: true }

interface Kind {
  readonly name: string
  readonly title: string
  /** The arguments that run a file with all permissions. */
  readonly argv: ReadonlyArray<string>
  readonly can: Can
  /** The program and arguments of its own server. */
  readonly own?: Omit<Server, 'start'> & { readonly argv: ReadonlyArray<string> }
  readonly refuses?: Readonly<Record<string, string>>
}

/** The arguments that the recipe shows in its first line, `// deno run …`. */
const shownIn = (recipe: string): ReadonlyArray<string> => {
  const [first = ''] = readFileSync(join(import.meta.dirname, 'recipes', recipe), 'utf8').split('\n')
  return first.split(' ').slice(2)
}

const kinds: ReadonlyArray<Kind> = [
  ...[20, 22, 24, 26].map((version): Kind => ({ name: `node-${version}`, title: 'Node', argv: [], can: node })),
  {
    name: 'bun',
    title: 'Bun',
    argv: ['run'],
    can: node,
    own: {
      name: 'Bun.serve',
      argv: ['run', 'bun.js'],
      refusedTargets: [
        'dot segments',
        'encoded dot segments',
        'an apostrophe',
        'a quotation mark',
        'angle brackets',
        'a backslash',
        'braces in its path',
      ],
    },
  },
  {
    name: 'deno',
    title: 'Deno',
    argv: ['run', '--allow-all', '--quiet'],
    can: { ...node, mostBits: 4096 },
    own: {
      name: 'Deno.serve',
      argv: shownIn('deno.js'),
      refusedTargets: ['dot segments', 'encoded dot segments', 'a backslash'],
    },
    refuses: {
      'rsa/bits-8192': 'imports no public key of more than 4096 bits',
      'keys/public-bits-8192': 'imports no public key of more than 4096 bits',
    },
  },
]

/** The claims are the last line; a runtime may print warnings before it. */
const toldBy = ({ code, stdout, stderr }: Awaited<ReturnType<typeof run>>): ReadonlyArray<Told> => {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return [{ group: 'loads', words: 'the program runs', wrong: `it ends with ${code}\n${stderr}${stdout}` }]
  }
}

const ready = async (kind: Kind, modules: Runtime['modules'], world: World): Promise<Ready> => {
  const binary = await binaryOf(kind.name)
  const { folder, service, odd, redis } = world
  const { can, own, argv, title, refuses = {} } = kind
  const here: Place = { cwd: folder }
  const command = (file: string): ReadonlyArray<string> => [binary, ...argv, file]
  const extension = modules === 'ESM' ? 'mjs' : 'cjs'
  const { stdout } = await run([binary, '--version'], here)
  const start = (argv: ReadonlyArray<string>) => (): Promise<Service> => serve(argv, here)
  return {
    title: `${title} ${/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '?'}`,
    can,
    claims: async () => {
      const entries = modulesOf(folder).map(({ name }) => name)
      const env = { MATRIX: JSON.stringify({ can, odd, baseUrl: service.baseUrl, redis, entries }) }
      return toldBy(await run(command(`onNode.${extension}`), { ...here, env }))
    },
    port: (policies) => [...command(join(folder, `port.${extension}`)), ...(policies ? [policies.join(',')] : [])],
    servers: [
      { name: 'node:http', start: start(command(modules === 'ESM' ? 'http.mjs' : 'node.cjs')), refusedTargets: [] },
      ...(own === undefined ? [] : [{ ...own, start: start([binary, ...own.argv]) }]),
    ],
    ...(modules === 'ESM' && { cli: command(join(folder, 'node_modules/countersign/dist/apps/cli/main.js')) }),
    refuses,
  }
}

export const compatible = (world: World): ReadonlyArray<Runtime> =>
  kinds.flatMap((kind) =>
    (kind.title === 'Node' ? (['ESM', 'CommonJS'] as const) : (['ESM'] as const)).map((modules) => ({
      name: kind.name,
      modules,
      prepare: () => ready(kind, modules, world),
    })),
  )
