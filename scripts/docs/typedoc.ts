/** TypeDoc, which only `npm run docs` needs: no dependency of the project. It brings the compiler that the project has. */
import { readFileSync } from 'node:fs'
import { toolbox } from '../toolbox.ts'

/** What is used of it. */
export interface Typedoc {
  readonly Comment: new (parts: ReadonlyArray<{ readonly kind: 'text'; readonly text: string }>) => unknown
  readonly Application: {
    readonly bootstrap: (options: Readonly<Record<string, unknown>>) => Promise<Application>
  }
}

/** A module, or a namespace in one. */
export interface Module {
  name: string
  comment?: unknown
  readonly children?: ReadonlyArray<Module>
}

export interface Project {
  readonly children?: ReadonlyArray<Module>
}

export interface Application {
  readonly converter: {
    readonly on: (event: 'resolveBegin', told: (context: { readonly project: Project }) => void) => void
  }
  readonly logger: { readonly hasErrors: () => boolean; readonly hasWarnings: () => boolean }
  readonly convert: () => Promise<Project | undefined>
  readonly validate: (project: Project) => void
  readonly generateOutputs: (project: Project) => Promise<void>
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

export const typedoc = async (): Promise<Typedoc> => {
  const { load } = await toolbox('docs', { typedoc: '0.28.20', typescript: manifest.devDependencies.typescript })
  return load<Typedoc>('typedoc')
}
