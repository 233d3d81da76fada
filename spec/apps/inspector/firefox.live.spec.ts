/** The page in Firefox: a request with its verdict and its diagnosis, and a signature. */
import { type Firefox, launchFirefox } from '../../support/firefox.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { address, appKey, headerOf, raw, usual } from './inspecting.ts'

let firefox: Firefox | undefined
const page = suite('the inspector in Firefox')
const test = needs('firefox-esr', page)

/** Fills fields as a user does, presses the button, and waits until `done` shows some text. */
const press = `
  const [fields, button, done] = arguments
  for (const [id, text] of Object.entries(fields)) {
    const field = document.getElementById(id)
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  document.getElementById(button).click()
  const text = () => document.querySelector(done)?.innerText ?? ''
  return new Promise((resolve) => {
    const look = () => {
      const isOver = document.querySelector('#verdict')?.getAttribute('aria-busy') !== 'true' && document.querySelector('#stop') === null
      if (isOver && text() !== '') resolve(text().replace(/\\s+/g, ' '))
      else setTimeout(look, 10)
    }
    look()
  })`

const keys = { 'app-key': appKey.publicPem }
const pretty = JSON.stringify(JSON.parse(usual.body), null, 2)

test('judges a request and finds the cause, in a worker', async () => {
  firefox ??= await launchFirefox()
  await firefox.visit(address)
  await firefox.run(`
    window.addEventListener('error', (event) => { document.title = 'error: ' + event.message })
    document.addEventListener('securitypolicyviolation', (event) => { document.title = 'refused: ' + event.blockedURI })`)
  const right = await firefox.run(press, { ...keys, raw: raw() }, 'go', '#verdict')
  assert.match(String(right), /Accepted The signature is right; the request was signed by app-1/)
  const wrong = raw({
    text: ({ method, target, timestamp, nonce }) => `${method}\n${target}\n${timestamp}\n${nonce}\n${pretty}`,
  })
  assert.match(String(await firefox.run(press, { ...keys, raw: wrong }, 'go', '#verdict')), /Refused signature_invalid/)
  assert.match(String(await firefox.run(press, {}, 'go', '#diagnosis > .findings')), /body-reserialized/)
  // Behind the header another form: a quoted value.
  const quoted = raw().replace(headerOf(), headerOf().replace('app_id=app-1', 'app_id="app-1"'))
  assert.match(String(await firefox.run(press, { raw: quoted }, 'go', '#diagnosis > .findings')), /header-quoted/)
  assert.not.match(String(await firefox.run('return document.title')), /error|refused/)
})

page.after(() => firefox?.close())
