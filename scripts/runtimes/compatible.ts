// Node, and the two that are compatible with it: they take the entry points of the condition `node`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Place, run, type Service, serve } from './processes.ts'
import type { Can, Ready, Runtime, Server, Told } from './Runtime.ts'
import { binaryOf } from './tools.ts'
import type { World } from './World.ts'

const node: Can = {
  publicBits: 8192,
  privateBits: 8192,
  anyExponent: true,
  encryptedKeys: true,
  certificates: true,
  missingNull: true,
}

const entries = [
  'countersign',
  'countersign/node',
  'countersign/web',
  'countersign/client',
  'countersign/server',
  'countersign/http',
  'countersign/fetch',
  'countersign/express',
  'countersign/fastify',
  'countersign/hono',
  'countersign/guards/memory',
  'countersign/guards/lmdb',
  'countersign/guards/redis',
  'countersign/diagnosis',
  'countersign/conformance',
]

interface Kind {
  readonly name: Parameters<typeof binaryOf>[0]
  readonly title: (version: string) => string
  /** How it runs a file with all that it may be allowed. */
  readonly argv: ReadonlyArray<string>
  readonly can: Can
  /** The program and arguments of its own server, behind the binary. */
  readonly own?: Omit<Server, 'start'> & { readonly argv: ReadonlyArray<string> }
  readonly refuses?: Readonly<Record<string, string>>
}

const ready = async (kind: Kind, modules: Runtime['modules'], world: World): Promise<Ready> => {
  const binary = await binaryOf(kind.name)
  const { folder, baseUrl, odd, redis } = world
  const here: Place = { cwd: folder }
  const command = (file: string): ReadonlyArray<string> => [binary, ...kind.argv, file]
  const extension = modules === 'ESM' ? 'mjs' : 'cjs'
  const { stdout } = await run([binary, '--version'], here)
  const { can, own } = kind
  const start = (argv: ReadonlyArray<string>) => (): Promise<Service> => serve(argv, here)
  return {
    title: kind.title(/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '?'),
    can,
    claims: async () => {
      const env = { MATRIX: JSON.stringify({ can, odd, baseUrl, redis, entries }) }
      return toldBy(await run(command(`onNode.${extension}`), { ...here, env }))
    },
    port: (policies) => [...command(join(folder, `port.${extension}`)), ...(policies ? [policies.join(',')] : [])],
    servers: [
      modules === 'CommonJS'
        ? { name: 'node:http', start: start(command('node.cjs')), refusedTargets: [] }
        : { name: 'node:http', start: start(command('http.mjs')), refusedTargets: [] },
      ...(own === undefined ? [] : [{ ...own, start: start([binary, ...own.argv]) }]),
    ],
    ...(modules === 'ESM' && { cli: command(join(folder, 'node_modules/countersign/dist/cli/main.js')) }),
    refuses: kind.refuses ?? {},
  }
}

/** The claims are the last line: a runtime may have written warnings before it. */
const toldBy = ({ code, stdout, stderr }: Awaited<ReturnType<typeof run>>): ReadonlyArray<Told> => {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return [{ group: 'loads', words: 'the program runs', wrong: `it ends with ${code}\n${stderr}${stdout}` }]
  }
}

/** The command that the recipe shows in its first line. */
const shownIn = (recipe: string): ReadonlyArray<string> => {
  const [first = ''] = readFileSync(join('scripts/runtimes/recipes', recipe), 'utf8').split('\n')
  return first.replace(/^\/\/ \w+ /, '').split(' ')
}

const nodes = (['node-20', 'node-22', 'node-24', 'node-26'] as const).map(
  (name): Kind => ({ name, title: (version) => `Node ${version}`, argv: [], can: node }),
)

const bun: Kind = {
  name: 'bun',
  title: (version) => `Bun ${version}`,
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
}

const deno: Kind = {
  name: 'deno',
  title: (version) => `Deno ${version}`,
  argv: ['run', '--allow-all', '--quiet'],
  can: { ...node, publicBits: 4096, privateBits: 4096 },
  own: {
    name: 'Deno.serve',
    argv: shownIn('deno.js'),
    refusedTargets: ['dot segments', 'encoded dot segments', 'a backslash'],
  },
  refuses: {
    'rsa/bits-8192': 'imports no public key of more than 4096 bits',
    'keys/public-bits-8192': 'imports no public key of more than 4096 bits',
  },
}

export const compatible = (world: World): ReadonlyArray<Runtime> => [
  ...nodes.flatMap((kind) =>
    (['ESM', 'CommonJS'] as const).map((modules) => ({
      name: kind.name,
      modules,
      prepare: () => ready(kind, modules, world),
    })),
  ),
  ...[bun, deno].map((kind) => ({
    name: kind.name,
    modules: 'ESM' as const,
    prepare: () => ready(kind, 'ESM', world),
  })),
]
