/**
 * Headless Chromium from the PATH. Records a page's console messages, exceptions and network requests, so that a spec can
 * claim that there were none.
 */
import process from 'node:process'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { requireTool } from '../../scripts/tools.ts'

/** Starts Chromium; `args` are further switches. Its sandbox does not work as root. */
export const launch = async (args: ReadonlyArray<string> = []): Promise<Browser> =>
  (await import('playwright-core')).chromium.launch({
    executablePath: requireTool('chromium'),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  })

let started: Promise<Browser> | undefined

/** One for all specs of the process, which ends with it. */
export const browser = (): Promise<Browser> => {
  started ??= launch()
  return started
}

export interface Watched {
  readonly page: Page
  /** Console errors and warnings, and uncaught exceptions. */
  readonly complaints: ReadonlyArray<string>
  /** Every requested address. */
  readonly requests: ReadonlyArray<string>
}

/** Uses a page in a new context of the browser, and closes it afterwards. */
export const visiting = async <A>(
  address: string,
  use: (watched: Watched) => Promise<A>,
  options: BrowserContextOptions = {},
  of: Browser | Promise<Browser> = browser(),
): Promise<A> => {
  const context = await (await of).newContext({ viewport: { width: 1200, height: 900 }, ...options })
  context.setDefaultTimeout(60_000)
  try {
    const page = await context.newPage()
    const complaints: Array<string> = []
    const requests: Array<string> = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    context.on('request', (request) => requests.push(request.url()))
    await page.goto(address)
    return await use({ page, complaints, requests })
  } finally {
    await context.close()
  }
}
