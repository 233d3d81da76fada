/**
 * The diagnosis while it runs and when it is over. It runs in a worker. A user who stops it sees what was found so far; a worker
 * that does not answer, being in a long step, is ended without a report.
 */
import type { Progress, Report } from '../diagnosis/Report.ts'
import { box, el, fill } from './element.ts'
import { type Examination, examineApart } from './examination.ts'
import { caseOf, type Inspection } from './Inspection.ts'
import { type Circumstances, reportInWords, reportView } from './reportView.ts'
import { counted } from './words.ts'

/** How many milliseconds a stopped search has for its report. */
const reportTimeout = 200

export interface DiagnosisPanel {
  readonly begin: (inspection: Inspection, announce: (text: string) => void) => void
  readonly clear: () => void
}

export const diagnosisPanel = (): DiagnosisPanel => {
  const panel = box('diagnosis')
  let running: Examination | undefined
  let giveUp: ReturnType<typeof setTimeout> | undefined

  const clear = (): void => {
    end()
    fill(panel)
  }
  const end = (): void => {
    clearTimeout(giveUp)
    running?.abandon()
    running = undefined
  }

  const begin: DiagnosisPanel['begin'] = (inspection, announce) => {
    clear()
    let stopped = false
    let latest: Progress | undefined
    const { element, show, stop } = progressView()
    fill(panel, element)
    const conclude = (text: string, ...outcome: ReadonlyArray<HTMLElement>): void => {
      end()
      const held = document.activeElement === stop
      fill(panel, ...outcome)
      // Without the button, the focus of a keyboard user would go to the top of the page.
      if (held) box('result').focus({ preventScroll: true })
      announce(text)
    }
    stop.addEventListener('click', () => {
      if (stopped) return
      stopped = true
      stop.textContent = 'Stopping…'
      running?.enough()
      giveUp = setTimeout(() => conclude(`Diagnosis stopped. ${soFar(latest)}`, ...stoppedView(latest)), reportTimeout)
    })
    const report = (found: Report): void => {
      const circumstances: Circumstances = {
        stopped,
        keys: inspection.appKeys.length + inspection.otherKeys.length,
      }
      conclude(reportInWords(found, circumstances), ...reportView(found, circumstances))
    }
    let mistakes = 0
    running = examineApart(caseOf(inspection), {
      onProgress: (progress) => {
        latest = progress
        show(progress)
        if (progress.mistakes > mistakes) announce(`Diagnosing: ${mistakesAtOnce(progress.mistakes)}.`)
        mistakes = progress.mistakes
      },
      onReport: report,
      onFailure: () =>
        conclude(
          'The diagnosis has failed.',
          el('h3', {}, 'Diagnosis'),
          el('p', { class: 'bad' }, 'The diagnosis has failed: a fault of this page.'),
        ),
    })
  }
  return { begin, clear }
}

const mistakesAtOnce = (mistakes: number): string =>
  mistakes === 0 ? 'without a mistake' : mistakes === 1 ? 'one mistake' : `${mistakes} mistakes at once`

/** The last progress of a search that was ended without a report. */
const soFar = (latest: Progress | undefined): string =>
  latest === undefined || latest.tried === 0
    ? 'It had not told of any text that it had tried.'
    : `${counted(latest.tried, 'text')} had been tried when it last told, ${mistakesAtOnce(latest.mistakes)}.`

const stoppedView = (latest: Progress | undefined): ReadonlyArray<HTMLElement> => [
  el('div', { class: 'titled' }, el('h3', {}, 'Diagnosis'), el('span', { class: 'tag plain' }, 'Stopped')),
  el(
    'p',
    { class: 'explains' },
    `The search was stopped in the middle of a long step, as a large body has them, so there is no report. ${soFar(latest)}`,
  ),
  el('p', { class: 'quiet' }, 'The verdict stands. Inspect the request again to let the search come to its end.'),
]

interface ProgressView {
  readonly element: HTMLElement
  readonly show: (progress: Progress) => void
  readonly stop: HTMLButtonElement
}

/** Draws at most once a frame. */
const progressView = (): ProgressView => {
  const bar = el('progress', { max: '1', 'aria-label': 'Share of these that have been tried' })
  const words = el('span', { class: 'quiet' }, 'Looking at the signature…')
  const stop = el('button', { type: 'button', id: 'stop' }, 'Stop')
  const element = el('div', {}, el('h3', {}, 'Diagnosing'), el('div', { class: 'progress' }, bar, words, stop))
  let latest: Progress | undefined
  const draw = (): void => {
    if (latest === undefined) return
    bar.value = latest.share
    words.textContent = `Trying ${mistakesAtOnce(latest.mistakes)}: ${Math.floor(latest.share * 100)} %, ${counted(latest.tried, 'text')} so far`
    latest = undefined
  }
  const show = (progress: Progress): void => {
    if (latest === undefined) requestAnimationFrame(draw)
    latest = progress
  }
  return { element, show, stop }
}
