/** How much memory a Node process takes at its peak, as it tells itself at its end. */
import { execFileSync } from 'node:child_process'

/** The last thing that a program does which is measured. */
export const tellPeak = 'console.log(process.resourceUsage().maxRSS)'

/**
 * Runs an ES module from its text and answers its peak in MB of 1,048,576 bytes. A shell stands between, for Linux counts
 * with a process what its parent held when it was forked, even after it has become another program; a shell holds little.
 */
export const peakOf = (program: string, argument = ''): number => {
  const node = [process.execPath, '--input-type=module', '-e', program, argument]
  // What follows the command keeps the shell from becoming the command. Without NODE_OPTIONS, which may load anything.
  const kilobytes = execFileSync('/bin/sh', ['-c', '"$0" "$@"; exit $?', ...node], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return Number(kilobytes) / 1024
}
