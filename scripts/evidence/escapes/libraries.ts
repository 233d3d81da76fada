// The HTTP libraries that are asked what they make of a target, and how each is run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installedTools } from '../../../spec/support/installedTools.ts'

const own = 'scripts/evidence/escapes'
const cache = resolve('node_modules/.cache/countersign/escapes')

interface Library {
  readonly name: string
  /** Fetches or compiles what it needs. Answers the command that asks for the targets on its standard input. */
  readonly prepare: (origin: string) => Promise<ReadonlyArray<string>>
  /** It needs nothing but the program of this name. */
  readonly needs?: string
}

const run = (command: string, ...args: ReadonlyArray<string>): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, GOTOOLCHAIN: 'local' } })
}

/** A file in the cache, made unless it is there. */
const made = (name: string, make: (file: string) => void): string => {
  const file = join(cache, name)
  mkdirSync(cache, { recursive: true })
  if (!existsSync(file)) make(file)
  return file
}

const python = (): string =>
  made('python/bin/python', (file) => {
    const folder = resolve(file, '../..')
    run('python3', '-m', 'venv', folder)
    run(file, '-m', 'pip', '--quiet', 'install', '-r', join(own, 'requirements.txt'))
  })

const inPython = (name: string, command: () => string): Library => ({
  name,
  prepare: async (origin) => [command(), join(own, 'ask.py'), name, origin],
})

const inNode = (name: string): Library => ({
  name,
  prepare: async (origin) => [process.execPath, join(own, 'ask.mjs'), name, origin],
  needs: 'node',
})

/** In the folder of its packages, where imports are looked up. */
const inNodeWith = (name: string): Library => ({
  name,
  prepare: async (origin) => {
    const { folder } = await installedTools(join(own, 'node'))
    run('cp', join(own, 'ask.mjs'), folder)
    return [process.execPath, join(folder, 'ask.mjs'), name, origin]
  },
})

const jars = (): string =>
  made('jars', (folder) =>
    run('mvn', '-q', '-B', '-f', join(own, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`),
  )

const inJava = (name: string): Library => ({
  name,
  prepare: async (origin) => {
    const path = join(jars(), '*')
    run('javac', '-cp', path, '-d', cache, join(own, 'Ask.java'))
    return ['java', '-cp', `${cache}:${path}`, 'Ask', name, origin]
  },
})

const inPhp = (name: string): Library => ({
  name,
  prepare: async (origin) => ['php', join(own, 'ask.php'), name, origin],
})

export const libraries: ReadonlyArray<Library> = [
  inPython('requests', python),
  inPython('httpx', python),
  inPython('urllib3', python),
  inPython('aiohttp', python),
  { ...inPython('urllib', () => 'python3'), needs: 'python3' },
  inNode('fetch'),
  inNode('node:http'),
  inNodeWith('undici'),
  inNodeWith('axios'),
  inNodeWith('got'),
  {
    name: 'Go',
    prepare: async (origin) => {
      const file = made('ask-go', (target) => run('go', 'build', '-o', target, join(own, 'ask.go')))
      return [file, origin]
    },
    needs: 'go',
  },
  inJava('HttpClient'),
  inJava('OkHttp'),
  inPhp('Guzzle'),
  inPhp('PHP curl'),
  { ...inPhp('PHP streams'), needs: 'php' },
  {
    name: 'reqwest',
    prepare: async (origin) => {
      const target = join(cache, 'rust')
      run(
        'cargo',
        'build',
        '--quiet',
        '--release',
        '--manifest-path',
        join(own, 'rust/Cargo.toml'),
        '--target-dir',
        target,
      )
      return [join(target, 'release/ask'), origin]
    },
  },
  { name: 'Net::HTTP', prepare: async (origin) => ['ruby', join(own, 'ask.rb'), origin] },
  {
    name: 'curl',
    // -g: brackets and braces are no patterns.
    prepare: async (origin) => [
      ...[
        'bash',
        '-c',
        `while read -r hex; do curl -sgo /dev/null "$1$(printf %b "$(sed 's/../\\\\x&/g' <<<"$hex")")"; done`,
      ],
      ...['ask', origin],
    ],
    needs: 'curl',
  },
]
