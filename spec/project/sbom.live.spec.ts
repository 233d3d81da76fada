/** `npm run evidence -- sbom`: the list of what is shipped. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { assert, suite } from '../support/suite.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes: ReadonlyArray<{ readonly alg: string; readonly content: string }>
  readonly licenses: ReadonlyArray<object>
}

const { name, version, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>
}
const text = execFileSync('npm', ['run', '--silent', 'evidence', '--', 'sbom'], { encoding: 'utf8' })
const bom = JSON.parse(text) as {
  readonly bomFormat: string
  readonly metadata: { readonly component: Component }
  readonly components: ReadonlyArray<Component>
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: ReadonlyArray<string> }>
}
const names = bom.components.map((component) => component.name)

const sbom = suite('the SBOM')

sbom('is CycloneDX, of this package in this version', () => {
  assert.is(bom.bomFormat, 'CycloneDX')
  const { component } = bom.metadata
  assert.equal([component.name, component.version, component.purl], [name, version, `pkg:npm/${name}@${version}`])
})

/** Packages whose code is in the published files. */
const bundled = [
  '@noble/hashes',
  'diff',
  'fast-check',
  'fastest-levenshtein',
  'fp-ts',
  'io-ts',
  'picocolors',
  'prom-client',
  'pure-rand',
]

sbom('lists what is bundled', () => {
  assert.equal(names.toSorted(), bundled)
})

sbom('lists neither frameworks nor stores, which the user chooses', () => {
  const chosen = Object.keys(peerDependencies).filter((peer) => !bundled.includes(peer))
  for (const peer of chosen) assert.not(names.includes(peer), peer)
})

sbom('has the locked version, its hash and its licence for each', () => {
  for (const { name, version, hashes, licenses } of bom.components) {
    const locked = packages[`node_modules/${name}`]
    assert.is(version, locked?.version, name)
    const sha512 = `sha512-${Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')}`
    assert.equal([hashes[0]?.alg, sha512], ['SHA-512', locked?.integrity], name)
    assert.is(licenses.length, 1, name)
  }
})

sbom('has a graph without loose ends', () => {
  const refs = [name, ...names].map((each) =>
    each === name ? `${name}@${version}` : `${each}@${packages[`node_modules/${each}`]?.version}`,
  )
  assert.equal(bom.dependencies.map(({ ref }) => ref).toSorted(), refs.toSorted())
  for (const { dependsOn } of bom.dependencies) for (const ref of dependsOn) assert.ok(refs.includes(ref), ref)
})

sbom('tells nothing of the machine that made it', () => {
  assert.not.match(text, process.cwd())
  assert.not.match(text, '"cdx:npm:package:development"')
})
