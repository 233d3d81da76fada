/** The section of one failed case: first the remedy, then the evidence. */
import type { CaseReport, Failure } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import type { Trace } from '../Vector.ts'
import { viewOf } from './hexRows.ts'
import { type Html, html } from './markup.ts'
import { bytesAsText, differenceOf } from './pageDifference.ts'
import { caseAnchor, tagOf } from './pageWords.ts'
import { remedyWords } from './tally.ts'

const part = (title: string, content: Html): Html => html`<h6>${title}</h6>${content}
`

const text = (content: string): Html => html`<pre>${shortened(content, longest)}</pre>`

const flagsOf = ({ flags }: Failure): Html | undefined =>
  flags.length === 0
    ? undefined
    : part(
        flags.length === 1 ? 'The likely mistake' : 'The likely mistakes',
        html`<ul class="flags">${flags.map(
          (one) =>
            html`<li><code>${one.flag}</code>: ${one.mistake}<br><strong>Remedy:</strong> ${remedyWords(one)}</li>`,
        )}</ul>`,
      )

const traceOf = ({ stringToSign, sha256, block }: Trace, compared: boolean): Html => {
  const view = stringToSign === undefined || compared ? undefined : viewOf(stringToSign)
  return html`${view === undefined ? undefined : part('The string to sign', bytesAsText(view))}
${part('SHA-256 of the string to sign', text(sha256))}
${block === undefined ? undefined : part('The padded block that the signature holds', text(block))}`
}

const evidence = (failure: Failure): Html => {
  const { input, expected, received, authorization = [], difference, trace, stderr } = failure
  return html`${input === undefined ? undefined : part('Input', text(input))}<div class="pair"><div>${part('Expected', text(expected))}</div>
<div>${part('Received', received === undefined ? html`<p class="quiet">nothing</p>` : text(received))}</div></div>
${authorization.length === 0 ? undefined : part('Authorization', html`${authorization.map(text)}`)}
${difference === undefined ? undefined : differenceOf(difference)}
${trace === undefined ? undefined : traceOf(trace, difference?.of === 'string to sign')}
${stderr === undefined ? undefined : part('Standard error', text(stderr))}`
}

const knownOf = ({ known }: Failure): Html | undefined =>
  known === undefined
    ? undefined
    : html`<p>Known until ${shortened(known.expires, longest)}: ${shortened(known.reason, longest)}</p>`

/** `place` is the port's place in the report; `open` unfolds the evidence. */
export const caseSection = (
  { id, verdict, op, failure }: CaseReport,
  { place, open }: { readonly place: number; readonly open: boolean },
): Html => {
  const anchor = caseAnchor(place, id)
  const head = html`<h5>${tagOf(verdict)} <a href="#${anchor}"><code>${id}</code></a> <span class="quiet small">${op}</span></h5>`
  if (failure === undefined)
    return html`<article class="case" id="${anchor}">${head}</article>
`
  const { message, comment, rerun } = failure
  return html`<article class="case" id="${anchor}">${head}
<p>${shortened(message, longest)}</p>
<p class="quiet">${comment}</p>
${knownOf(failure)}<details class="shown"${open ? html` open` : undefined}><summary>Details<span class="hidden"> of ${id}</span></summary>
${flagsOf(failure)}${evidence(failure)}</details>
${part('Repeat just this case', html`<pre class="copy">${rerun}</pre>`)}</article>
`
}
