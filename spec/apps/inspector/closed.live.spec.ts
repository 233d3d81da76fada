import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launch, visiting, type Watched } from '../../support/browser.ts'
import { builtPackage } from '../../support/builtPackage.ts'
import { beginsAlone } from '../../support/commandRuns.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import {
  address,
  diagnose,
  diagnosed,
  findings,
  inspect,
  join5,
  onPages,
  open,
  pathsIn,
  plainly,
  raw,
  textOf,
} from './inspecting.ts'

/** The page by the real command, from a built package. */
const served = async (use: (url: string) => Promise<void>): Promise<void> => {
  const folder = await builtPackage()
  const page = beginsAlone(process.execPath, folder, join(folder, 'dist/apps/cli/main.js'))(['inspector'])
  try {
    await page.more()
    await use(page.out().trim().replace('listening on ', ''))
  } finally {
    page.kill('SIGTERM')
    await page.ended
  }
}

const everything = async (page: Page): Promise<void> => {
  await diagnose(page, raw({ text: (s) => `${join5(s)}\n` }))
  assert.equal(await findings(page), ['trailing-line-feed'])
  await page.locator('#make-pair').click()
  await page.locator('#public-key-field').waitFor()
  await page.locator('#sign-go').click()
  await page.getByRole('button', { name: 'Use this request above' }).click()
  await page.locator('#verdict', { hasText: 'Accepted' }).waitFor()
}

const ownText = (url: string): boolean => !/^(?:blob|data):/.test(url)

const closed = suite('the inspector keeps to itself')
const test = sideBySide(3)(needs('chromium', closed))

test('opened from disk it works, asks for nothing but itself, and says nothing on the console', () =>
  open(async (page, { requests }) => {
    await everything(page)
    assert.equal(requests.filter(ownText), [address])
  }))

test('served by the command it does the same', () =>
  served((url) => {
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
    const use = async (page: Page, { requests }: Watched): Promise<void> => {
      await everything(page)
      assert.equal(requests.filter(ownText), [`${url}/`])
    }
    return open(use, {}, url)
  }))

test('keeps nothing: no storage, no cookie, and after a reload its fields are empty', () =>
  plainly((port) => {
    const use = async (page: Page): Promise<void> => {
      await everything(page)
      const kept = await page.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        document.cookie,
        (await indexedDB.databases()).length,
      ])
      assert.equal(kept, [0, 0, '', 0])
      await page.reload()
      for (const id of ['raw', 'authorization', 'body', 'app-key', 'private-key'])
        assert.is(await page.locator(`#${id}`).inputValue(), '', id)
    }
    return open(use, {}, `http://127.0.0.1:${port}/`)
  }))

/** What an injected script might try; each answers whether it succeeded. */
const attempts: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  'an inline script': () => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.came = true'
    document.body.append(script)
    return 'came' in globalThis
  },
  'an inline handler': () => {
    const button = document.createElement('button')
    button.setAttribute('onclick', 'globalThis.clicked = true')
    button.click()
    return 'clicked' in globalThis
  },
  eval: async () => {
    // While the spec's own function runs, Chromium lets evaluation pass.
    await new Promise((resolve) => setTimeout(resolve, 10))
    try {
      return new Function('return true')()
    } catch {
      return false
    }
  },
  'a style': () => {
    const style = document.createElement('style')
    style.textContent = 'body { outline: 7px solid red }'
    document.head.append(style)
    return getComputedStyle(document.body).outlineWidth === '7px'
  },
  fetch: () =>
    fetch('/').then(
      () => true,
      () => false,
    ),
  'a socket': () => {
    try {
      const socket = new WebSocket(`ws://${location.host}/`)
      return new Promise((resolve) => {
        socket.onopen = () => resolve(true)
        socket.onerror = () => resolve(false)
      })
    } catch {
      return false
    }
  },
  'an image': () =>
    new Promise((resolve) => {
      const image = new Image()
      image.onload = () => resolve(true)
      image.onerror = () => resolve(false)
      image.src = '/?image'
    }),
  'a frame': () =>
    new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', () => resolve(false), { once: true })
      const frame = document.createElement('iframe')
      frame.onload = () => setTimeout(() => resolve(true), 200)
      frame.src = '/?frame'
      document.body.append(frame)
    }),
  'a script from elsewhere': () =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.onload = () => resolve(true)
      script.onerror = () => resolve(false)
      script.src = '/?script'
      document.body.append(script)
    }),
}

for (const [name, attempt] of Object.entries(attempts))
  test(`its policy is in force: what has got in cannot run, and cannot get out: ${name}`, () =>
    plainly((port, asked) =>
      visiting(`http://127.0.0.1:${port}/`, async ({ page, complaints }) => {
        assert.is(await page.evaluate(attempt), false)
        // An exception within the script does not show on the console.
        const told = complaints.some((text) => /Content Security Policy|frame-src/i.test(text))
        assert.ok(told || name === 'eval')
        assert.equal(pathsIn(asked), ['/'])
      }),
    ))

test('its worker is under the policy, too', () =>
  plainly((port, asked) =>
    visiting(`http://127.0.0.1:${port}/`, async ({ page }) => {
      const came = await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const text = `fetch('${url}').then(() => postMessage(true), () => postMessage(false))`
            new Worker(URL.createObjectURL(new Blob([text]))).onmessage = ({ data }) => resolve(data)
          }),
        `http://127.0.0.1:${port}/?worker`,
      )
      assert.is(came, false)
      assert.equal(pathsIn(asked), ['/'])
    }),
  ))

const insecure = suite('the inspector without a secure context')
const without = onPages(insecure)

needs('chromium', insecure)(
  'says so, offers nothing that it cannot do, and still reads, shows and diagnoses',
  async () => {
    const astray = await launch(['--host-resolver-rules=MAP insecure.example 127.0.0.1'])
    const look = async ({ page, complaints }: Watched): Promise<void> => {
      assert.is(await page.evaluate(() => isSecureContext), false)
      assert.ok(await page.locator('#insecure').isVisible())
      for (const id of ['make-pair', 'sign-go']) assert.ok(await page.locator(`#${id}`).isDisabled(), id)
      assert.ok(await page.locator('#examples button').first().isDisabled())
      await inspect(page, raw({ text: (s) => `${join5(s)}\n` }))
      assert.match(await textOf(page, '#verdict'), /No verdict.*the browser does not verify signatures on this page/)
      await diagnosed(page)
      assert.is(await textOf(page, '#diagnosis .tag'), 'Exact')
      assert.equal(await findings(page), ['trailing-line-feed'])
      assert.match(await textOf(page, '#bytes'), /SHA-256 [0-9a-f]{64}/)
      assert.is(await page.locator('#header tbody tr').count(), 5)
      assert.equal(complaints, [])
    }
    try {
      await plainly((port) => visiting(`http://insecure.example:${port}/`, look, {}, astray))
    } finally {
      await astray.close()
    }
  },
)

without('it is not said where there is one', async (page) => {
  assert.not(await page.locator('#insecure').isVisible())
})
