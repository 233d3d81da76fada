// The archive of a suite: the same bytes on every machine. ustar (POSIX.1-1988) by hand, since it takes 20 lines.
import { gzipSync } from 'fflate'
import { sumsOf } from '../../src/kit/conformance/archived.ts'

export interface File {
  /** With `/` between folders; at most 100 characters of ASCII. */
  readonly name: string
  readonly content: Uint8Array
}

const block = 512

/** 1980-01-01: unzippers and make dislike 1970. */
const mtime = 315_532_800

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

const header = (name: string, size: number): Buffer => {
  if (!/^[!-~]{1,100}$/.test(name)) throw new Error(`${name}: an archived name has 1 to 100 visible ASCII characters`)
  const made = Buffer.alloc(block)
  const fields = [octal(0o644, 8), octal(0, 8), octal(0, 8), octal(size, 12), octal(mtime, 12), ' '.repeat(8), '0']
  made.write(name)
  made.write(fields.join(''), 100)
  made.write('ustar\x0000', 257)
  const sum = made.reduce((total, byte) => total + byte, 0)
  made.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return made
}

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

/** A `.tar.gz` of these files and their `SHA256SUMS`, in one folder. */
export const archive = (folder: string, files: ReadonlyArray<File>): Uint8Array => {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1))
  const sums = sumsOf(sorted.map(({ name, content }) => [name, content]))
  const all = [...sorted, { name: 'SHA256SUMS', content: Buffer.from(sums) }]
  const entries = all.flatMap(({ name, content }) => [
    header(`${folder}/${name}`, content.length),
    content,
    padding(content.length),
  ])
  // Each version of zlib chooses other bytes; this one is pinned.
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]), { mtime: 0, level: 9 })
}
