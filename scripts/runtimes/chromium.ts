// Chromium: the package's files as they are, named by an import map, and no bundler.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../../spec/support/browser.ts'
import { type Can, Missing, type Ready, type Runtime, type Told } from './Runtime.ts'
import type { World } from './World.ts'

const can: Can = {
  publicBits: 8192,
  privateBits: 8192,
  anyExponent: true,
  encryptedKeys: false,
  certificates: false,
  missingNull: false,
}

const entries = [
  'countersign',
  'countersign/web',
  'countersign/client',
  'countersign/server',
  'countersign/fetch',
  'countersign/hono',
  'countersign/guards/memory',
  'countersign/diagnosis',
  'countersign/conformance',
]
const foreign = ['countersign/node', 'countersign/guards/lmdb', 'countersign/guards/redis']

/** The file that package.json names for a program that is not on Node. */
const targetOf = (target: unknown): string =>
  typeof target === 'string' ? target : targetOf((target as { readonly default: unknown }).default)

/** What a bundler, or a server of pages, would make of the package's `exports`. */
const importMap = (folder: string): string => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules/countersign/package.json'), 'utf8'))
  const imports = Object.fromEntries(
    [...entries, ...foreign].map((entry) => {
      const file = targetOf(exports[entry.replace(/^countersign/, '.')])
      return [entry, `/node_modules/countersign/${file.replace(/^\.\//, '')}`]
    }),
  )
  imports['countersign/vectors/'] = '/node_modules/countersign/vectors/'
  return JSON.stringify({ imports })
}

/** The README's page, as a person uses it: a key file is chosen, and the answer stands there. */
const recipe = async (browser: Browser, { folder, baseUrl }: World): Promise<Told> => {
  const words = "the recipe's page signs and submits a job"
  const page = await browser.newPage()
  try {
    await page.goto(`${baseUrl}/browser.html`)
    await page.setInputFiles('input', join(folder, 'private_key.pem'))
    await page.waitForFunction("document.querySelector('output').textContent !== ''", undefined, { timeout: 10_000 })
    const said = await page.locator('output').textContent()
    return said === '200 {"app_id":"app-1"}'
      ? { group: 'sends', words }
      : { group: 'sends', words, wrong: String(said) }
  } catch (error) {
    return { group: 'sends', words, wrong: String(error) }
  } finally {
    await page.close()
  }
}

const opened = async (browser: Browser, { folder, baseUrl }: World): Promise<Page> => {
  writeFileSync(
    join(folder, 'page.html'),
    `<!doctype html><script type="importmap">${importMap(folder)}</script><script type="module" src="/page.mjs"></script>`,
  )
  const page = await browser.newPage()
  await page.goto(`${baseUrl}/page.html`)
  await page.waitForFunction('globalThis.matrix !== undefined', undefined, { timeout: 20_000 })
  return page
}

const ready = async (world: World): Promise<Ready> => {
  const browser = await launch().catch((error) => {
    throw new Missing('chromium', { cause: error })
  })
  const page = await opened(browser, world).catch(async (error) => {
    await browser.close()
    throw error
  })
  const { service, odd } = world
  /** In the page, where our own types are not known. */
  const ask = <A>(member: string, ...args: ReadonlyArray<unknown>): Promise<A> =>
    page.evaluate(
      ([name, given]) =>
        (globalThis as unknown as { matrix: Record<string, (...a: unknown[]) => A> }).matrix[name]?.(...given) as A,
      [member, args] as [string, ReadonlyArray<unknown>],
    )
  service.answerLines = (line, policies) => ask('port', line, policies)
  return {
    title: `Chromium ${browser.version()}`,
    can,
    claims: async () => [
      ...(await ask<ReadonlyArray<Told>>('claims', { can, odd, entries, foreign })),
      await recipe(browser, world),
    ],
    port: (policies) => [
      process.execPath,
      join(world.folder, 'bridge.mjs'),
      `${world.baseUrl}/port${policies ? `?policies=${policies.join(',')}` : ''}`,
    ],
    servers: [],
    refuses: {},
    stop: () => browser.close(),
  }
}

export const chromium = (world: World): Runtime => ({ name: 'chromium', modules: 'ESM', prepare: () => ready(world) })
