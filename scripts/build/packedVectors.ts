// dist/vectors.br: the files of the suite in one. `flat.jsonl` is made of the others when it is read.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

/** `isSmall` takes seconds. */
export const packedVectors = (isSmall: boolean): void => {
  const names = ['', 'schema/'].flatMap((sub) => readdirSync(`vectors/${sub}`).map((name) => `${sub}${name}`))
  const files = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(`vectors/${name}`, 'utf8')])
  const text = JSON.stringify(Object.fromEntries(files.toSorted()))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isSmall ? 11 : 5,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  writeFileSync('dist/vectors.br', brotliCompressSync(text, { params }))
}
