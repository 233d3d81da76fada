/**
 * The page: its three parts, and what goes from one to another.
 */
import * as E from 'fp-ts/lib/Either.js'
import { subtle } from '../../platform/common/cryptoKey.ts'
import { area, box, button, byId, el } from './element.ts'
import { examples, make } from './examples.ts'
import type { Filled } from './Inspection.ts'
import { beginLanguage, tell } from './language.ts'
import { linked } from './link.ts'
import { requestForm } from './requestForm.ts'
import { resultPanel } from './resultPanel.ts'
import { signPanel } from './signPanel.ts'

export const openPage = (): void => {
  beginLanguage(byId('language', HTMLSelectElement), () => result.showAnew())
  const result = resultPanel()
  const request = requestForm((inspection) => void result.show(inspection), result.markStale)
  const inspect = (filled: Filled): void => {
    request.fill(filled)
    button('go').click()
  }
  const clearSigning = signPanel(inspect)
  // Making an example takes a moment; by then the user may want another, or none.
  let asked = 0
  for (const example of examples) {
    const chooser = el('button', { type: 'button' })
    tell(chooser, example.name)
    chooser.addEventListener('click', async () => {
      const turn = ++asked
      const filled = await make(example)
      if (turn === asked) inspect(filled)
    })
    box('examples').append(chooser)
  }
  button('clear').addEventListener('click', () => {
    asked++
    request.clear()
    clearSigning()
    result.clear()
    area('raw').focus()
  })
  // The browser would open a file that is dropped beside a field in place of the page.
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, (event) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    })
  if (subtle() === undefined) tellInsecure()
  const openLink = (): void => {
    const filled = linked(location.hash)
    if (filled === undefined) return
    // The address keeps nothing of the request.
    history.replaceState(null, '', location.pathname + location.search)
    if (E.isLeft(filled)) return void request.say(filled.left, true)
    asked++
    inspect(filled.right)
  }
  globalThis.addEventListener('hashchange', openLink)
  openLink()
}

/** Disables what needs the browser's cryptography. */
const tellInsecure = (): void => {
  box('insecure').hidden = false
  for (const each of document.querySelectorAll<HTMLButtonElement>('#examples button, #make-pair, #sign-go'))
    each.disabled = true
}
