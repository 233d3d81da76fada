// Chromium: the package's files with an import map, without a bundler.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../../../spec/support/browser.ts'
import { describeTool } from '../../tools.ts'
import { modulesOf, onNodeOnly, webModulesOf } from './modules.ts'
import { Missing, type Ready, type Runtime, type Told, tell, type World, web } from './Runtime.ts'

/** What fast-check imports; its package lists each file. */
const pureRand = ['distribution/uniformBigInt', 'distribution/uniformInt', 'utils/skipN'].concat(
  ['congruential32', 'mersenne', 'xoroshiro128plus', 'xorshift128plus'].map((name) => `generator/${name}`),
)

/** An import map from the package's `exports`, as a bundler would resolve them. */
const importMap = (folder: string): string => {
  const imports = modulesOf(folder).map(({ name, file }) => [name, `/node_modules/countersign/${file}`])
  const others = {
    hono: '/node_modules/hono/dist/index.js',
    'hono/utils/url': '/node_modules/hono/dist/utils/url.js', // imported by the adapter
    'fast-check': '/node_modules/fast-check/lib/fast-check.js', // imported by the arbitraries
    ...Object.fromEntries(pureRand.map((path) => [`pure-rand/${path}`, `/node_modules/pure-rand/lib/esm/${path}.js`])),
  }
  return JSON.stringify({ imports: { ...Object.fromEntries(imports), ...others } })
}

/** Uses the guide's page as a person does: chooses a key file and reads the answer. */
const recipe = async (browser: Browser, { folder, service }: World): Promise<Told> => {
  const page = await browser.newPage()
  const use = async (): Promise<string | null> => {
    await page.goto(`${service.baseUrl}/browser.html`)
    await page.setInputFiles('input', join(folder, 'private_key.pem'))
    await page.waitForFunction("document.querySelector('output').textContent !== ''", undefined, { timeout: 10_000 })
    return page.locator('output').textContent()
  }
  const said = await use().catch(String)
  await page.close()
  return tell('sends', "the recipe's page signs and submits a job", said === '200 {"app_id":"app-1"}', String(said))
}

const opened = async (browser: Browser, { folder, service }: World): Promise<Page> => {
  const scripts = `<script type="importmap">${importMap(folder)}</script><script type="module" src="/page.mjs"></script>`
  writeFileSync(join(folder, 'page.html'), `<!doctype html>${scripts}`)
  const page = await browser.newPage()
  await page.goto(`${service.baseUrl}/page.html`)
  await page.waitForFunction('globalThis.matrix !== undefined', undefined, { timeout: 20_000 })
  return page
}

const ready = async (world: World): Promise<Ready> => {
  const browser = await launch().catch((error) => {
    throw new Missing(describeTool('chromium'), { cause: error })
  })
  const page = await opened(browser, world).catch(async (error) => {
    await browser.close()
    throw error
  })
  const { service, odd, folder } = world
  /** Runs in the page, without the project's types. */
  const ask = <A>(member: string, ...args: ReadonlyArray<unknown>): Promise<A> =>
    page.evaluate(
      ([name, given]) =>
        (globalThis as unknown as { matrix: Record<string, (...a: unknown[]) => A> }).matrix[name]?.(...given) as A,
      [member, args] as [string, ReadonlyArray<unknown>],
    )
  service.answerLines = (line, policies) => ask('port', line, policies)
  return {
    title: `Chromium ${browser.version()}`,
    can: web,
    claims: async () => [
      ...(await ask<ReadonlyArray<Told>>('claims', {
        can: web,
        odd,
        entries: webModulesOf(folder),
        foreign: onNodeOnly,
      })),
      await recipe(browser, world),
    ],
    port: service.portAt(service.baseUrl),
    servers: [],
    refuses: {},
    stop: () => browser.close(),
  }
}

export const chromium = (world: World): Runtime => ({ name: 'chromium', modules: 'ESM', prepare: () => ready(world) })
