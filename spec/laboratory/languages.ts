// Builds the clients of a language, and says how to start one.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { requireTool } from '../../scripts/tools.ts'
import { installedTools } from '../support/installedTools.ts'

/** The words of the command that starts a client. */
export type Start = (name: string) => ReadonlyArray<string>

interface Language {
  readonly tool: string
  /** Builds in `folder`, which holds the kit and the clients. */
  readonly build: (folder: string, names: ReadonlyArray<string>, kit: string) => Start | Promise<Start>
}

const cache = resolve('node_modules/.cache/countersign')
const run = (command: string, args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}): void => {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
}

/** A folder in the cache, named by the content of a lock file and filled once. */
const once = (name: string, lock: string, fill: (folder: string) => void): string => {
  const folder = join(cache, `${name}-${createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 8)}`)
  if (!existsSync(folder)) {
    process.stderr.write(`installing ${lock.replace(`${resolve('.')}/`, '')} …\n`)
    const half = `${folder}.${process.pid}`
    try {
      fill(half)
      renameSync(half, folder)
    } catch (error) {
      rmSync(half, { recursive: true, force: true })
      throw error
    }
  }
  return folder
}

const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
/** `retry-body` is the class `RetryBody` in Java. */
export const pascal = (name: string): string => camel(`-${name}`)
const snake = (name: string): string => name.replaceAll('-', '_')

const script = (tool: string, extension: string, ...options: ReadonlyArray<string>): Language => ({
  tool,
  build: (folder) => (name) => [tool, ...options, join(folder, `${name}.${extension}`)],
})

export const languages: Readonly<Record<string, Language>> = {
  python: {
    tool: 'python3',
    build: (folder, _, kit) => {
      const lock = join(kit, 'requirements.txt')
      const packages = once('laboratory-python', lock, (target) =>
        run('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', target, '-r', lock], folder),
      )
      return (name) => [
        'env',
        `PYTHONPATH=${packages}`,
        'PYTHONDONTWRITEBYTECODE=1',
        'python3',
        join(folder, `${name}.py`),
      ]
    },
  },
  javascript: {
    tool: 'node',
    build: async (folder, _, kit) => {
      const tools = await installedTools(kit.replace(`${resolve('.')}/`, ''))
      symlinkSync(join(tools.folder, 'node_modules'), join(folder, 'node_modules'))
      return (name) => [process.execPath, join(folder, `${name}.js`)]
    },
  },
  go: {
    tool: 'go',
    build: (folder, names) => {
      const clients = names.map((name) => `\t"${name}": ${camel(name)},\n`).join('')
      writeFileSync(join(folder, 'clients.go'), `package main\n\nvar clients = map[string]func(){\n${clients}}\n`)
      run('go', ['build', '-o', 'clients', '.'], folder)
      return (name) => [join(folder, 'clients'), name]
    },
  },
  java: {
    tool: 'javac',
    build: (folder, names, kit) => {
      const jars = once('laboratory-java', join(kit, 'pom.xml'), (target) => {
        run(
          'mvn',
          ['-q', '-f', join(kit, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${target}`],
          folder,
        )
        cpSync(join(kit, 'SHA256SUMS'), join(target, 'SHA256SUMS'))
        run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], target)
      })
      const path = `${join(jars, '*')}:classes`
      const files = [...names.map(pascal), 'Signing'].map((name) => `${name}.java`)
      run('javac', ['-encoding', 'UTF-8', '-nowarn', '-cp', path, '-d', 'classes', ...files], folder)
      return (name) => [
        'java',
        '-XX:TieredStopAtLevel=1',
        '-cp',
        `${join(jars, '*')}:${join(folder, 'classes')}`,
        pascal(name),
      ]
    },
  },
  php: script('php', 'php'),
  rust: {
    tool: 'cargo',
    build: (folder, names) => {
      mkdirSync(join(folder, 'src'))
      for (const name of [...names, 'signing'])
        renameSync(join(folder, `${name}.rs`), join(folder, 'src', `${snake(name)}.rs`))
      const modules = names.map((name) => `mod ${snake(name)};\n`).join('')
      const arms = names.map((name) => `        "${name}" => ${snake(name)}::run(),\n`).join('')
      writeFileSync(
        join(folder, 'src/main.rs'),
        `mod signing;\n${modules}\nfn main() {\n    match std::env::args().nth(1).unwrap().as_str() {\n${arms}` +
          `        name => panic!("no client {name}"),\n    }\n}\n`,
      )
      const target = join(cache, 'laboratory-rust-target')
      run('cargo', ['build', '--quiet', '--locked'], folder, { CARGO_TARGET_DIR: target })
      cpSync(join(target, 'debug/laboratory'), join(folder, 'clients'))
      return (name) => [join(folder, 'clients'), name]
    },
  },
  ruby: script('ruby', 'rb'),
  shell: script('bash', 'sh'),
  perl: script('perl', 'pl'),
}

/** Copies the kit and the clients of a language into `work`, and builds them. */
export const prepare = async (
  language: string,
  kit: string,
  clients: string,
  names: ReadonlyArray<string>,
  work: string,
): Promise<Start> => {
  const { tool, build } = languages[language] as Language
  requireTool(tool)
  mkdirSync(work, { recursive: true })
  for (const from of [kit, clients]) {
    if (!existsSync(from)) continue
    for (const name of readdirSync(from))
      if (name !== 'manifest.json') cpSync(join(from, name), join(work, name), { recursive: true })
  }
  return build(work, names, kit)
}
