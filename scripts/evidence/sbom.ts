// The parts of the published package, as a CycloneDX list on standard output: the packages whose code the build has put into
// its files. npm installs no others with it. `npm sbom --omit dev` would name none.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buildPackage } from '../../spec/support/builtPackage.ts'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly properties: ReadonlyArray<{ readonly name: string }>
}
interface Sbom {
  readonly metadata: { readonly component: Component }
  readonly components: ReadonlyArray<Component>
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: ReadonlyArray<string> }>
}

/** `fp-ts@2.16.11` for each package that a file of the build comes from. */
const bundled = async (): Promise<ReadonlyArray<string>> => {
  await buildPackage()
  const notices = readFileSync('dist/licenses.txt', 'utf8')
  return [...notices.matchAll(/^(?:-{80}\n\n)?([@\w/.-]+) (\d\S*) \(.*\)\n\n/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  )
}

/** All that is locked, also for development. */
const locked = (): Sbom => {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=library', '--package-lock-only', '--loglevel=error']
  return JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }))
}

const { name } = JSON.parse(readFileSync('package.json', 'utf8'))
const all = locked()
const root = all.metadata.component
const parts = new Set(await bundled())

const shipped: Sbom = {
  ...all,
  // npm names the project after its folder.
  metadata: { ...all.metadata, component: { ...root, name } },
  components: all.components
    .filter((component) => parts.has(component['bom-ref']))
    .map((component) => ({
      ...component,
      // Its code is in the package, whatever npm installs it for.
      properties: component.properties.filter((property) => property.name !== 'cdx:npm:package:development'),
    })),
  dependencies: all.dependencies
    .filter(({ ref }) => ref === root['bom-ref'] || parts.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => parts.has(each)) })),
}
console.log(JSON.stringify(shipped, null, 2))
