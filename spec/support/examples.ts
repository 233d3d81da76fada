/**
 * The examples in the documentation: every `ts` block under an `@example` tag, compiled with the project's settings and run,
 * with `assert` in scope. Errors name the file and the line of the example.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

export interface Example {
  /** The path from the project's root, with `/`. */
  readonly file: string
  /** The first line of code. */
  readonly line: number
  readonly code: string
}

const project = fileURLToPath(new URL('../../', import.meta.url))

/** The examples in one file's text: every block below an `@example`, up to the next tag. Throws if there is none. */
export const examplesIn = (file: string, text: string): ReadonlyArray<Example> =>
  [...text.matchAll(/^ *\* ?@example\b.*?(?=^ *\* ?@[a-z]|\*\/)/gms)].flatMap(({ 0: whole, index: start }) => {
    const lineOf = (at: number): number => text.slice(0, start + at).split('\n').length
    const blocks = [...whole.matchAll(/^ *\* ?```ts\n(.*?)\n *\* ?```$/gms)]
    if (blocks.length === 0)
      throw new Error(`${file}:${lineOf(0)}: this example has no block that begins with \`\`\`ts`)
    return blocks.map(({ 1: code = '', index }) => ({
      file,
      line: lineOf(index) + 1,
      code: code.replace(/^ *\* ?/gm, ''),
    }))
  })

/** All examples under `src`. */
export const examplesOfProject = async (): Promise<ReadonlyArray<Example>> => {
  const entries = await readdir(join(project, 'src'), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.toSorted().map(async (file) => [relative(project, file), await readFile(file, 'utf8')] as const),
  )
  return texts.flatMap(([file, text]) => examplesIn(file.split(sep).join('/'), text))
}

/** A file, or one file per condition. */
type Entry = string | { readonly [condition: string]: Entry }
type Exports = Record<string, Entry>

const chosen = (entry: Entry | undefined, web: boolean): string | undefined =>
  typeof entry === 'object' ? chosen((web ? undefined : entry.node) ?? entry.default, web) : entry

/** The source file of an entry point such as `countersign/node`, so that examples need no build. */
const sourceOf = (specifier: string, exports: Exports, web: boolean): string | undefined => {
  const built = chosen(exports[`.${specifier.slice('countersign'.length)}`], web)
  return built === undefined
    ? undefined
    : resolve(project, built.replace(/^\.\/dist\/(?:modules\/)?/, 'src/').replace(/\.js$/, '.ts'))
}

/** The example as a module in `folder`, with the same line numbers as in the documentation. */
const moduleOf = ({ file, line, code }: Example, folder: string, exports: Exports): string => {
  const rewritten = code.replaceAll(
    /(\b(?:from|import)\s*\(?\s*)(['"])([^'"]+)\2/g,
    (whole, before: string, quote: string, specifier: string) => {
      const path = specifier.startsWith('.')
        ? resolve(project, dirname(file), specifier)
        : /^countersign(?:\/|$)/.test(specifier)
          ? // What is documented for the web platform is run with what it finds there.
            sourceOf(specifier, exports, /(?:^|\/)web(?:\/|\.ts$)/.test(file))
          : undefined
      if (path === undefined) return whole
      return `${before}${quote}${relative(folder, path).split(sep).join('/')}${quote}`
    },
  )
  const assert = /\bassert\b[^;\n]*\bfrom\b/.test(code) ? 'export {}' : "import assert from 'node:assert/strict'"
  return `${assert}${'\n'.repeat(line - 1)}${rewritten}\n`
}

const compilerOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, project)
  return {
    ...options,
    declaration: false,
    isolatedDeclarations: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
  }
}

export interface Checked {
  readonly example: Example
  /** The compiler's errors, with file and line. */
  readonly complaints: ReadonlyArray<string>
  /** Runs the example; rejects with file and line if it throws. */
  readonly run: () => Promise<void>
}

/** Compiles all examples in a folder under the ignored `.tmp`, which `discard` removes. */
export const check = async (
  examples: ReadonlyArray<Example>,
): Promise<{ readonly checked: ReadonlyArray<Checked>; readonly discard: () => Promise<void> }> => {
  await mkdir(join(project, '.tmp'), { recursive: true })
  const folder = await mkdtemp(join(project, '.tmp', 'examples-'))
  const { exports } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { exports: Exports }
  const paths = examples.map((_, i) => join(folder, `${i}.ts`))
  await Promise.all(examples.map((example, i) => writeFile(paths[i] as string, moduleOf(example, folder, exports))))

  const program = ts.createProgram({ rootNames: paths, options: compilerOptions() })
  const complaintsAbout = ({ file }: Example, path: string): ReadonlyArray<string> => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start, messageText }) => {
        const line = source === undefined || start === undefined ? 0 : source.getLineAndCharacterOfPosition(start).line
        return `${file}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
      },
    )
  }
  const checked = examples.map((example, i) => {
    const path = paths[i] as string
    return { example, complaints: complaintsAbout(example, path), run: () => run(example, path) }
  })
  return { checked, discard: () => rm(folder, { recursive: true }) }
}

const run = async ({ file, line }: Example, path: string): Promise<void> => {
  process.setSourceMapsEnabled(true)
  try {
    await import(pathToFileURL(path).href)
  } catch (cause) {
    // The example's line in the stack, or else its first line.
    const { message, stack = '' } = cause as Error
    const at = new RegExp(`${path.replaceAll(/[\\.]/g, '\\$&')}:(\\d+)`).exec(stack)
    throw new Error(`${file}:${at?.[1] ?? line}: ${message}`, { cause })
  }
}
