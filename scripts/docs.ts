// `npm run docs`: one site in dist/docs/: the guides, the reference of every entry point, and a search over both. It needs no
// network and no server. A link that leads nowhere, or an export without words, is a failure.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { inspectorPage } from '../src/apps/cli/inspectorPage.ts'
import { fileComment } from './docs/comments.ts'
import { entryPoints } from './docs/entryPoints.ts'
import { guides, taskNames, taskOf } from './docs/guides.ts'
import { placeOfSection } from './docs/keywords.ts'
import { brokenLinks, front, mended, sectionsOf } from './docs/pages.ts'
import { srcReader } from './docs/reachable.ts'
import { type Module, typedoc } from './docs/typedoc.ts'
import { colors } from './terminal.ts'

const out = 'dist/docs'
const entries = entryPoints()
const started = performance.now()

const { folder, Application, Comment } = await typedoc()
const script = '.tmp/site.js'
await build({
  entryPoints: ['scripts/docs/site.ts'],
  outfile: script,
  bundle: true,
  minify: true,
  format: 'iife',
  // package.json says that no module has side effects, and these two are nothing else.
  ignoreAnnotations: true,
  nodePaths: [join(folder, 'node_modules')],
})
const name = `countersign ${JSON.parse(readFileSync('package.json', 'utf8')).version}`
const [readme, ...projectDocuments] = guides()
const app = await Application.bootstrap({
  name,
  // Where Node has a module of its own, that one is documented: the other exports no more.
  entryPoints: entries.map(({ modules: [module] }) => `src/${module}.ts`),
  tsconfig: 'src/tsconfig.build.json',
  readme,
  projectDocuments,
  out,
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  sort: ['source-order'],
  router: 'structure',
  navigation: { includeFolders: false, includeGroups: true },
  locales: { en: { kind_plural_module: 'Reference' } },
  navigationLeaves: entries.map(({ name }) => name),
  githubPages: false,
  // TypeDoc's own, and the language of wrangler.toml.
  highlightLanguages: ['bash', 'console', 'css', 'html', 'javascript', 'json', 'yaml', 'tsx', 'typescript', 'toml'],
  sortEntryPoints: false,
  groupOrder: [
    ...taskNames,
    'Reference',
    'Namespaces',
    'Functions',
    'Variables',
    'Classes',
    'Interfaces',
    'Type Aliases',
  ],
  hideGenerator: true,
  customCss: 'scripts/docs/pages.css',
  customJs: script,
  skipErrorChecking: true,
  validation: { notExported: false, invalidLink: true, invalidPath: true, notDocumented: true, rewrittenLink: true },
  requiredToBeDocumented: ['Function', 'Class', 'Variable'],
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
})

const { exportsOf } = srcReader()
const describe = (reflection: Module, module: string): void => {
  const text = fileComment(readFileSync(`src/${module}.ts`, 'utf8'))
  if (text !== undefined) reflection.comment ??= new Comment([{ kind: 'text', text }])
}

/** What every branded type has, with words that need not be written anew in each. */
const instances: Readonly<Record<string, string>> = {
  rule: 'What a value may be, in words and as a check.',
  codec: 'The io-ts codec of the type.',
  maxLength: 'How many characters a value may have.',
  Eq: 'Equality, for fp-ts.',
  Ord: 'The order of values, for fp-ts.',
  Show: 'What may be shown of a value, which is nothing secret, for fp-ts.',
}

const titleOf = (text: string): string => /^# (.*)/.exec(text)?.[1] ?? ''
const pathOf = new Map(projectDocuments.map((path) => [titleOf(readFileSync(path, 'utf8')), path]))

/** `server/node` is called `countersign/server`, as it is imported. */
const names = new Map(
  entries.map(({ name, modules: [module = ''] }) => [module.replace(/\/index$/, ''), { name, module }]),
)
app.converter.on('resolveBegin', ({ project }) => {
  // The page has its title already.
  for (const part of project.readme ?? []) part.text = part.text.replace(/^# .*\n/, '')
  for (const document of project.documents ?? []) {
    document.name = titleOf(document.content[0]?.text ?? '')
    document.frontmatter.group = taskOf(pathOf.get(document.name) ?? '')
  }
  for (const reflection of project.children ?? []) {
    const entry = names.get(reflection.name)
    if (entry === undefined) continue
    reflection.name = entry.name
    describe(reflection, entry.module)
    const exported = exportsOf(entry.module)
    for (const member of reflection.children ?? []) {
      const whole = exported.get(member.name)
      if (whole?.name === '*') describe(member, whole.module)
      for (const one of member.children ?? []) {
        const text = instances[one.name]
        if (text !== undefined) one.comment ??= new Comment([{ kind: 'text', text }])
      }
    }
  }
})

const project = await app.convert()
if (project !== undefined) app.validate(project)
rmSync(out, { recursive: true, force: true })
if (project !== undefined) await app.generateOutputs(project)

// The files that guides link to. A browser shows text, and takes .ts for a film.
for (const file of readdirSync(join(out, 'media')))
  if (file.endsWith('.ts')) renameSync(join(out, 'media', file), join(out, 'media', `${file}.txt`))

const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
const pages = new Map(
  files.map((file) => {
    const whole = mended(readFileSync(join(out, file), 'utf8'))
    const html = file === 'index.html' ? front(whole) : whole
    writeFileSync(join(out, file), html)
    return [file, html] as const
  }),
)
const titles = [name, ...pathOf.keys()]
const sections = sectionsOf(pages, titles)
const seenGuides = new Set<string>()
const placed = sections.map((section) => {
  const path = pathOf.get(section.page)
  if (!section.isGuide || path === undefined) return section
  const isFirst = !seenGuides.has(path)
  seenGuides.add(path)
  const place = placeOfSection(path, section.url.split('#')[1] ?? '', isFirst)
  return place === undefined ? section : { ...section, place }
})
writeFileSync(join(out, 'assets/search.js'), `window.sections = ${JSON.stringify(placed)}`)

writeFileSync(join(out, 'inspector.html'), inspectorPage('dist'))

const broken = brokenLinks(pages)
for (const link of broken) console.log(`leads nowhere: ${link}`)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
if (project === undefined || broken.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings()) {
  console.log(`${colors.red('✘')} ${out}/: see the warnings above; ${seconds} s`)
  process.exit(1)
}
console.log(
  `${colors.green('✓')} ${out}/index.html: ${entries.length} entry points on ${pages.size} pages in ${seconds} s`,
)
