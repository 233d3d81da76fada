// A release, step by step. The workflow `.github/workflows/release.yml` calls the last two.
//
//     npm version 1.0.0-rc.1      raises the version; npm runs `release.ts head`, which heads the documents with it, and keeps the
//                                 public interface for the next comparison
//     release.ts check v1.0.0     fails, with what to do, unless everything names this version
//     release.ts files FOLDER     makes what is published: the tarball, sbom.json, the archive of the vectors, SHA256SUMS,
//                                 notes.md with the words of the release, and tag.txt with npm's tag
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  datedChangelog,
  hasSection,
  newestSection,
  npmTag,
  releaseFaults,
  supportedVersions,
} from './release/changes.ts'
import { releasedInterface, surfaceOf, writeSurface } from './release/surface.ts'

const textOf = (file: string): string => readFileSync(file, 'utf8')

const { version, repository } = JSON.parse(textOf('package.json'))

/** Heads CHANGELOG.md and SECURITY.md with the version, keeps the public interface, and puts all three into npm's commit. */
const headDocuments = (): void => {
  const day = new Date().toISOString().slice(0, 10)
  const changelog = datedChangelog(textOf('CHANGELOG.md'), version, day)
  if (!hasSection(changelog, version))
    throw new Error(`CHANGELOG.md has no section of ${version}: put "## NEXT (unreleased)" above what is new`)
  writeFileSync('CHANGELOG.md', changelog)
  writeFileSync('SECURITY.md', supportedVersions(textOf('SECURITY.md'), version))
  writeFileSync(releasedInterface, writeSurface(surfaceOf(textOf('spec/project/declarations.txt'))))
  execFileSync('git', ['add', 'CHANGELOG.md', 'SECURITY.md', releasedInterface])
}

const check = (tag: string): void => {
  const faults = releaseFaults(tag, {
    version,
    lockedVersion: JSON.parse(textOf('package-lock.json')).version,
    changelog: textOf('CHANGELOG.md'),
    security: textOf('SECURITY.md'),
    repository: repository?.url,
  })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

const run = (command: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] })

const makeFiles = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run('npm', 'run', 'build')
  run('npm', 'pack', '--ignore-scripts', '--pack-destination', folder)
  writeFileSync(join(folder, 'sbom.json'), run('npm', 'run', '--silent', 'evidence', '--', 'sbom'))
  run('npm', 'run', '--silent', 'vectors', '--', 'archive')
  for (const name of readdirSync('dist').filter((name) => name.endsWith('.tar.gz')))
    copyFileSync(join('dist', name), join(folder, name))
  writeFileSync(join(folder, 'notes.md'), `${newestSection(textOf('CHANGELOG.md'))?.words ?? ''}\n`)
  writeFileSync(join(folder, 'tag.txt'), `${npmTag(version)}\n`)
  const sums = readdirSync(folder)
    .filter((name) => /gz$|^sbom/.test(name))
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  for (const name of readdirSync(folder)) console.log(join(folder, name))
}

const [verb, argument] = process.argv.slice(2)
if (verb === 'head') headDocuments()
else if (verb === 'check' && argument !== undefined) check(argument)
else if (verb === 'files' && argument !== undefined) makeFiles(argument)
else {
  console.error('release.ts head | check TAG | files FOLDER')
  process.exitCode = 2
}
