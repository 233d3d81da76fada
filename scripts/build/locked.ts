/** A lock that is a file: for tasks of several processes that must not run at once, such as the build of dist/. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'

/** Whether the process that holds the lock has ended. */
const isAbandoned = (file: string): boolean => {
  try {
    const holder = readFileSync(file, 'utf8')
    return holder !== '' && !process.kill(Number(holder), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Runs the task while no other process runs one under the lock of this file. A process that was killed leaves no lock. */
export const locked = async (file: string, task: () => Promise<void>): Promise<void> => {
  mkdirSync(dirname(file), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch {
      if (isAbandoned(file)) rmSync(file, { force: true })
      await setTimeout(50)
    }
  }
  const release = (): void => rmSync(file, { force: true })
  process.once('exit', release)
  await task().finally(() => {
    process.off('exit', release)
    release()
  })
}
