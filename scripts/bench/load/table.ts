/** The figures as people read them. */
import { colors } from '../../terminal.ts'
import type { Figures } from './figures.ts'

const whole = (n: number): string => Math.round(n).toLocaleString('en')
const ms = (n: number): string => (Number.isNaN(n) ? '–' : n.toFixed(n >= 100 ? 0 : 1))

const columns: ReadonlyArray<readonly [title: string, width: number, cell: (figures: Figures) => string]> = [
  ['requests/s', 12, ({ requestsPerSecond }) => whole(requestsPerSecond)],
  ['±', 7, ({ spread }) => `${(spread * 100).toFixed(0)} %`],
  ['p50', 9, ({ p50 }) => ms(p50)],
  ['p99', 8, ({ p99 }) => ms(p99)],
  ['loop late', 12, ({ loopDelayMean }) => ms(loopDelayMean)],
  ['p99', 8, ({ loopDelayP99 }) => ms(loopDelayP99)],
  ['max', 8, ({ loopDelayMax }) => ms(loopDelayMax)],
  ['cpu µs', 9, ({ cpuMicros }) => whole(cpuMicros)],
  ['not 200', 10, ({ not200 }) => whole(not200)],
]

export const head = (): string =>
  colors.dim(`  ${'row'.padEnd(24)}${columns.map(([title, width]) => title.padStart(width)).join('')}`)

export const row = (id: string, figures: Figures): string => {
  const cells = columns.map(([, width, cell]) => cell(figures).padStart(width)).join('')
  return `${figures.not200 === 0 ? colors.green('✔') : colors.red('✘')} ${id.padEnd(24)}${cells}`
}
