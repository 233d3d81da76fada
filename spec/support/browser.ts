/**
 * Real Chromium, headless: Debian's, found on the PATH. Whatever a page says on its console, throws, or asks the network for
 * is kept, so that a spec can say that there was nothing.
 */
import process from 'node:process'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { requireTool } from '../../scripts/tools.ts'

/** Starts it; `args` are further switches. Where it runs as root its own sandbox does not work. */
export const launch = async (args: ReadonlyArray<string> = []): Promise<Browser> =>
  chromium.launch({
    executablePath: requireTool('chromium'),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  })

export interface Watched {
  readonly page: Page
  /** Errors and warnings of the console, and exceptions that nobody caught. */
  readonly complaints: ReadonlyArray<string>
  /** Every address that was asked for. */
  readonly requests: ReadonlyArray<string>
}

/** Opens an address in a fresh context, lets a test use the page, and closes it whatever comes. */
export const visiting = async <A>(
  browser: Browser,
  address: string,
  use: (watched: Watched) => Promise<A>,
  options: BrowserContextOptions = {},
): Promise<A> => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
  context.setDefaultTimeout(20_000)
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
