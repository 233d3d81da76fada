// `npm run docs`: the API documentation in dist/docs/, from the docstrings of every entry point. Its pages need no network.
// A link that leads nowhere, or anything exported that has no words, is a failure.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pc from 'picocolors'
import { entryPoints } from './docs/entryPoints.ts'
import { fileComment } from './docs/fileComment.ts'
import { reader } from './docs/reachable.ts'
import { type Module, typedoc } from './docs/typedoc.ts'

const out = 'dist/docs'
const entries = entryPoints()
const { green, red } = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)
const started = performance.now()

const { Application, Comment } = await typedoc()
const app = await Application.bootstrap({
  name: 'countersign',
  // Where Node has a module of its own it is the one that is documented: the other exports no more.
  entryPoints: entries.map(({ modules: [module] }) => `src/${module}.ts`),
  tsconfig: 'src/tsconfig.build.json',
  readme: 'README.md',
  projectDocuments: ['SECURITY.md', 'CHANGELOG.md'],
  out,
  includeVersion: true,
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  sort: ['source-order'],
  router: 'structure',
  navigation: { includeFolders: false },
  githubPages: false,
  sortEntryPoints: false,
  groupOrder: ['Namespaces', 'Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases'],
  hideGenerator: true,
  customCss: 'scripts/docs/pages.css',
  skipErrorChecking: true,
  validation: { notExported: false, invalidLink: true, invalidPath: true, notDocumented: true, rewrittenLink: true },
  requiredToBeDocumented: ['Function', 'Class', 'Variable'],
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
})

const { exportsOf } = reader()
const describe = (reflection: Module, module: string): void => {
  const text = fileComment(readFileSync(`src/${module}.ts`, 'utf8'))
  if (text !== undefined) reflection.comment ??= new Comment([{ kind: 'text', text }])
}

/** `server/node` is called `countersign/server`, as it is imported. */
const names = new Map(
  entries.map(({ name, modules: [module = ''] }) => [module.replace(/\/index$/, ''), { name, module }]),
)
app.converter.on('resolveBegin', ({ project }) => {
  for (const reflection of project.children ?? []) {
    const entry = names.get(reflection.name)
    if (entry === undefined) continue
    reflection.name = entry.name
    describe(reflection, entry.module)
    const exported = exportsOf(entry.module)
    for (const member of reflection.children ?? []) {
      const whole = exported.get(member.name)
      if (whole?.name === '*') describe(member, whole.module)
    }
  }
})

const project = await app.convert()
if (project !== undefined) app.validate(project)
rmSync(out, { recursive: true, force: true })
if (project !== undefined) await app.generateOutputs(project)

const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
for (const page of pages) {
  // Icons are in each page by a script. In a page that is opened as a file, browsers refuse those of another file.
  const html = readFileSync(join(out, page), 'utf8')
  writeFileSync(join(out, page), html.replaceAll(/<use href="[^"#]*icons\.svg#/g, '<use href="#'))
}

const seconds = ((performance.now() - started) / 1000).toFixed(1)
if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings()) {
  console.log(`${red('✘')} ${out}/: see the warnings above; ${seconds} s`)
  process.exit(1)
}
console.log(`${green('✓')} ${out}/index.html: ${entries.length} entry points on ${pages.length} pages in ${seconds} s`)
