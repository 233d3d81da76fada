/**
 * A time as languages and debuggers print a value of a type for times: `1700000000` becomes `seconds:1700000000` (protobuf),
 * `PT472222H13M20S` (a Duration of Java) or `datetime.datetime(2023, 11, 14, 22, 13, 20)` (Python).
 */
import { dateWordsOf } from './dateWords.ts'
import type { Form } from './Respelling.ts'

/** The forms of a time in seconds since 1970. */
export const printedTimes = (n: number): ReadonlyArray<Form> => {
  const { iso, spaced } = dateWordsOf(n)
  const [years, months, days, hours, minutes, seconds] = (iso.match(/\d+/g) ?? []).map(Number)
  const shortTime = seconds === 0 ? `${hours}, ${minutes}` : `${hours}, ${minutes}, ${seconds}`
  return [
    ['a Date in JSON (.NET)', `/Date(${n}000)/`],
    ['a Date in JSON (.NET), with a zone', `/Date(${n}000+0000)/`],
    ['a Timestamp (protobuf)', `seconds:${n}`],
    ['a Timestamp (protobuf), on a line', `seconds: ${n}\n`],
    ['a SystemTime (Rust)', `SystemTime { tv_sec: ${n}, tv_nsec: 0 }`],
    ['an Instant (Rust)', `Instant { tv_sec: ${n}, tv_nsec: 0 }`],
    ['a Duration (Rust)', `${n}s`],
    ['a Duration of Rust, as Debug prints it', `${n}.0s`],
    ['a Duration (Java)', durationOf(n)],
    ['a Duration (Go)', `${Math.floor(n / 3600)}h${Math.floor(n / 60) % 60}m${n % 60}s`],
    ['a value with a pointer (Go)', `{${n} 0}`],
    ['a Timestamp (Firestore)', `Timestamp(seconds=${n}, nanoseconds=0)`],
    ['a Timestamp (MongoDB)', `Timestamp(${n}, 0)`],
    ['a datetime (Python)', `datetime.datetime(${years}, ${months}, ${days}, ${shortTime})`],
    [
      'a datetime with its zone (Python)',
      `datetime.datetime(${years}, ${months}, ${days}, ${shortTime}, tzinfo=datetime.timezone.utc)`,
    ],
    ['a Timestamp (pandas)', `Timestamp('${spaced}')`],
    ['an object of the date (PHP)', `${spaced}.000000`],
    ['a sigil (Elixir)', `~U[${spaced}Z]`],
    ['an instant (Clojure)', `#inst "${iso}.000-00:00"`],
  ]
}

/** `PT472222H13M20S`. Parts that are zero are left out. */
const durationOf = (n: number): string => {
  const parts = [
    [Math.floor(n / 3600), 'H'],
    [Math.floor(n / 60) % 60, 'M'],
    [n % 60, 'S'],
  ] as const
  return `PT${parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('')}`
}
