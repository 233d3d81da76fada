/**
 * Values of the header under each other's names: a format with its arguments in another order.
 *
 *     nonce_str=1700000000,timestamp=5f0c9d0e…     the nonce and the timestamp are exchanged
 *     app_id=5f0c9d0e…,nonce_str=app-1             the app id and the nonce are exchanged, if an app has the id app-1
 */
import type { HeaderFault, Key, Reading } from './readHeader.ts'

/** Seconds or milliseconds of our time. */
const time = /^\d{10}(?:\d{3})?$/

/** A nonce that is no time: no digits alone, and no date. */
const noTime = /^(?!\d+$)(?!\d{4}-\d\d)[0-9A-Za-z-]{8,128}$/

/** The reading with exchanged values where they belong, and a fault that names them. `appIds`: those of known apps. */
export const withoutSwap = (reading: Reading, appIds: ReadonlyArray<string>): Reading => {
  const { app_id: apps, nonce_str: nonces, timestamp: times } = reading.values
  if (apps.length > 1 || nonces.length > 1 || times.length > 1) return reading
  const [appId] = apps
  const [nonce] = nonces
  const [timestamp] = times
  if (nonce !== undefined && timestamp !== undefined && time.test(nonce) && noTime.test(timestamp))
    return swapped(reading, 'nonce_str', 'timestamp')
  if (appId === undefined || appIds.includes(appId)) return reading
  if (nonce !== undefined && appIds.includes(nonce)) return swapped(reading, 'app_id', 'nonce_str')
  return timestamp !== undefined && appIds.includes(timestamp) && time.test(appId)
    ? swapped(reading, 'app_id', 'timestamp')
    : reading
}

const swapped = (reading: Reading, one: Key, other: Key): Reading => {
  const fault: HeaderFault = {
    id: 'header-key-name',
    detail: `${one} and ${other} exchanged`,
    offset: reading.items.find(({ key }) => key === one)?.offset ?? 0,
    telling: {
      what: `The header has the value of ${other} under ${one}, and the value of ${one} under ${other}.`,
      remedy: `Exchange the values of ${one} and ${other}.`,
    },
  }
  const { values } = reading
  return {
    ...reading,
    values: { ...values, [one]: values[other], [other]: values[one] },
    faults: [fault, ...reading.faults],
  }
}
