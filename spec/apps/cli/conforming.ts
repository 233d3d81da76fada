/**
 * Shared by the specs of `countersign conform`.
 */
import { join, resolve } from 'node:path'
import { misbehaving } from '../../kit/conformance/ports/misbehaving.ts'
import { countersign, type Ended, ourPort, read } from './command.ts'

export const cases = (...ids: ReadonlyArray<string>): ReadonlyArray<string> => ids.flatMap((id) => ['--case', id])

/** Without the lines that a run of more than ten seconds writes: a busy machine takes so long. */
export const conform = async (
  options: ReadonlyArray<string>,
  port: ReadonlyArray<string> = ourPort(),
): Promise<Ended> => {
  const generated = options.includes('--generated') ? [] : ['--generated', '0']
  const ended = await countersign(['conform', ...generated, ...options, '--', ...port])
  return { ...ended, err: ended.err.replace(/^(?:\d+ of \d+(?:, \d+ wrong)?|nothing is answered yet), \d+ s\n/gm, '') }
}

/** The ports read the vectors from the working directory of the specs, which a run changes. */
const root = resolve('.')
export const wrongPort = (mode: string, ...more: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = '', script = '', ...rest] = misbehaving(mode, ...more)
  return ['sh', '-c', 'cd "$0" && exec "$@"', root, node, join(root, script), ...rest]
}

export const namesIn = (folder: string): ReadonlyArray<string> =>
  JSON.parse(read(join(folder, 'report.json'))).ports.map(({ name }: { name: string }) => name)
