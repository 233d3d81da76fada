/** TypeDoc and MiniSearch, which only `npm run docs` needs. They bring the compiler that the project has. */
import { installedTools } from '../../spec/support/installedTools.ts'

/** A part of a text in Markdown. */
export interface Text {
  readonly kind: 'text'
  text: string
}

/** The project, a module, or a namespace in one. */
export interface Module {
  name: string
  comment?: unknown
  readonly readme?: ReadonlyArray<Text>
  readonly documents?: ReadonlyArray<Document>
  readonly children?: ReadonlyArray<Module>
}

export interface Document {
  name: string
  readonly content: ReadonlyArray<Text>
  readonly frontmatter: { group?: string }
}

/** What is used of TypeDoc. */
export interface Typedoc {
  readonly Comment: new (parts: ReadonlyArray<Text>) => unknown
  readonly Application: { readonly bootstrap: (options: object) => Promise<Application> }
}

export interface Application {
  readonly converter: { on(event: 'resolveBegin', told: (context: { readonly project: Module }) => void): void }
  readonly logger: { hasErrors(): boolean; hasWarnings(): boolean }
  convert(): Promise<Module | undefined>
  validate(project: Module): void
  generateOutputs(project: Module): Promise<void>
}

/** `folder` is where both are installed. */
export const typedoc = async (): Promise<Typedoc & { readonly folder: string }> => {
  const { folder, load } = await installedTools('scripts/docs/tools')
  return { folder, ...(await load<Typedoc>('typedoc')) }
}
