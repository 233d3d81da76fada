/**
 * How far `conform` is, on standard error: at a terminal a bar that is drawn anew, in a pipe a line every ten seconds, so that the
 * log of a CI run shows that it goes on. Also the first part of what the port says there.
 */
import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import type { World } from './Outcome.ts'
import { coloursOf } from './terminal.ts'

export interface Progress {
  readonly show: (done: number, of: number, failures: number, isShrinking?: boolean) => void
  /** A part of the port's standard error. */
  readonly said: (chunk: string) => void
  readonly end: () => void
}

/** Calls `then` again and again, until the returned function is called. */
export type Repeat = (ms: number, then: () => void) => () => void

export const repeating: Repeat = (ms, then) => {
  const interval = setInterval(then, ms).unref()
  return () => clearInterval(interval)
}

const shownStderr = 4000
const clear = '\r\u001b[K'

/** In milliseconds: between two bars at a terminal, and between two lines in a pipe. */
const betweenBars = 100
const betweenLines = 10_000

export const progressOn = (world: Pick<World, 'stderr' | 'env'>, repeat: Repeat, now: () => number): Progress => {
  const { stderr: stream, env } = world
  const { dim, red } = coloursOf(stream, env)
  const began = now()
  const state = { last: 0, heard: 0, text: 'nothing is answered yet' }
  const seconds = (): string => `${((now() - began) / 1000).toFixed(0)} s`
  const stop = stream.isTTY ? () => {} : repeat(betweenLines, () => void stream.write(`${state.text}, ${seconds()}\n`))

  const show: Progress['show'] = (done, of, failures, isShrinking = false) => {
    const shrinking = isShrinking ? ', looking for the smallest input that fails' : ''
    const wrong = failures === 0 ? '' : `, ${red(`${failures} wrong`)}${shrinking}`
    state.text = `${done} of ${of}${wrong}`
    if (!stream.isTTY) return
    // The last bar is always shown, since no later one corrects it.
    const isTooSoon = now() - state.last < betweenBars
    if (isTooSoon && done < of) return
    state.last = now()
    const filled = Math.round((done / of) * 24)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(24 - filled)}`
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
