/**
 * The page: its three parts, and what goes from one to another.
 */
import * as E from 'fp-ts/lib/Either.js'
import { subtle } from '../../platform/common/cryptoKey.ts'
import { area, box, button, el, fill } from './element.ts'
import { examples, make } from './examples.ts'
import { linked } from './link.ts'
import { requestForm } from './requestForm.ts'
import { resultPanel } from './resultPanel.ts'
import { signPanel } from './signPanel.ts'

export const openPage = (): void => {
  const result = resultPanel()
  const request = requestForm((inspection) => void result.show(inspection), result.markStale)
  const inspect = (): void => button('go').click()

  const signing = signPanel((filled) => {
    request.fill(filled)
    inspect()
  })
  // Making an example takes a moment; by then the user may want another, or none.
  let asked = 0
  fill(
    box('examples'),
    ...examples.map((example) => {
      const chooser = el('button', { type: 'button' }, example.name)
      chooser.addEventListener('click', async () => {
        const turn = ++asked
        const filled = await make(example)
        if (turn !== asked) return
        request.fill(filled)
        inspect()
      })
      return chooser
    }),
  )
  button('clear').addEventListener('click', () => {
    asked++
    request.clear()
    signing.clear()
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
    if (E.isLeft(filled)) {
      request.say(filled.left, true)
      return
    }
    asked++
    request.fill(filled.right)
    inspect()
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
