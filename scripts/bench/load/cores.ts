/**
 * Which cores a process may use, as Linux lists them.
 */
import { readFileSync } from 'node:fs'

/** `0-2,5` is 0, 1, 2 and 5. */
export const parse = (list: string): ReadonlyArray<number> =>
  [...list.matchAll(/(?<=^|,)(\d+)(?:-(\d+))?(?=,|$)/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, i) => Number(from) + i),
  )

/** None where this cannot be known. */
export const allowed = (): ReadonlyArray<number> => {
  try {
    return parse(/^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '')
  } catch {
    return []
  }
}
