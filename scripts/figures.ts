// The measured figures that the guides repeat, in one file beside SPEED.md. `npm run bench -- --write` and `npm run build --
// --write-figures` write what they measure into it; spec/project/figures.spec.ts then names each guide that says something else.
import { readFileSync, writeFileSync } from 'node:fs'

export const figuresFile = 'src/server/figures.json'

export interface Figure {
  /** The command that measures it, or how it was measured once. */
  readonly by: string
  /** The row of that command's table that is the figure; without one, it is written by hand. */
  readonly row?: string
  readonly value: number
  readonly decimals: number
  readonly unit: string
  /** Every guide that repeats it. */
  readonly guides: ReadonlyArray<string>
}

export const readFigures = (): ReadonlyArray<Figure> => JSON.parse(readFileSync(figuresFile, 'utf8'))

/** As a guide has it: `22.0 KB`, `17,000 requests per second`. */
export const textOf = ({ value, decimals, unit }: Figure): string => {
  const number = value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return `${number} ${unit}`
}

/** What to do about a figure that is another one now. */
export const changeOf = (figure: Figure): string =>
  `${figure.row} is ${textOf(figure)} now: ${figure.guides.join(', ')}`

/** The figures with what was measured now, by row; the others stay. */
export const withMeasured = (
  figures: ReadonlyArray<Figure>,
  measured: ReadonlyMap<string, number>,
): ReadonlyArray<Figure> =>
  figures.map((figure) => {
    const value = figure.row === undefined ? undefined : measured.get(figure.row)
    return value === undefined ? figure : { ...figure, value: Number(value.toFixed(figure.decimals)) }
  })

/** As the formatter writes it: an array that fits into a line is one. */
export const serializeFigures = (figures: ReadonlyArray<Figure>): string =>
  `${JSON.stringify(figures, undefined, 2)}\n`.replaceAll(/^( *"guides": )\[([^\]]*)\]/gm, (block, name, guides) => {
    const line = `${name}[${guides.trim().replaceAll(/\s*\n\s*/g, ' ')}]`
    return line.length <= 120 ? line : block
  })

/** Writes what was measured into the file, and answers the figures that are others now. */
export const writeMeasured = (measured: ReadonlyMap<string, number>): ReadonlyArray<Figure> => {
  const before = readFigures()
  const after = withMeasured(before, measured)
  writeFileSync(figuresFile, serializeFigures(after))
  return after.filter(({ value }, i) => value !== before[i]?.value)
}

/** Figures in the text of a guide that measure a size, a time or a rate: `8 to 13 µs` has two. */
export const figuresIn = (guide: string): ReadonlySet<string> => {
  const prose = guide.replaceAll(/^```.*?^```$/gms, '')
  const pattern =
    /(?<![\w.,-])(\d[\d,]*(?:\.\d+)?)(?: to (\d[\d,]*(?:\.\d+)?))? (KB|µs|MB|requests per second)(?![\w/])/g
  return new Set(
    [...prose.matchAll(pattern)].flatMap(([, first, last, unit]) =>
      [first, last].flatMap((number) => (number === undefined ? [] : [`${number} ${unit}`])),
    ),
  )
}
