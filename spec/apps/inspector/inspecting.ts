/**
 * The inspector as it is built, opened in real Chromium, and requests to put into it: signed by Node, rightly or with a
 * mistake.
 */
import { constants, createSign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { inspectorPage } from '../../../src/apps/cli/inspectorPage.ts'
import { visiting, type Watched } from '../../support/browser.ts'
import { buildPackage } from '../../support/builtPackage.ts'
import { lastingFolder } from '../../support/folder.ts'
import { rsa, type TestKey } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import type { Test } from '../../support/suite.ts'
import { byTurns, needs } from '../../support/suite.ts'

const folder = lastingFolder()

await buildPackage()

/** The page's text. */
export const html: string = inspectorPage('dist')

/** Writes a file for the page to read, and answers its path. */
export const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The page on disk. */
export const address: string = pathToFileURL(fileOf('inspector.html', html)).href

/** Uses the page in Chromium; nothing may stand on the console. */
export const open = (
  use: (page: Page, watched: Watched) => Promise<void>,
  options: BrowserContextOptions = {},
  url: string = address,
): Promise<void> => {
  const watching = async (watched: Watched): Promise<void> => {
    await use(watched.page, watched)
    assert.equal(watched.complaints, [], 'nothing stands on the console')
  }
  return visiting(url, watching, { permissions: ['clipboard-read', 'clipboard-write'], ...options })
}

/** A test in a page of its own. The tests of a suite run beside each other. */
export type PageTest = (name: string, use: (page: Page, watched: Watched) => Promise<void>) => void

const atOnce = sideBySide(5)

export const onPages = (suite: Test<Record<string, unknown>>, options?: BrowserContextOptions): PageTest => {
  // One process runs all files of the folder, and may take longer than a timestamp is fresh.
  fresh.timestamp = now()
  const besideOthers = Object.assign(atOnce(needs('chromium', suite)), { waits: suite.waits })
  const test = byTurns(2, besideOthers)
  return (name, use) => test(name, () => open(use, options))
}

/** The page on any port of loopback, without the header that the command sends; `asked` is what the server hears. */
export const plainly = async (use: (port: number, asked: ReadonlyArray<string>) => Promise<void>): Promise<void> => {
  const asked: Array<string> = []
  const server = createServer(({ url = '', headers }, res) => {
    asked.push(url, ...Object.values(headers).flatMap((value) => value ?? []))
    res.setHeader('Content-Type', 'text/html').end(html)
  })
  await withServer(server, ({ port }) => use(port, asked))
}

/** The addresses among what a server heard. */
export const pathsIn = (asked: ReadonlyArray<string>): ReadonlyArray<string> =>
  asked.filter((text) => text.startsWith('/'))

export const appKey: TestKey = rsa(2048, 'app-1')
export const otherKey: TestKey = rsa(2048, 'app-2')

export interface Made {
  readonly method: string
  readonly target: string
  readonly timestamp: number
  readonly nonce: string
  readonly body: string
}

export interface Way {
  /** The text that is signed for what is sent. */
  readonly text?: (sent: Made) => string | Uint8Array
  readonly hash?: string
  readonly padding?: 'pss'
  readonly key?: TestKey
  /** Changes to the signature's Base64, and to the whole header. */
  readonly spell?: (base64: string) => string
  readonly write?: (header: string) => string
  readonly sent?: Partial<Made>
}

export const join5 = ({ method, target, timestamp, nonce, body }: Made): string =>
  `${method}\n${target}\n${timestamp}\n${nonce}\n${body}`

const now = (): number => Math.floor(Date.now() / 1000)

const fresh = {
  method: 'POST',
  target: '/v1/jobs?b=2&a=1',
  timestamp: now(),
  nonce: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  body: '{"request_id":"7","stages":[],"note":"früh"}',
}

export const usual: Made = fresh

/** The header of a request that was made this way. */
export const headerOf = (way: Way = {}): string => {
  const { text = join5, hash = 'sha256', padding, key = appKey, spell = String, write = String } = way
  const sent = { ...usual, ...way.sent }
  const signature = createSign(hash)
    .update(text(sent))
    .sign({
      key: key.privateKey,
      ...(padding === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    })
    .toString('base64')
  const { timestamp, nonce } = sent
  return write(`SVC-SHA256-RSA app_id=app-1,nonce_str=${nonce},timestamp=${timestamp},signature=${spell(signature)}`)
}

/** The request on the wire. */
export const raw = (way: Way = {}): string => {
  const { method, target, body } = { ...usual, ...way.sent }
  const length = Buffer.byteLength(body)
  const headers = ['Host: jobs.example', `Authorization: ${headerOf(way)}`, `Content-Length: ${length}`]
  return `${method} ${target} HTTP/1.1\n${headers.join('\n')}\n\n${body}`
}

export interface Keys {
  readonly app?: string
  readonly others?: string
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until the page has read what was pasted; throws with the page's own words if it cannot. */
export const isRead = async (page: Page): Promise<void> => {
  await page.locator('#raw-says:not(:empty)').waitFor()
  const says = await textOf(page, '#raw-says')
  if (!says.startsWith('Read:')) throw new Error(`the page does not read the request: ${says}`)
}

/** Opens a folded part of the form. */
export const unfold = async (page: Page, ...parts: ReadonlyArray<'parts' | 'more'>): Promise<void> => {
  for (const part of parts)
    await page.locator(`#${part}`).evaluate((details) => {
      ;(details as HTMLDetailsElement).open = true
    })
}

/** Puts a request into the page and waits for its verdict. */
export const inspect = async (page: Page, request: string, { app, others = '' }: Keys = {}): Promise<void> => {
  await page.locator('#app-key').fill(app ?? appKey.publicPem)
  if (others !== '') {
    await unfold(page, 'more')
    await page.locator('#other-keys').fill(others)
  }
  await page.locator('#raw').fill(request)
  await isRead(page)
  await page.locator('#go').click()
  // Until then the page shows the verdict of the request before.
  await page.waitForFunction(() => document.querySelector('#verdict')?.getAttribute('aria-busy') === 'false')
}

/** Resolves when the diagnosis is over. A search for two mistakes takes long on a busy machine. */
export const diagnosed = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => document.querySelector('#stop') === null && document.querySelector('#diagnosis')?.textContent !== '',
    undefined,
    { timeout: 90_000 },
  )
}

/**
 * Stops the search. The worker has 200 ms to answer, and on a busy machine it may be late: then the page shows `Stopped`, and the
 * search begins again, up to five times.
 */
export const stopped = async (
  page: Page,
  stop: () => Promise<void> = () => page.locator('#stop').click(),
): Promise<void> => {
  for (let attempts = 0; attempts < 5; attempts++) {
    if (attempts > 0) await page.locator('#go').click()
    await page.locator('#diagnosis', { hasText: /[1-9]\d* texts so far/ }).waitFor()
    await stop()
    await diagnosed(page)
    if ((await textOf(page, '#diagnosis .tag')) !== 'Stopped') return
  }
}

/** Writes texts into the fields with these ids. */
export const fill = async (page: Page, texts: Readonly<Record<string, string>>): Promise<void> => {
  for (const [id, text] of Object.entries(texts)) await page.locator(`#${id}`).fill(text)
}

/** The fields with these ids hold these texts. */
export const holds = async (page: Page, texts: Readonly<Record<string, string>>): Promise<void> => {
  for (const [id, text] of Object.entries(texts)) assert.is(await page.locator(`#${id}`).inputValue(), text, id)
}

/** Puts a request into the page, and waits for its diagnosis. */
export const diagnose = async (page: Page, request: string, keys?: Keys): Promise<void> => {
  await inspect(page, request, keys)
  await diagnosed(page)
}

/** Inspects what the form holds, and waits for this verdict. */
export const judged = async (page: Page, verdict: 'Accepted' | 'Refused'): Promise<void> => {
  await page.locator('#go').click()
  await page.locator('#verdict', { hasText: verdict }).waitFor()
}

/** The id of what has the focus. */
export const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '')

export const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).innerText()).replace(/\s+/g, ' ')

/** The ids of the findings, without those of other explanations. */
export const findings = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator('#diagnosis > .findings > li > .meta > code:first-child').allInnerTexts()
