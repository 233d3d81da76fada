// The notices of bundled packages, for whatever is given away: licenses.txt of the package, and the page.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** Their licences ask that the notices travel with the code, and bundling leaves them behind. */
export const noticesOf = (metafiles: ReadonlyArray<Metafile>): string => {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs))
  const packages = inputs.map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0])
  return [...new Set(packages)]
    .filter((directory) => directory !== undefined)
    .sort()
    .map(noticeIn)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const noticeIn = (directory: string): string => {
  const licence = readdirSync(directory).find((name) => /^licen[cs]e/i.test(name))
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return `${name} ${version} (${license})\n\n${licence ? readFileSync(join(directory, licence), 'utf8').trim() : ''}\n`
}
