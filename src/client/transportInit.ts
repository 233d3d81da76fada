/** Options of fetch that mean nothing where another transport sends, as on Node: they are refused, and not ignored. */
import { wrong } from './ClientError.ts'

/** Throws a `ClientError` for the first of them. */
export const checkInit = (init: object | undefined): void => {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(init ?? {}))
  const lost = ['dispatcher', 'integrity'].find((name) => given.get(name))
  if (lost !== undefined)
    throw wrong(
      `${lost} is an option of fetch, but this client does not send by fetch; give createClient the option fetch`,
    )
}
