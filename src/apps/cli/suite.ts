/**
 * The suite of vectors that came with the package, for the commands: what cannot be read of it ends a command with exit code 3 and
 * words, for the installation is at fault and not the caller.
 */
import { checkFiles, packagedFiles, readSuite, type Suite } from '../../kit/conformance/suite.ts'
import { fileReason } from './files.ts'
import { CommandError } from './Outcome.ts'

/** What came with the package. */
export const readable = <A>(read: () => A): A => {
  try {
    return read()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      3,
      `the vectors of this installation cannot be read: ${code === undefined ? message : fileReason(error)}`,
    )
  }
}

export const packagedSuite = (): Suite => readable(readSuite)

/** The text of each of its files, by name. */
export const suiteFiles = (): ReadonlyMap<string, string> =>
  readable(() => {
    const files = packagedFiles()
    for (const { problem } of checkFiles(files)) if (problem !== undefined) throw new Error(problem)
    return files
  })
