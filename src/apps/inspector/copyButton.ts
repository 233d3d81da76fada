/** The buttons of the page that copy what it shows: the ticket, a link, code. */
import { el } from './element.ts'
import { say } from './language.ts'

/** A button that copies a text and says so; undefined without a secure context, which has no clipboard. */
export const copyButton = (label: string, textToCopy: () => string, what?: string): HTMLElement | undefined => {
  if (navigator.clipboard === undefined) return undefined
  const button = el('button', { type: 'button', class: 'quiet-button' }, say(label))
  if (what !== undefined) button.setAttribute('aria-label', say(`${label} the ${what}`))
  const status = el('span.quiet', { role: 'status' })
  button.addEventListener('click', async () => {
    const writing = navigator.clipboard.writeText(textToCopy())
    const copied = await writing.then(() => true).catch(() => false)
    status.textContent = ` ${say(copied ? 'copied' : 'the browser does not allow it')}`
    setTimeout(() => {
      status.textContent = ''
    }, 2000)
  })
  return el('span', button, status)
}
