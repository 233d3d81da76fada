/** The workflows for GitHub, by actionlint; and the files of a release, made by the step that makes them there. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage } from '../support/builtPackage.ts'
import { lastingFolder } from '../support/folder.ts'
import { runIn } from '../support/project.ts'
import { assert, byTurns, needs, suite } from '../support/suite.ts'

const workflows = suite('the workflows')

/** A module of Go, fetched and compiled. */
const actionlint = 'go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.7'

byTurns(5, needs('go', workflows))('have no fault that actionlint knows', async () => {
  const names = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`)
  assert.ok(names.length >= 2)
  const { code, output } = await runIn('.', `${actionlint} -shellcheck= -pyflakes= ${names.join(' ')}`)
  assert.is(code, 0, output)
})

workflows('name each action by a commit, with its version beside it', () => {
  for (const name of readdirSync('.github/workflows')) {
    const text = readFileSync(`.github/workflows/${name}`, 'utf8')
    for (const [line, action = ''] of text.matchAll(/uses: (\S+).*/g))
      if (!action.startsWith('./')) assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name)
  }
})

workflows('run files that are there', () => {
  for (const name of readdirSync('.github/workflows')) {
    const text = readFileSync(`.github/workflows/${name}`, 'utf8')
    for (const [, file = ''] of text.matchAll(/(?:run: |\s)(\.?[\w/]+\/(?:run|\w+\.ts|\w+\.mjs))\b/g))
      assert.ok(existsSync(file), `${name}: ${file}`)
  }
})

byTurns(5, workflows)('of a release makes the tarball, its parts, the archive and their sums', async () => {
  await buildPackage({ types: true })
  const folder = join(lastingFolder(), 'release')
  const { code, output } = await runIn('.', `node --import ./scripts/typescript.mjs scripts/release.ts files ${folder}`)
  assert.is(code, 0, output)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = readdirSync(folder).toSorted()
  assert.equal(names, [
    'SHA256SUMS',
    `countersign-${version}.tgz`,
    'countersign-vectors-1.0.0.tar.gz',
    'notes.md',
    'sbom.json',
    'tag.txt',
  ])
  for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    assert.is(
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
      sum,
      name,
    )
  }
  const tag = readFileSync(join(folder, 'tag.txt'), 'utf8').trim()
  const published = join(folder, `countersign-${version}.tgz`)
  const dry = await runIn('.', `npm publish --dry-run --ignore-scripts --tag ${tag} ${published}`)
  assert.is(dry.code, 0, dry.output)
})
