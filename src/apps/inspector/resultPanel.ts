/**
 * The result: the verdict, how to pass it on, the diagnosis, the string to sign, the header.
 */
import * as E from 'fp-ts/lib/Either.js'
import { copyButton } from './copyButton.ts'
import { diagnosisPanel } from './diagnosisPanel.ts'
import { dryVerify } from './dryVerify.ts'
import { box, el, fill } from './element.ts'
import { isCredential } from './headerParts.ts'
import { headerView } from './headerView.ts'
import type { Inspection } from './Inspection.ts'
import { fragmentOf } from './link.ts'
import { stringToSignView } from './stringToSignView.ts'
import { type Diagnosed, type Finished, ticket } from './ticket.ts'
import { verdictInWords, verdictView } from './verdictView.ts'

export interface ResultPanel {
  readonly show: (inspection: Inspection) => Promise<void>
  /** Shows that the request has changed since. */
  readonly markStale: () => void
  /** Empties the result, and ends a running diagnosis. */
  readonly clear: () => void
}

export const resultPanel = (): ResultPanel => {
  const diagnosis = diagnosisPanel()
  const announced = box('announce')
  let latest: Inspection | undefined

  const show = async (inspection: Inspection): Promise<void> => {
    latest = inspection
    box('stale').hidden = true
    box('no-result').hidden = true
    diagnosis.clear()
    fill(box('share'))
    box('verdict').ariaBusy = 'true'
    fill(box('bytes'), ...stringToSignView(inspection))
    fill(box('header'), ...headerView(inspection))
    const judgement = await dryVerify(inspection)
    // The user has asked for another in the meantime.
    if (latest !== inspection) return
    fill(box('verdict'), verdictView(judgement))
    box('verdict').ariaBusy = 'false'
    const share = (diagnosed?: Diagnosed): void =>
      fill(box('share'), ...shareButtons({ inspection, judgement, diagnosed }))
    share()
    fill(announced, el('p', verdictInWords(judgement)))
    const result = box('result')
    result.focus({ preventScroll: true })
    result.scrollIntoView()
    // A credential of another kind has no signature to diagnose.
    const [line] = inspection.authorization
    if (line !== undefined && isCredential(line, inspection.settings.authType)) return
    diagnosis.begin(inspection, {
      announce: (text) => announced.append(el('p', text)),
      onReport: (report, circumstances) => {
        fill(box('bytes'), ...stringToSignView(inspection, report))
        share({ report, circumstances })
      },
    })
  }

  const markStale = (): void => {
    box('stale').hidden = latest === undefined
  }

  const clear = (): void => {
    latest = undefined
    diagnosis.clear()
    for (const part of ['verdict', 'share', 'bytes', 'header', 'announce']) fill(box(part))
    box('verdict').ariaBusy = 'false'
    box('stale').hidden = true
    box('no-result').hidden = false
  }
  return { show, markStale, clear }
}

/** They pass the result on: as Markdown, or as a link that opens it again. None without a secure context, which has no clipboard. */
const shareButtons = (finished: Finished): ReadonlyArray<HTMLElement> => {
  const markdown = copyButton('Copy as Markdown', () => ticket(finished))
  if (markdown === undefined) return []
  const fragment = fragmentOf(finished.inspection)
  const link = E.isRight(fragment)
    ? copyButton('Copy a link', () => location.href.replace(/#.*$/s, '') + fragment.right)
    : el('span.says', `No link: ${fragment.left}.`)
  return [markdown, link].filter((part) => part !== undefined)
}
