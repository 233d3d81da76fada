// The corpus of a target: one input a line, as a JSON string whose characters are the bytes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fileOf = (target: string): string =>
  fileURLToPath(new URL(`../../../spec/fuzz/corpus/${target}.jsonl`, import.meta.url))

export const readCorpus = (target: string): ReadonlyArray<Uint8Array> => {
  const file = fileOf(target)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => new Uint8Array(Buffer.from(JSON.parse(line), 'latin1')))
}

const lineOf = (bytes: Uint8Array): string =>
  JSON.stringify(Buffer.from(bytes).toString('latin1')).replace(
    /[\u007f-\u00ff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const writeCorpus = (target: string, inputs: ReadonlyArray<Uint8Array>): void =>
  writeFileSync(fileOf(target), [...new Set(inputs.map(lineOf))].map((line) => `${line}\n`).join(''))
