/**
 * Writing to standard output and standard error.
 */
import { CommandError } from './Outcome.ts'
import type { Output, World } from './World.ts'

/** Without a listener, a reader that closes the pipe (`| head`) would end the process with a stack trace. `write` reports each error. */
export const surviveClosedPipes = ({ stdout, stderr }: World): void => {
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
}

/** Resolves when the stream has taken the content, or when its reader has gone. */
export const write = (stream: Output, content: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(content, (error) => {
      const { code } = (error ?? {}) as NodeJS.ErrnoException
      if (code === undefined || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve()
      else reject(new CommandError(3, `the output cannot be written: the system says ${code}`))
    })
  })
