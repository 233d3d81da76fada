/**
 * A command as the kernel keeps it, in /proc/PID/cmdline: a zero byte follows each argument.
 *
 *     curl NUL -X NUL POST NUL https://api.example/v1/jobs NUL      →      'curl' '-X' 'POST' 'https://api.example/v1/jobs'
 *
 * Texts have one character for each byte.
 */
import { shellQuoted } from './curlCommand.ts'

const programAtHead = /^(?:[^\s\0]{0,4096}\/)?(curl|wget|https?|xhs?)\0/

/** The command as a shell reads it. Undefined if the text is no such list of arguments. */
export const argumentsOfProcess = (text: string): string | undefined => {
  const [, program] = programAtHead.exec(text) ?? []
  if (program === undefined) return undefined
  const [, ...given] = text.replace(/\0\n?$/, '').split('\0')
  return [program, ...given.map(shellQuoted)].join(' ')
}
