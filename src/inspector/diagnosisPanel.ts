/**
 * The diagnosis while it runs and when it is over. It runs in a worker, can be stopped, and then shows what it has found.
 */
import type { Progress, Report } from '../diagnosis/Report.ts'
import { box, el, fill } from './element.ts'
import { type Examination, examineApart } from './examination.ts'
import { caseOf, type Inspection } from './Inspection.ts'
import { type Circumstances, reportInWords, reportView } from './reportView.ts'
import { counted } from './words.ts'

export interface DiagnosisPanel {
  readonly begin: (inspection: Inspection, announce: (text: string) => void) => void
  readonly clear: () => void
}

export const diagnosisPanel = (): DiagnosisPanel => {
  const panel = box('diagnosis')
  let running: Examination | undefined

  const clear = (): void => {
    running?.abandon()
    running = undefined
    fill(panel)
  }

  const begin: DiagnosisPanel['begin'] = (inspection, announce) => {
    clear()
    let stopped = false
    const { element, show, stop } = progressView()
    fill(panel, element)
    stop.addEventListener('click', () => {
      stopped = true
      stop.textContent = 'Stopping…'
      running?.enough()
    })
    const report = (found: Report): void => {
      running = undefined
      const held = document.activeElement === stop
      const circumstances: Circumstances = {
        stopped,
        keys: inspection.appKeys.length + inspection.otherKeys.length,
      }
      fill(panel, ...reportView(found, circumstances))
      // Who stopped it by the keyboard would otherwise be at the top of the page again.
      if (held) box('result').focus({ preventScroll: true })
      announce(reportInWords(found, circumstances))
    }
    let mistakes = 0
    running = examineApart(caseOf(inspection), {
      onProgress: (progress) => {
        show(progress)
        if (progress.mistakes > mistakes) announce(`Diagnosing: ${mistakesAtOnce(progress.mistakes)}.`)
        mistakes = progress.mistakes
      },
      onReport: report,
      onFailure: () => {
        running = undefined
        fill(
          panel,
          el('h3', {}, 'Diagnosis'),
          el('p', { class: 'bad' }, 'The diagnosis has failed: a fault of this page.'),
        )
        announce('The diagnosis has failed.')
      },
    })
  }
  return { begin, clear }
}

const mistakesAtOnce = (mistakes: number): string =>
  mistakes === 0 ? 'without a mistake' : mistakes === 1 ? 'one mistake' : `${mistakes} mistakes at once`

interface ProgressView {
  readonly element: HTMLElement
  readonly show: (progress: Progress) => void
  readonly stop: HTMLButtonElement
}

/** Drawn at most once a frame, however often the worker tells. */
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
