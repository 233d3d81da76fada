/**
 * Nonces that a caller made of its clock twice, once to sign and once to send: `1700000000824` was signed, and `1700000000905` arrived.
 */
import { withoutAtEnd } from '../Received.ts'
import type { Form } from './Respelling.ts'

/** A unit in which a program reads its clock. */
interface Unit {
  readonly name: string
  readonly perSecond: number
  /** So many neighbours are tried on each side. */
  readonly neighbours: number
}

/** Finer clocks are read again within fewer seconds, or no search would end. */
const units: ReadonlyArray<Unit> = [
  { name: 's', perSecond: 1, neighbours: 2 },
  { name: 'ms', perSecond: 1e3, neighbours: 2000 },
  { name: 'µs', perSecond: 1e6, neighbours: 2000 },
  { name: 'ns', perSecond: 1e9, neighbours: 2000 },
]

/** A nonce within a day of the timestamp is one of the clock, also of the clock of a zone. */
const secondsOfDay = 86_400

/** The unit in which this nonce is the time of the request. Undefined if it is not. */
const unitOf = (nonce: string, timestamp: string): Unit | undefined => {
  if (!/^\d{10,20}$/.test(nonce) || !/^\d{9,11}$/.test(timestamp)) return undefined
  return units.find(({ perSecond }) => Math.abs(Number(nonce) / perSecond - Number(timestamp)) <= secondsOfDay)
}

/** Clocks of fewer digits than their unit has: their nonces end with zeros. */
const stepOf = (nonce: string, { perSecond }: Unit): number =>
  perSecond <= 1e3 ? 1 : 10 ** Math.min(3, nonce.length - withoutAtEnd(nonce, '0').length)

/** The neighbouring times in the same unit, the nearest first, those before the nonce that was sent ahead of those behind it. */
export function* clockNonces(nonce: string, timestamp: string, wanted?: string): Generator<Form> {
  const unit = unitOf(nonce, timestamp)
  if (unit === undefined || (wanted !== undefined && wanted.length !== nonce.length)) return
  const step = stepOf(nonce, unit)
  for (let i = 1; i <= unit.neighbours; i++)
    for (const distance of [-i * step, i * step]) {
      const neighbour = String(BigInt(nonce) + BigInt(distance))
      if (wanted === undefined || neighbour === wanted)
        yield [`${Math.abs(distance)} ${unit.name} ${distance < 0 ? 'earlier' : 'later'}`, neighbour, 'alone']
    }
}

/** How far apart two nonces of one clock are. Undefined if they are no such nonces. */
export const clockDistance = (signed: string, sent: string, timestamp: string): string | undefined => {
  const unit = unitOf(sent, timestamp)
  if (unit === undefined || unit !== unitOf(signed, timestamp)) return undefined
  const distance = BigInt(sent) - BigInt(signed)
  return `${distance < 0n ? -distance : distance} ${unit.name} ${distance < 0n ? 'earlier' : 'later'}`
}
