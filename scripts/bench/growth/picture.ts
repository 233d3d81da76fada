/** The figures as a picture: for each subject a column, for each measure a row of bars from zero. Readable on light and dark. */
import { html, joined } from '../../../src/kit/conformance/reports/markup.ts'
import { type Figures, type Point, type Subject, short, sizeOf, subjects, titles } from './figures.ts'

const measures = [
  { title: 'requests a second', of: ({ requestsPerSecond }: Point) => requestsPerSecond },
  { title: 'p99, ms', of: ({ p99 }: Point) => p99 },
  { title: 'memory, MB', of: ({ megabytes }: Point) => megabytes },
] as const

const cell = { width: 270, height: 120, gap: 24 }
const left = 8
const top = 34
const width = left + subjects.length * (cell.width + cell.gap)
const height = top + measures.length * (cell.height + cell.gap) + 16

const style = `
text { font: 11px system-ui, sans-serif; fill: #57606a; text-anchor: middle }
.title { font-weight: 600; font-size: 13px; fill: #1f2328 }
.measure { text-anchor: start }
.value { fill: #1f2328 }
rect { fill: #0969da }
line { stroke: #8c959f }
@media (prefers-color-scheme: dark) {
  text { fill: #9198a1 }
  .title, .value { fill: #f0f6fc }
  rect { fill: #4493f8 }
  line { stroke: #656c76 }
}`

/** Below a bar is little room. */
const labelOf = (subject: Subject, size: number): string =>
  size >= 1_000_000 && subject !== 'body' ? `${size / 1_000_000} M` : sizeOf(subject, size)

/** The highest bar leaves room for its value and for the name of the measure. */
const highest = cell.height - 34

export const picture = ({ growth }: Figures): string => {
  const panels = subjects.flatMap((subject, column) =>
    measures.map(({ title, of }, row) => {
      const points = growth[subject]
      const most = Math.max(...points.map(of))
      const x = left + column * (cell.width + cell.gap)
      const base = top + row * (cell.height + cell.gap) + cell.height
      const step = cell.width / points.length
      const bars = points.map((point, i) => {
        const tall = Math.max(1, Math.round((of(point) / most) * highest))
        const middle = Math.round(x + (i + 0.5) * step)
        const wide = Math.min(36, Math.round(step * 0.6))
        return html`<rect x="${middle - wide / 2}" y="${base - tall}" width="${wide}" height="${tall}" rx="2"/>
<text class="value" x="${middle}" y="${base - tall - 4}">${short(of(point))}</text>
<text x="${middle}" y="${base + 14}">${labelOf(subject, point.size)}</text>`
      })
      return html`<text class="measure" x="${x}" y="${base - cell.height + 12}">${title}</text>
<line x1="${x}" y1="${base + 0.5}" x2="${x + cell.width}" y2="${base + 0.5}"/>
${joined(bars, '\n')}`
    }),
  )
  const heads = subjects.map((subject, column) => {
    const middle = left + column * (cell.width + cell.gap) + cell.width / 2
    return html`<text class="title" x="${middle}" y="18">${titles[subject]}</text>`
  })
  const words =
    'Requests a second, p99 and memory by connections, apps, bytes of a body and claims; the table has the figures.'
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}">
<style>${{ markup: style }}
</style>
${joined([...heads, ...panels], '\n')}
</svg>`.markup
  }\n`
}
