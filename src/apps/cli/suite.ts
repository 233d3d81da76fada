import { readSuite, type Suite } from '../../kit/conformance/suite.ts'
import { fileReason } from './files.ts'
import { CommandError } from './Outcome.ts'

/** The suite that came with the package. */
export const packagedSuite = (): Suite => {
  try {
    return readSuite()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      3,
      `the vectors of this installation cannot be read: ${code === undefined ? message : fileReason(error)}`,
    )
  }
}
