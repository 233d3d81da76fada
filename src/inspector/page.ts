/**
 * The page: three parts, and what goes from one to another.
 */
import { subtle } from '../web/subtle.ts'
import { area, box, button, el, fill } from './element.ts'
import { examples, make } from './examples.ts'
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
  // An example takes a moment to be made; by then another may be wanted, or none.
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
  // A file that is dropped beside its field would open in place of the page.
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, (event) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    })
  if (subtle() === undefined) tellInsecure()
}

/** What needs the browser's cryptography is there to be seen, and cannot be used. */
const tellInsecure = (): void => {
  box('insecure').hidden = false
  for (const each of document.querySelectorAll<HTMLButtonElement>('#examples button, #make-pair, #sign-go'))
    each.disabled = true
}
