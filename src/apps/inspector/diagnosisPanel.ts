/**
 * The diagnosis while it runs and when it is over. It runs in a worker, within the budget of work of `countersign diagnose`
 * unless the user lets it go on. A search that is stopped shows what was found so far; a worker that does not answer, being in
 * a long step, is ended without a report.
 */
import type { Coding } from '../../effects/Decompress.ts'
import { headerNamed } from '../../kit/diagnosis/evidenceHeaders.ts'
import { type Budget, budgetOf, unlimited } from '../../kit/diagnosis/examineWithin.ts'
import { counted } from '../../kit/diagnosis/numerals.ts'
import type { Progress } from '../../kit/diagnosis/Report.ts'
import { reportWords } from '../../kit/diagnosis/reportWords.ts'
import type { SentRequest } from '../../kit/diagnosis/rightCode.ts'
import type { Diagnosed } from '../../kit/diagnosis/ticket.ts'
import { claimInWords, claimView } from './claimView.ts'
import { box, el, fill } from './element.ts'
import { type Examination, examineApart } from './examination.ts'
import { caseOf, type Inspection } from './Inspection.ts'
import { reportInLanguage, say } from './language.ts'
import { reportInWords, reportView } from './reportView.ts'
import type { Found } from './worker.ts'

/**
 * As much as the command searches with `--budget 2500`, so both tell the same on every machine. The page hashes in JavaScript,
 * which takes five times as long as the command: some ten seconds of an idle machine.
 */
const usual: Budget = budgetOf(2_500)

/** Why a search was stopped: the user asked for it, or its work was done. */
const stops = {
  asked: 'the search was stopped',
  limit: 'the search used up its budget',
}

/** How many milliseconds a search has for its report after the user has stopped it. */
const reportTimeout = 200

export interface DiagnosisListener {
  /** Gets what a screen reader should say. */
  readonly announce: (text: string) => void
  readonly onReport: (diagnosed: Diagnosed) => void
}

export interface DiagnosisPanel {
  readonly begin: (inspection: Inspection, listener: DiagnosisListener) => void
  readonly clear: () => void
  /** Shows the report in the language of now, and answers it. */
  readonly showAnew: () => Diagnosed | undefined
}

/** One search, while it runs. */
interface Search {
  readonly panel: Panel
  readonly inspection: Inspection
  readonly listener: DiagnosisListener
  readonly budget: Budget
  readonly view: ReturnType<typeof progressView>
  stopped: keyof typeof stops | undefined
  latest: Progress | undefined
  examination: Examination | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

interface Panel {
  readonly element: HTMLElement
  running: Search | undefined
  /** The search whose report is shown. */
  concluded: { readonly search: Search; readonly answered: Found } | undefined
}

export const diagnosisPanel = (): DiagnosisPanel => {
  const panel: Panel = { element: box('diagnosis'), running: undefined, concluded: undefined }
  return {
    begin: (inspection, listener) => begin(panel, inspection, listener, usual),
    clear: () => clear(panel),
    showAnew: () => showAnew(panel),
  }
}

const clear = (panel: Panel): void => {
  end(panel)
  panel.concluded = undefined
  fill(panel.element)
  fill(box('claim-result'))
}

const end = (panel: Panel): void => {
  const { timer, examination } = panel.running ?? {}
  clearTimeout(timer)
  examination?.abandon()
  panel.running = undefined
}

const begin = (panel: Panel, inspection: Inspection, listener: DiagnosisListener, budget: Budget): void => {
  clear(panel)
  const search: Search = {
    panel,
    inspection,
    listener,
    budget,
    view: progressView(budget),
    stopped: undefined,
    latest: undefined,
    examination: undefined,
    timer: undefined,
  }
  panel.running = search
  fill(panel.element, search.view.element)
  search.view.stop.addEventListener('click', () => halt(search))
  const question = { request: caseOf(inspection), claimed: inspection.claimed }
  search.examination = examineApart(question, budget, {
    onProgress: (progress) => showProgress(search, progress),
    onReport: (found) => concludeWithReport(search, found),
    onFailure: () =>
      conclude(search, say('The diagnosis has failed.'), [
        el('h3', say('Diagnosis')),
        el('p.bad', say('The diagnosis has failed: a fault of this page.')),
        el(
          'p.next',
          say(
            'The verdict above is still right. Use the command countersign diagnose for this request, and please report this fault to us.',
          ),
        ),
      ]),
  })
}

/** Asks for what was found so far, and ends the search if no report comes. */
const halt = (search: Search): void => {
  if (search.stopped !== undefined) return
  search.stopped = 'asked'
  search.view.stop.textContent = say('Stopping…')
  search.examination?.enough()
  search.timer = setTimeout(() => concludeWithout(search), reportTimeout)
}

const showProgress = (search: Search, progress: Progress): void => {
  const isFurther = progress.mistakes > (search.latest?.mistakes ?? 0)
  search.latest = progress
  search.view.show(progress)
  if (isFurther) search.listener.announce(say(`Diagnosing: ${mistakesAtOnce(progress.mistakes)}.`))
}

const concludeWithReport = (search: Search, answered: Found): void => {
  const { words, diagnosed, views } = viewOf(search, answered)
  const said = answered.claim === undefined ? '' : `${claimInWords(answered.claim)} `
  conclude(search, `${said}${reportInWords(words)}`, views)
  showClaim(answered)
  search.panel.concluded = { search, answered }
  search.listener.onReport(diagnosed)
}

const showClaim = ({ claim, report }: Found): void =>
  fill(box('claim-result'), ...(claim === undefined ? [] : claimView(claim, report.recovered)))

/** The same in the language of now; undefined if no report has come. */
const showAnew = ({ element, concluded }: Panel): Diagnosed | undefined => {
  if (concluded === undefined) return undefined
  const { diagnosed, views } = viewOf(concluded.search, concluded.answered)
  fill(element, ...views)
  showClaim(concluded.answered)
  return diagnosed
}

/** What is shown of a report, and passed on. */
const viewOf = (search: Search, { report: answer, claim, lacks }: Found) => {
  const { inspection, budget } = search
  const found = reportInLanguage(answer)
  if (budget !== unlimited && !found.complete) search.stopped ??= 'limit'
  const { stopped } = search
  const keys = inspection.appKeys.length + inspection.otherKeys.length
  const circumstances = {
    stopped: stopped && stops[stopped],
    keys,
    isTextGiven: claim !== undefined,
    isTextProven: claim?._tag === 'Signed',
  }
  const isLonger = stopped === 'limit' && !found.recovered && !found.complete
  const more = [...(found.recovered ? [] : lackingView(lacks)), ...(isLonger ? [searchOn(search)] : [])]
  const words = reportWords(found, circumstances)
  const [heading, ...causes] = reportView(words, found, sentOf(inspection))
  const diagnosed: Diagnosed = { report: answer, circumstances, claim }
  return { words, diagnosed, views: [heading, ...more, ...causes] }
}

const sentOf = ({ method, headers }: Inspection): SentRequest => ({
  method,
  contentType: headerNamed(headers, 'content-type'),
})

/** No report has come in time. */
const concludeWithout = (search: Search): void => {
  const { latest } = search
  conclude(search, say(`Diagnosis stopped. ${soFar(latest)}`), stoppedView(latest))
}

const conclude = (
  { panel, listener, view }: Search,
  text: string,
  outcome: ReadonlyArray<HTMLElement | undefined>,
): void => {
  end(panel)
  const hadFocus = document.activeElement === view.stop
  fill(panel.element, ...outcome)
  // Without the button, the focus of a keyboard user would go to the top of the page.
  if (hadFocus) box('result').focus({ preventScroll: true })
  listener.announce(text)
}

const searchOn = ({ panel, inspection, listener }: Search): HTMLElement => {
  const button = el('button', { type: 'button', id: 'go-on' }, say('Continue the search, without a limit'))
  button.addEventListener('click', () => {
    begin(panel, inspection, listener, unlimited)
    box('stop').focus()
  })
  return el('p.go-on', button)
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
          say(
            `The body is not text, and this browser cannot decompress ${lacks.join(' and ')}. If the body is compressed in this way, use the command countersign diagnose: it also tries the body before compression.`,
          ),
        ),
      ]

/** The last progress of a search that was ended without a report. */
const soFar = (latest: Progress | undefined): string =>
  latest === undefined || latest.tried === 0
    ? 'No text was tried before the stop.'
    : `Before the stop, the search had tried at least ${counted(latest.tried, 'text')}, ${mistakesAtOnce(latest.mistakes)}.`

const stoppedView = (latest: Progress | undefined): ReadonlyArray<HTMLElement> => [
  el('div.titled', el('h3', say('Diagnosis')), el('span.tag.plain', say('Stopped'))),
  el(
    'p.explains',
    say(
      `The search was stopped during a long step, so there is no report. Such steps happen with a large body. ${soFar(latest)}`,
    ),
  ),
  el('p.next', say('The verdict stands. Inspect the request again to let the search come to its end.')),
]

/** Draws at most once a frame. The bar shows how much of the budget is used, or without one the share of the search that is done. */
const progressView = (budget: Budget) => {
  const isLimited = budget !== unlimited
  const label = isLimited ? 'Used part of the budget' : 'Part of the search that is done'
  const bar = el('progress', { max: '1', 'aria-label': say(label) })
  const words = el('span.quiet', say('Looking at the signature…'))
  const stop = el('button', { type: 'button', id: 'stop' }, say('Stop'))
  const element = el('div', el('h3', say('Diagnosing')), el('div.progress', bar, words, stop))
  const began = performance.now()
  let latest: Progress | undefined
  const draw = (): void => {
    if (latest === undefined) return
    const { mistakes, share, tried, work } = latest
    const seconds = Math.floor((performance.now() - began) / 1000)
    bar.value = isLimited ? Math.min(1, work / budget.work) : share
    words.textContent = say(`Trying ${mistakesAtOnce(mistakes)}: ${seconds} s, ${counted(tried, 'text')} so far`)
    latest = undefined
  }
  const show = (progress: Progress): void => {
    if (latest === undefined) requestAnimationFrame(draw)
    latest = progress
  }
  return { element, show, stop }
}
