/** The options of a program that writes them as GNU programs do. */
import { textOf } from '../Received.ts'
import type { Word } from './shellWords.ts'

/** An option as it is given in a command; what is no option has no name. */
export interface ProgramOption {
  readonly name: string
  /** Empty if it has none. */
  readonly value: string
  /** Where its word begins in the text, in bytes. */
  readonly offset: number
}

/** `--name=value`, `--name value`, and letters without a value, which may stand in one word. */
export const optionsIn = (words: ReadonlyArray<Word>, withArgument: RegExp): ReadonlyArray<ProgramOption> => {
  const options: Array<ProgramOption> = []
  for (let i = 0; i < words.length; i++) {
    const { bytes, offset } = words[i] as Word
    const word = textOf(bytes)
    const [, name, value] = /^(--[a-z-]+)=([\s\S]*)$/.exec(word) ?? []
    const next = words[i + 1]
    if (!/^-./.test(word)) options.push({ name: '', value: word, offset })
    else if (name !== undefined) options.push({ name, value: value ?? '', offset })
    else if (withArgument.test(word)) {
      options.push({ name: word, value: next === undefined ? '' : textOf(next.bytes), offset })
      i++
    } else
      for (const each of /^-[a-zA-Z]+$/.test(word) ? [...word.slice(1)].map((c) => `-${c}`) : [word])
        options.push({ name: each, value: '', offset })
  }
  return options
}
