/** The peak memory of a Node process, as the process reports at its end. */
import { execFileSync } from 'node:child_process'

/** The last statement of a measured program. */
export const tellPeak = 'console.log(process.resourceUsage().maxRSS)'

/**
 * Runs an ES module from its text and answers its peak in MB of 1,048,576 bytes. A shell starts it, because Linux includes the
 * forking parent's memory in a process's peak, and a shell has little.
 */
export const peakOf = (program: string, argument = ''): number => {
  const node = [process.execPath, '--input-type=module', '-e', program, argument]
  // The trailing command keeps the shell from replacing itself. Without NODE_OPTIONS, which may load anything.
  const kilobytes = execFileSync('/bin/sh', ['-c', '"$0" "$@"; exit $?', ...node], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return Number(kilobytes) / 1024
}
