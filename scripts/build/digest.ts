/** The digest of sources, by which a build sees whether dist/ was made of the same ones. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const filesIn = (path: string): ReadonlyArray<string> =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))

/** Of the names and bytes of these files and of all in these folders, and of a version of what reads them. */
export const digestOf = (paths: ReadonlyArray<string>, version: string): string => {
  const digest = createHash('sha256').update(version)
  for (const path of paths.flatMap(filesIn)) digest.update(`\n${path}\n`).update(readFileSync(path))
  return digest.digest('hex')
}
