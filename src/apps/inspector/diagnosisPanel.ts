/**
 * The diagnosis while it runs and when it is over. It runs in a worker, within the budget of work of `countersign diagnose`
 * unless the user lets it go on. A search that is stopped shows what was found so far; a worker that does not answer, being in
 * a long step, is ended without a report.
 */
import type { Coding } from '../../effects/Decompress.ts'
import { type Budget, budgetOf, unlimited } from '../../kit/diagnosis/examineWithin.ts'
import type { Progress, Report } from '../../kit/diagnosis/Report.ts'
import { type Circumstances, reportWords } from '../../kit/diagnosis/reportWords.ts'
import { box, el, fill } from './element.ts'
import { type Examination, examineApart } from './examination.ts'
import { caseOf, type Inspection } from './Inspection.ts'
import { reportInWords, reportView } from './reportView.ts'
import { counted } from './words.ts'

/**
 * As much as the command searches with its `--budget` unset, so both tell the same. The page hashes in JavaScript, which takes
 * five times as long as the command: 45 s of an idle machine. So its far limit is further away.
 */
const usual: Budget = { work: budgetOf(10_000).work, farMs: 300_000 }

/** Why a search was stopped, and how many milliseconds it has for its report: a user waits for it, and nobody for the clock. */
const stops = {
  asked: { why: 'the search was stopped', reportTimeout: 200 },
  limit: { why: 'the search was stopped at the end of its budget,', reportTimeout: 2000 },
}

export interface DiagnosisListener {
  /** Gets what a screen reader should say. */
  readonly announce: (text: string) => void
  readonly onReport: (report: Report, circumstances: Circumstances) => void
}

export interface DiagnosisPanel {
  readonly begin: (inspection: Inspection, listener: DiagnosisListener) => void
  readonly clear: () => void
}

export const diagnosisPanel = (): DiagnosisPanel => {
  const panel = box('diagnosis')
  let running: Examination | undefined
  let timers: ReadonlyArray<ReturnType<typeof setTimeout>> = []

  const clear = (): void => {
    end()
    fill(panel)
  }
  const end = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    running?.abandon()
    running = undefined
  }

  const search = (inspection: Inspection, listener: DiagnosisListener, budget: Budget): void => {
    clear()
    const { announce, onReport } = listener
    let stopped: keyof typeof stops | undefined
    let latest: Progress | undefined
    const { element, show, stop } = progressView(budget)
    fill(panel, element)
    const conclude = (text: string, ...outcome: ReadonlyArray<HTMLElement | undefined>): void => {
      end()
      const held = document.activeElement === stop
      fill(panel, ...outcome)
      // Without the button, the focus of a keyboard user would go to the top of the page.
      if (held) box('result').focus({ preventScroll: true })
      announce(text)
    }
    const goOn = (): HTMLElement => {
      const button = el('button', { type: 'button', id: 'go-on' }, 'Search on, without a limit')
      button.addEventListener('click', () => {
        search(inspection, listener, unlimited)
        box('stop').focus()
      })
      return el('p.go-on', button)
    }
    const halt = (why: keyof typeof stops): void => {
      if (stopped !== undefined) return
      stopped = why
      stop.textContent = 'Stopping…'
      running?.enough()
      const giveUp = (): void =>
        conclude(`Diagnosis stopped. ${soFar(latest)}`, ...stoppedView(latest), ...(why === 'limit' ? [goOn()] : []))
      timers = [...timers, setTimeout(giveUp, stops[why].reportTimeout)]
    }
    stop.addEventListener('click', () => halt('asked'))
    // The worker ends by itself, unless it is in a long step.
    if (budget !== unlimited) timers = [setTimeout(() => halt('limit'), budget.farMs)]
    running = examineApart(caseOf(inspection), budget, {
      onProgress: (progress) => {
        const isFurther = progress.mistakes > (latest?.mistakes ?? 0)
        latest = progress
        show(progress)
        if (isFurther) announce(`Diagnosing: ${mistakesAtOnce(progress.mistakes)}.`)
      },
      onReport: (found, lacks) => {
        if (budget !== unlimited && !found.complete) stopped ??= 'limit'
        const keys = inspection.appKeys.length + inspection.otherKeys.length
        const circumstances = { stopped: stopped && stops[stopped].why, keys }
        const isLonger = stopped === 'limit' && !found.recovered && !found.complete
        const more = [...(found.recovered ? [] : lackingView(lacks)), ...(isLonger ? [goOn()] : [])]
        const words = reportWords(found, circumstances)
        const [heading, ...causes] = reportView(words, found)
        conclude(reportInWords(words), heading, ...more, ...causes)
        onReport(found, circumstances)
      },
      onFailure: () =>
        conclude(
          'The diagnosis has failed.',
          el('h3', 'Diagnosis'),
          el('p.bad', 'The diagnosis has failed: a fault of this page.'),
        ),
    })
  }
  return { begin: (inspection, listener) => search(inspection, listener, usual), clear }
}

const mistakesAtOnce = (mistakes: number): string =>
  mistakes === 0 ? 'without a mistake' : mistakes === 1 ? 'one mistake' : `${mistakes} mistakes at once`

/** A body that is no text may have been compressed after it was signed. */
const lackingView = (lacks: ReadonlyArray<Coding>): ReadonlyArray<HTMLElement> =>
  lacks.length === 0
    ? []
    : [
        el(
          'p.quiet.lacks',
          `The body is no text, and this browser cannot decompress ${lacks.join(' and ')}. If that is its coding, countersign diagnose finds what was signed before.`,
        ),
      ]

/** The last progress of a search that was ended without a report. */
const soFar = (latest: Progress | undefined): string =>
  latest === undefined || latest.tried === 0
    ? 'It had not told of any text that it had tried.'
    : `${counted(latest.tried, 'text')} had been tried when it last told, ${mistakesAtOnce(latest.mistakes)}.`

const stoppedView = (latest: Progress | undefined): ReadonlyArray<HTMLElement> => [
  el('div.titled', el('h3', 'Diagnosis'), el('span.tag.plain', 'Stopped')),
  el(
    'p.explains',
    `The search was stopped in the middle of a long step, as a large body has them, so there is no report. ${soFar(latest)}`,
  ),
  el('p.quiet', 'The verdict stands. Inspect the request again to let the search come to its end.'),
]

/** Draws at most once a frame. The bar shows how much of the budget is used, or without one the share of the search that is done. */
const progressView = (budget: Budget) => {
  const isLimited = budget !== unlimited
  const label = isLimited ? 'Work done, of what the search may do' : 'Share that has been tried'
  const bar = el('progress', { max: '1', 'aria-label': label })
  const words = el('span.quiet', 'Looking at the signature…')
  const stop = el('button', { type: 'button', id: 'stop' }, 'Stop')
  const element = el('div', el('h3', 'Diagnosing'), el('div.progress', bar, words, stop))
  const began = performance.now()
  let latest: Progress | undefined
  const draw = (): void => {
    if (latest === undefined) return
    const { mistakes, share, tried, work } = latest
    const seconds = Math.floor((performance.now() - began) / 1000)
    bar.value = isLimited ? Math.min(1, work / budget.work) : share
    words.textContent = `Trying ${mistakesAtOnce(mistakes)}: ${seconds} s, ${counted(tried, 'text')} so far`
    latest = undefined
  }
  const show = (progress: Progress): void => {
    if (latest === undefined) requestAnimationFrame(draw)
    latest = progress
  }
  return { element, show, stop }
}
