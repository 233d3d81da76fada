/**
 * What 87 encoders of libraries and languages really wrote for a few values: each was run, in its newest release of 2026, and
 * `encoded.json` has its outputs. A caller signs what one of them writes, and a library sends what another one writes.
 */
import { readFileSync } from 'node:fs'

interface Row {
  /** Where a program uses it: a value of a query or of a form, or a segment of a path. */
  readonly place: 'query' | 'form' | 'path'
  readonly by: string
  /** For each value; null where the encoder refuses it. */
  readonly as: ReadonlyArray<string | null>
}

interface Observed {
  readonly values: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}

const observed = JSON.parse(readFileSync(`${import.meta.dirname}/encoded.json`, 'utf8')) as Observed

export interface Pair {
  readonly place: 'query' | 'form' | 'path'
  readonly signer: string
  readonly sender: string
  readonly signed: string
  readonly sent: string
}

/** The encoders of a place. Whatever encodes a value of a query encodes that of a form as well. */
const rowsOf = (place: Row['place']): ReadonlyArray<Row> =>
  observed.rows.filter((row) => row.place === place || (place !== 'path' && row.place !== 'path'))

const escapes = /(?:%[0-9A-Fa-f]{2})+/g

/** Without its escapes; a run of them that is no UTF-8 stays. */
const withoutEscapes = (text: string): string =>
  text.replace(escapes, (run) => {
    const decoded = Buffer.from(run.replaceAll('%', ''), 'hex').toString()
    return decoded.includes('\ufffd') ? run : decoded
  })

/** Whether an encoder wrote the whole value: a URL parser cuts it at `#`, and makes `/` of a backslash. */
const isWhole = (value: string, text: string): boolean =>
  [text, text.replaceAll('+', ' ')].some((each) => [each, withoutEscapes(each)].includes(value))

/** The first encoder that wrote each text for a value. */
const textsOf = (place: Row['place'], i: number): ReadonlyMap<string, string> =>
  new Map(
    rowsOf(place)
      .toReversed()
      .flatMap(({ by, as }) => {
        const text = as[i] ?? ''
        return text !== '' && isWhole(observed.values[i] as string, text) ? [[text, by] as const] : []
      }),
  )

/** Whether a request can hold it there: a text that ends the value early is another request. */
const isSendable = (place: Row['place'], text: string): boolean =>
  !/[^!-~]/.test(text) && !(place === 'path' ? /[/?#\\]/ : /[&#]/).test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text)

const places = ['query', 'form', 'path'] as const

/** Every pair of different texts for one value. */
export const pairs: ReadonlyArray<Pair> = places.flatMap((place) =>
  observed.values.flatMap((_, i) => {
    const texts = [...textsOf(place, i)]
    return texts
      .filter(([sent]) => isSendable(place, sent))
      .flatMap(([sent, sender]) =>
        texts.flatMap(([signed, signer]) => (signed === sent ? [] : [{ place, signer, sender, signed, sent }])),
      )
  }),
)
