/**
 * Moments other than 1970 from which systems count seconds, and one that programs name by mistake. A timestamp that counts from another moment lies a known distance from the time of
 * arrival:
 *
 *     753,315,200 at 1,700,000,000    counted from 2000, as MicroPython counts on some boards
 */

export interface Epoch {
  /** As it stands in a sentence: `counted from 1904`. */
  readonly name: string
  /** Where the seconds are counted like this, as a clause. */
  readonly system: string
}

interface Moment extends Epoch {
  /** The seconds from 1970 to this moment. */
  readonly since1970: number
}

const moments: ReadonlyArray<Moment> = [
  { name: 'the year 1', since1970: -62_135_596_800, system: 'like the ticks of .NET' },
  { name: '1601', since1970: -11_644_473_600, system: 'like the file times of Windows' },
  { name: '1900', since1970: -2_208_988_800, system: 'like the timestamps of NTP' },
  { name: '1904', since1970: -2_082_844_800, system: 'like the timestamps of LabVIEW' },
  { name: '1980', since1970: 315_964_800, system: 'like the time of GPS' },
  { name: '1990', since1970: 631_152_000, system: 'a year that is easily typed in place of 1970' },
  { name: '2000', since1970: 946_684_800, system: 'like time.time() of MicroPython on some boards' },
  { name: '2001', since1970: 978_307_200, system: 'like timeIntervalSinceReferenceDate of Swift' },
]

/** Local time and a request on its way move a timestamp by less. */
const day = 86_400

/** The moment from which a timestamp counts, by the time of arrival. Undefined if it counts from none of these. */
export const epochOf = (timestamp: number, now: number): Epoch | undefined =>
  moments.find(({ since1970 }) => Math.abs(timestamp + since1970 - now) <= day)
