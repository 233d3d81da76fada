/**
 * The progress of `conform`, on standard error: at a terminal a bar that is drawn anew, and in a pipe a line every ten seconds, so that the
 * log of a CI run shows that the run goes on. The beginning of the port's own standard error is shown there, too.
 *
 *     ████████░░░░░░░░░░░░░░░░ 400 of 1200, 3 s, 2 wrong
 */
import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import type { World } from './Outcome.ts'
import { coloursOf } from './terminal.ts'

export interface Progress {
  readonly show: (done: number, of: number, failures: number, isShrinking?: boolean) => void
  /** Shows a part of the port's standard error. */
  readonly said: (chunk: string) => void
  readonly end: () => void
}

/** Calls `then` again and again, until the returned function is called. */
export type Repeat = (ms: number, then: () => void) => () => void

export const repeating: Repeat = (ms, then) => {
  const interval = setInterval(then, ms).unref()
  return () => clearInterval(interval)
}

/** The most characters of the port's standard error that are shown. */
const shownStderr = 4000
/** The characters of the bar. */
const barLength = 24
/** Returns to the start of the line, and erases it. */
const clear = '\r\u001b[K'

/** The least time between two bars at a terminal, and the time between two lines in a pipe. */
const betweenBarsMs = 100
const betweenLinesMs = 10_000

export const progressOn = (world: Pick<World, 'stderr' | 'env'>, repeat: Repeat, now: () => number): Progress => {
  const { stderr: stream, env } = world
  const { dim, red } = coloursOf(stream, env)
  const began = now()
  const state = { last: 0, heard: 0, text: 'nothing is answered yet' }
  const seconds = (): string => `${((now() - began) / 1000).toFixed(0)} s`
  const stop = stream.isTTY
    ? () => {}
    : repeat(betweenLinesMs, () => void stream.write(`${state.text}, ${seconds()}\n`))

  const show: Progress['show'] = (done, of, failures, isShrinking = false) => {
    const shrinking = isShrinking ? ', looking for the smallest input that fails' : ''
    const wrong = failures === 0 ? '' : `, ${red(`${failures} wrong`)}${shrinking}`
    state.text = `${done} of ${of}${wrong}`
    if (!stream.isTTY) return
    // The last bar is always shown, since no later one corrects it.
    const isTooSoon = now() - state.last < betweenBarsMs
    if (isTooSoon && done < of) return
    state.last = now()
    const filled = Math.round((done / of) * barLength)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)}`
    stream.write(`${clear}${bar} ${done} of ${of}, ${seconds()}${wrong}`)
  }
  const said: Progress['said'] = (chunk) => {
    if (state.heard >= shownStderr) return
    const text = visibleLines(chunk.slice(0, shownStderr - state.heard))
    state.heard += chunk.length
    const more = state.heard >= shownStderr ? '\n(the port writes more; the rest is not shown)\n' : ''
    stream.write(`${stream.isTTY ? clear : ''}${dim(text + more)}`)
  }
  const end: Progress['end'] = () => {
    stop()
    if (stream.isTTY && state.last > 0) stream.write(clear)
  }
  return { show, said, end }
}
