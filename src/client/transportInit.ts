/** Refuses options of fetch that a client ignores if it sends by another transport than fetch, as on Node. */
import { wrong } from './ClientError.ts'

/** Throws a `ClientError` for the first such option that is set. */
export const checkInit = (init: object | undefined): void => {
  const options: ReadonlyMap<string, unknown> = new Map(Object.entries(init ?? {}))
  const ignoredOption = ['dispatcher', 'integrity'].find((option) => options.get(option))
  if (ignoredOption !== undefined)
    throw wrong(
      `${ignoredOption} is an option of fetch, but this client does not send by fetch; give createClient a fetch`,
    )
}
