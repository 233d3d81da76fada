import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { launch, visiting } from '../../support/browser.ts'
import { builtPackage } from '../../support/builtPackage.ts'
import { needs } from '../../support/needs.ts'
import { suite } from '../../support/suite.ts'
import { address, diagnosed, findings, html, inspect, join5, raw, textOf } from './inspecting.ts'

let browser: Browser | undefined
const chromium = async (): Promise<Browser> => {
  browser ??= await launch()
  return browser
}

/** The page by the real command, from a built package. */
const served = async (use: (url: string) => Promise<void>): Promise<void> => {
  const folder = await builtPackage()
  const child = spawn(process.execPath, [join(folder, 'dist/apps/cli/main.js'), 'inspector'], { stdio: 'pipe' })
  const closed = once(child, 'close')
  try {
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), closed])) as [unknown]
    await use(String(line).replace('listening on ', ''))
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}

/** The page on any port of loopback, without the header that the command sends. */
const plainly = async (use: (port: number, asked: ReadonlyArray<string>) => Promise<void>): Promise<void> => {
  const asked: Array<string> = []
  const server = createServer(({ url = '' }, res) => {
    asked.push(url)
    res.setHeader('Content-Type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use((server.address() as AddressInfo).port, asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const everything = async (page: Page): Promise<void> => {
  await inspect(page, raw({ text: (s) => `${join5(s)}\n` }))
  await diagnosed(page)
  assert.equal(await findings(page), ['trailing-line-feed'])
  await page.locator('#make-pair').click()
  await page.locator('#public-key-field').waitFor()
  await page.locator('#sign-go').click()
  await page.getByRole('button', { name: 'Use this request above' }).click()
  await page.locator('#verdict', { hasText: 'Accepted' }).waitFor()
}

const ownText = (url: string): boolean => !/^(?:blob|data):/.test(url)

const closed = suite('the inspector keeps to itself')
const test = needs('chromium', closed)

test('opened from disk it works, asks for nothing but itself, and says nothing on the console', async () =>
  visiting(await chromium(), address, async ({ page, complaints, requests }) => {
    await everything(page)
    assert.equal(requests.filter(ownText), [address])
    assert.equal(complaints, [])
  }))

test('served by the command it does the same', () =>
  served(async (url) => {
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
    await visiting(await chromium(), url, async ({ page, complaints, requests }) => {
      await everything(page)
      assert.equal(requests.filter(ownText), [`${url}/`])
      assert.equal(complaints, [])
    })
  }))

test('keeps nothing: no storage, no cookie, and after a reload its fields are empty', () =>
  plainly(async (port) =>
    visiting(await chromium(), `http://127.0.0.1:${port}/`, async ({ page }) => {
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
    }),
  ))

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

test('its policy is in force: what has got in cannot run, and cannot get out', () =>
  plainly(async (port, asked) => {
    for (const [name, attempt] of Object.entries(attempts)) {
      const before = asked.length
      await visiting(await chromium(), `http://127.0.0.1:${port}/`, async ({ page, complaints }) => {
        assert.is(await page.evaluate(attempt), false, name)
        // An exception within the script does not show on the console.
        const told = complaints.some((text) => /Content Security Policy|frame-src/i.test(text))
        assert.ok(told || name === 'eval', name)
        assert.equal(asked.slice(before), ['/'], name)
      })
    }
  }))

test('its worker is under the policy, too', () =>
  plainly(async (port, asked) =>
    visiting(await chromium(), `http://127.0.0.1:${port}/`, async ({ page }) => {
      const came = await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const text = `fetch('${url}').then(() => postMessage(true), () => postMessage(false))`
            new Worker(URL.createObjectURL(new Blob([text]))).onmessage = ({ data }) => resolve(data)
          }),
        `http://127.0.0.1:${port}/?worker`,
      )
      assert.is(came, false)
      assert.equal(asked, ['/'])
    }),
  ))

const insecure = suite('the inspector without a secure context')
const without = needs('chromium', insecure)

without('says so, offers nothing that it cannot do, and still reads, shows and diagnoses', async () => {
  const astray = await launch(['--host-resolver-rules=MAP insecure.example 127.0.0.1'])
  try {
    await plainly((port) =>
      visiting(astray, `http://insecure.example:${port}/`, async ({ page, complaints }) => {
        assert.is(await page.evaluate(() => isSecureContext), false)
        assert.ok(await page.locator('#insecure').isVisible())
        for (const id of ['make-pair', 'sign-go']) assert.ok(await page.locator(`#${id}`).isDisabled(), id)
        assert.ok(await page.locator('#examples button').first().isDisabled())
        await inspect(page, raw({ text: (s) => `${join5(s)}\n` }))
        assert.match(await textOf(page, '#verdict'), /No verdict.*in this context the browser verifies none/)
        await diagnosed(page)
        assert.is(await textOf(page, '#diagnosis .tag'), 'Exact')
        assert.equal(await findings(page), ['trailing-line-feed'])
        assert.match(await textOf(page, '#bytes'), /SHA-256 [0-9a-f]{64}/)
        assert.is(await page.locator('#header tbody tr').count(), 5)
        assert.equal(complaints, [])
      }),
    )
  } finally {
    await astray.close()
  }
})

without('it is not said where there is one', async () =>
  visiting(await chromium(), address, async ({ page }) => {
    assert.not(await page.locator('#insecure').isVisible())
  }),
)

insecure.after(async () => {
  await browser?.close()
})

closed.run()
insecure.run()
