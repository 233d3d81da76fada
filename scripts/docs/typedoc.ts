/** TypeDoc, which only `npm run docs` needs: no dependency of the project. It brings the compiler that the project has. */
import { installedTools } from '../../spec/support/installedTools.ts'

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

export const typedoc = async (): Promise<Typedoc> => (await installedTools('scripts/docs/tools')).load('typedoc')
