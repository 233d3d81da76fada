/**
 * The result: the verdict, how to pass it on, the diagnosis, the string to sign, the header.
 */
import * as E from 'fp-ts/lib/Either.js'
import { utf8 } from '../../kit/diagnosis/forms/charsets.ts'
import { headerParts, type Item, isBearer, isCredential } from '../../kit/diagnosis/headerParts.ts'
import { capital } from '../../kit/diagnosis/numerals.ts'
import { type Diagnosed, type Finished, ticket } from '../../kit/diagnosis/ticket.ts'
import { inline } from './bytesView.ts'
import { copyButton } from './copyButton.ts'
import { diagnosisPanel } from './diagnosisPanel.ts'
import { dryVerify, type Judgement } from './dryVerify.ts'
import { box, type Child, code, el, fill } from './element.ts'
import type { Inspection } from './Inspection.ts'
import { reportInLanguage, say, sayFault } from './language.ts'
import { fragmentOf } from './link.ts'
import { stringToSignView } from './stringToSignView.ts'

export interface ResultPanel {
  readonly show: (inspection: Inspection) => Promise<void>
  /** Shows that the request has changed since. */
  readonly markStale: () => void
  /** Empties the result, and ends a running diagnosis. */
  readonly clear: () => void
  /** Shows the same result again, in the language that the page has now. */
  readonly showAnew: () => void
}

/** The string to sign and the header, byte by byte, and what a diagnosis found in them. */
const showBytes = (inspection: Inspection, diagnosed?: Diagnosed): void => {
  // The signed text stands above, then.
  const isProven = diagnosed?.claim?._tag === 'Signed' && !diagnosed.report.recovered
  fill(box('bytes'), ...stringToSignView(inspection, isProven ? undefined : diagnosed?.report))
  fill(box('header'), ...headerView(inspection))
}

export const resultPanel = (): ResultPanel => {
  const diagnosis = diagnosisPanel()
  const announced = box('announce')
  let latest: Inspection | undefined
  let latestJudgement: Judgement | undefined

  const show = async (inspection: Inspection): Promise<void> => {
    latest = inspection
    box('stale').hidden = true
    box('no-result').hidden = true
    diagnosis.clear()
    fill(box('share'))
    box('verdict').ariaBusy = 'true'
    latestJudgement = undefined
    showBytes(inspection)
    const judgement = await dryVerify(inspection)
    // The user has asked for another in the meantime.
    if (latest !== inspection) return
    latestJudgement = judgement
    fill(box('verdict'), verdictView(judgement))
    box('verdict').ariaBusy = 'false'
    const share = (diagnosed?: Diagnosed): void => showShare({ inspection, judgement, diagnosed })
    share()
    fill(announced, el('p', verdictInWords(judgement)))
    const result = box('result')
    result.focus({ preventScroll: true })
    result.scrollIntoView()
    // A credential of another kind has no signature to diagnose.
    const [firstLine] = inspection.authorization
    if (firstLine !== undefined && isCredential(firstLine, inspection.settings.authType)) return
    diagnosis.begin(inspection, {
      announce: (message) => announced.append(el('p', message)),
      onReport: (diagnosed) => {
        showBytes(inspection, diagnosed)
        share(diagnosed)
      },
    })
  }

  const markStale = (): void => {
    box('stale').hidden = latest === undefined
  }

  const clear = (): void => {
    latest = undefined
    diagnosis.clear()
    for (const boxName of ['verdict', 'share', 'bytes', 'header', 'announce']) fill(box(boxName))
    box('verdict').ariaBusy = 'false'
    box('stale').hidden = true
    box('no-result').hidden = false
  }
  const showAnew = (): void => {
    if (latest === undefined || latestJudgement === undefined) return
    const diagnosed = diagnosis.showAnew()
    fill(box('verdict'), verdictView(latestJudgement))
    showBytes(latest, diagnosed)
    showShare({ inspection: latest, judgement: latestJudgement, diagnosed })
  }
  return { show, markStale, clear, showAnew }
}

/** What is passed on. */
interface Shared extends Finished {
  readonly inspection: Inspection
}

/** Whether the reader shares results without the body. The choice holds until the page is closed. */
let withoutBody = false

/** The buttons, and the choice that they obey. None without a secure context, which has no clipboard. */
const showShare = (shared: Shared): void => {
  const buttons = shareButtons(shared, withoutBody)
  const hasChoice = buttons.length > 0 && shared.inspection.body.length > 0
  fill(box('share'), ...buttons, hasChoice ? choiceOfBody(shared) : undefined)
}

const choiceOfBody = (shared: Shared): HTMLElement => {
  const choice = el('input', { type: 'checkbox', id: 'without-body', checked: withoutBody ? true : undefined })
  choice.addEventListener('change', () => {
    withoutBody = choice.checked
    showShare(shared)
    box('without-body').focus()
  })
  return el('label.choice', choice, say('without the body'))
}

/** They pass the result on: as Markdown, or as a link that opens it again. */
const shareButtons = (shared: Shared, withoutBody: boolean): ReadonlyArray<HTMLElement> => {
  const markdown = copyButton('Copy as Markdown', () =>
    ticket({ ...shared, withoutBody }, { say, inLanguage: reportInLanguage }),
  )
  if (markdown === undefined) return []
  const fragment = fragmentOf(shared.inspection, withoutBody)
  const link = E.isRight(fragment)
    ? copyButton('Copy a link', () => location.href.replace(/#.*$/s, '') + fragment.right)
    : el('span.says', say(`No link: ${fragment.left}.`))
  return [markdown, link].filter((button) => button !== undefined)
}

const verdictView = (judgement: Judgement): HTMLElement => {
  switch (judgement.outcome) {
    case 'accept':
      return banner(
        'good',
        '✓',
        'Accepted',
        el('p', say('The signature is right; the request was signed by '), code(judgement.appId), say('.')),
        judgement.fingerprint === undefined
          ? undefined
          : el('p.meta', say(`Key sha256:${judgement.fingerprint.slice(0, 8)}`)),
      )
    case 'reject':
      return banner('bad', '✗', 'Refused', el('p', code(judgement.reason), ` – ${say(`${judgement.message}.`)}`))
    case 'none':
      return banner('warn', '?', 'No verdict', el('p', say(`${capital(judgement.why)}.`)))
  }
}

const banner = (kind: string, sign: string, title: string, ...rest: ReadonlyArray<Child>): HTMLElement =>
  el(
    'div',
    { class: `verdict ${kind}` },
    el('span.sign', { 'aria-hidden': 'true' }, sign),
    el('div', el('h3', say(title)), ...rest),
  )

/** The same for screen readers. */
const verdictInWords = (judgement: Judgement): string => {
  switch (judgement.outcome) {
    case 'accept':
      return say(`Accepted. The request was signed by ${judgement.appId}.`)
    case 'reject':
      return `${say(`Refused: ${judgement.reason.replaceAll('_', ' ')}.`)} ${say(`${judgement.message}.`)}`
    case 'none':
      return `${say('No verdict')}: ${say(`${judgement.why}.`)}`
  }
}

const headerView = ({ authorization, settings }: Inspection): ReadonlyArray<HTMLElement> => {
  const title = el('h3', say('Authorization header'))
  if (authorization.length === 0) return [title, el('p.quiet', say('The request has none.'))]
  const many =
    authorization.length === 1
      ? []
      : [el('p.bad', say(`The request has ${authorization.length}; a verifier takes exactly one.`))]
  const lineViews = authorization.map((credentials, i) => lineView(credentials, i, authorization.length, settings))
  // A table without a fault stays closed: on a phone it would push the findings out of view.
  const open =
    many.length > 0 ||
    lineViews.some((lineElement) => !lineElement.matches('.table') || lineElement.querySelector('.bad') !== null)
  return [el('details', { open: open ? true : undefined }, el('summary', title), ...many, ...lineViews)]
}

const lineView = (
  credentials: string,
  place: number,
  lineCount: number,
  { authType }: Inspection['settings'],
): HTMLElement => {
  if (isBearer(credentials) && isCredential(credentials, authType))
    return el(
      'p',
      say(`Token authentication. The token is a secret, and is not shown (${credentials.length} characters).`),
    )
  if (isCredential(credentials, authType))
    return el(
      'p.bad',
      `✗ ${say(`The page found neither the auth type ${authType} nor any of its items. Perhaps the header holds another kind of credential, so the page does not show it (${credentials.length} characters).`)}`,
    )
  const { items: headerItems, missing } = headerParts(credentials, authType)
  const caption = say(`Its parts${lineCount === 1 ? '' : `, line ${place + 1}`}; characters are counted from 0`)
  const heads = ['Part', 'Value', 'Check'].map((heading) => el('th', { scope: 'col' }, say(heading)))
  const table = el(
    'table',
    el('caption.hidden', caption),
    el('thead', el('tr', ...heads)),
    el('tbody', ...headerItems.map(itemRow), ...missing.map((key) => row([key], el('td', '–'), bad(say('missing'))))),
  )
  const label = say('Parts of the Authorization header')
  return el('div.table', { tabindex: '0', role: 'group', 'aria-label': label }, table)
}

const row = (head: ReadonlyArray<Node | string>, valueCell: HTMLElement, check: HTMLElement): HTMLElement =>
  el('tr', el('th', { scope: 'row' }, ...head), valueCell, el('td.check', check))

const itemRow = ({ name: itemName, value: itemValue, offset, fault }: Item): HTMLElement =>
  row(
    [nameView(itemName), el('small', say(`from ${offset}`))],
    el('td.value', itemValue === '' ? el('span.none', say('nothing')) : inline(utf8(itemValue))),
    fault === undefined
      ? el('span.good', `✓ ${say('well formed')}`)
      : bad(say(`character ${fault.offset}: `) + sayFault(fault.what)),
  )

/** The name of an item as the header has it, except two names of ours: an item without a name, and the first word of the header. */
const nameView = (itemName: string): Node | string => {
  if (itemName === '') return say('no key')
  return itemName === 'auth type' ? say(itemName) : inline(utf8(itemName))
}

const bad = (what: string): HTMLElement => el('span.bad', `✗ ${what}`)
