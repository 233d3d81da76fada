/** The buttons of the page that copy what it shows: the ticket, a link, code. */
import { el } from './element.ts'

/** A button that copies a text and says so; undefined without a secure context, which has no clipboard. */
export const copyButton = (label: string, text: () => string, what?: string): HTMLElement | undefined => {
  if (navigator.clipboard === undefined) return undefined
  const button = el('button', { type: 'button', class: 'quiet-button' }, label)
  if (what !== undefined) button.setAttribute('aria-label', `${label} the ${what}`)
  const said = el('span.quiet', { role: 'status' })
  button.addEventListener('click', async () => {
    const writing = navigator.clipboard.writeText(text())
    const copied = await writing.then(() => true).catch(() => false)
    said.textContent = copied ? ' copied' : ' the browser does not allow it'
    setTimeout(() => {
      said.textContent = ''
    }, 2000)
  })
  return el('span', button, said)
}
