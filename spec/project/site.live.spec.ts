/** The site of `npm run docs` in real Chromium: search results and accessibility. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { guides, taskNames, taskOf } from '../../scripts/docs/guides.ts'
import { keywords } from '../../scripts/docs/keywords.ts'
import { visiting } from '../support/browser.ts'
import { buildPackage } from '../support/builtPackage.ts'
import { sideBySide } from '../support/sideBySide.ts'
import { assert, inTurn, needs, suite } from '../support/suite.ts'

/** Making it takes a minute of the processor: at every second commit in CI. */
const isMade = inTurn(2, ['the site']).length > 0
if (isMade) {
  await buildPackage()
  execFileSync(process.execPath, ['--import', './scripts/typescript.mjs', 'scripts/docs.ts'], { stdio: 'pipe' })
}
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const open = async (
  page: string,
  use: (page: Page) => Promise<void>,
  look: BrowserContextOptions = {},
): Promise<void> => {
  const address = pathToFileURL(resolve('dist/docs', page)).href
  await visiting(
    address,
    async ({ page, complaints }) => {
      await page.locator('.site-menu li').first().waitFor({ state: 'attached' })
      assert.equal(complaints, [])
      await use(page)
    },
    look,
  )
}

const site = suite('the site')
const onSite = sideBySide(3)(needs('chromium', site))
const test: typeof onSite = (name, use) => {
  if (isMade) onSite(name, use)
}

site('has a guide for each task of its menu', () =>
  assert.equal([...new Set(guides().map(taskOf))].toSorted(), taskNames.toSorted()),
)

const titleOf = (path: string): string => /^# (.*)/.exec(readFileSync(path, 'utf8'))?.[1] ?? ''

/** A search query, and the section that answers it. */
const questions = {
  'rotate a key': 'Keys.html#rotate-a-key',
  rotation: 'Keys.html#rotate-a-key',
  'keys from url': 'Keys.html#behind-a-url',
  jwks: 'Keys.html#',
  Express: 'Express.html#express',
  'express 4': 'Express.html#',
  'Next.js': 'Next.js.html#nextjs',
  nestjs: 'NestJS.html#nestjs',
  lambda: 'Functions_on_Lambda,_Vercel_and_Netlify.html#',
  webhook: 'Verify_requests.html#',
  'raw body': 'Adapters.html#parsers-in-front-the-raw-body',
  CORS: 'Adapters.html#pages-of-other-origins-cors',
  upload: 'Adapters.html#uploads-and-proxies-after-verified',
  jest: 'Test_your_app.html#a-test-in-vitest-and-in-jest',
  vitest: 'Test_your_app.html#a-test-in-vitest-and-in-jest',
  retry: 'Call_the_service.html#retries',
  proxy: 'Call_the_service.html#proxies-and-certificates',
  docker: 'Operate.html#container-and-compose',
  k8s: 'Replay_guards.html#several-instances',
  health: 'Operate.html#health-and-readiness',
  readiness: 'Operate.html#health-and-readiness',
  'graceful shutdown': 'Operate.html#graceful-shutdown',
  graceful: 'Operate.html#graceful-shutdown',
  shutdown: 'Operate.html#graceful-shutdown',
  SIGTERM: 'Operate.html#graceful-shutdown',
  capacity: 'Operate.html#capacity',
  alerts: 'Operate.html#',
  metrics: 'Logs_and_metrics.html#logs-and-metrics',
  'signature invalid': 'Why_a_signature_is_invalid.html#why-a-signature-is-invalid',
  nonce_replayed: 'Refusals.html#nonce_replayed',
  '401': 'Refusals.html#',
  时间戳: '拒绝原因.html#',
  随机串: '拒绝原因.html#',
  clock: 'Refusals.html#timestamp_in_future',
  'clock skew': 'Refusals.html#timestamp_in_future',
  expired: 'Refusals.html#timestamp_expired',
  replay: 'Replay_guards.html#',
  createVerifier: 'countersign/server/createVerifier.html#',
}

test('a search first finds the section that explains what was asked', () =>
  open('index.html', async (page) => {
    await page.waitForFunction('window.sections !== undefined')
    await page.locator('#tsd-search-trigger').click()
    const wrong: Array<string> = []
    for (const [words, place] of Object.entries(questions)) {
      await page.locator('#tsd-search-input').fill(words)
      const first = await page.locator('#tsd-search-results a').first().getAttribute('href')
      if (!decodeURIComponent(`${first}#`).includes(`/dist/docs/${place}`)) wrong.push(`${words}: ${first}`)
    }
    for (const [place, words] of Object.entries(keywords)) {
      const [path = '', anchor = ''] = place.split('#')
      const address = `/dist/docs/${encodeURI(titleOf(path).replaceAll(' ', '_'))}.html#${anchor}`
      for (const word of words) {
        await page.locator('#tsd-search-input').fill(word)
        const first = await page.locator('#tsd-search-results a').first().getAttribute('href')
        if (!`${first}#`.includes(address)) wrong.push(`${word}: ${first}`)
      }
    }
    assert.equal(wrong, [])
  }))

test('the front page shows the exchange on one screen, and leads to each task and to the inspector', () =>
  open(
    'index.html',
    async (page) => {
      const seen = page.locator('.front .wide').first()
      const { y = 0, height = 0 } = (await page.locator('.front pre').first().boundingBox()) ?? {}
      assert.ok(y > 0 && y + height <= 800, `${y} ${height}`)
      for (const name of ['Express', 'containers, probes, shutdown, alarms, capacity', 'each refusal by name'])
        assert.is(await seen.getByRole('link', { name, exact: true }).count(), 1, name)
      await page.getByRole('link', { name: 'Inspector' }).click()
      assert.match(page.url(), /inspector\.html$/)
    },
    { viewport: { width: 1280, height: 800 } },
  ))

test('a link on the front page opens the guide, also after a search that Escape has closed twice', () =>
  open('index.html', async (page) => {
    await page.waitForFunction('window.sections !== undefined')
    await page.locator('#tsd-search-trigger').click()
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'keys', exact: true }).first().click()
    assert.is(await page.locator('h1').textContent(), 'Keys')
  }))

for (const [width, taps] of [
  [1280, 0],
  [390, 1],
] as const)
  test(`the menu shows the guides of each task by name after ${taps} taps at ${width} pixels`, () =>
    open(
      'Refusals.html',
      async (page) => {
        if (taps === 1) await page.locator('[data-toggle="menu"], #tsd-toolbar-menu-trigger').first().click()
        const menu = page.locator('.site-menu')
        for (const path of guides().slice(1)) {
          const link = menu.getByRole('link', { name: titleOf(path), exact: true })
          assert.ok(await link.first().isVisible(), path)
        }
        assert.not.ok(await menu.getByRole('link', { name: 'countersign/express', exact: true }).isVisible())
      },
      { viewport: { width, height: 900 }, reducedMotion: 'reduce' },
    ))

test('a link to a program shows it', () =>
  open('Adapters.html', async (page) => {
    await page.getByRole('link', { name: 'express-parsers' }).first().click()
    assert.match(await page.locator('body').innerText(), "from 'countersign/express'")
  }))

const pages = [
  'index.html',
  'Verify_requests.html',
  'countersign/server.html',
  'countersign/server/createVerifier.html',
]
for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 375],
] as const) {
  test(`axe finds nothing serious, and nothing is too wide, in ${colorScheme} at ${width} pixels`, async () => {
    for (const name of pages) {
      await open(
        name,
        async (page) => {
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name)
          await page.evaluate(axe)
          const found = (await page.evaluate('axe.run().then((r) => r.violations)')) as ReadonlyArray<{
            readonly id: string
            readonly impact: string
            readonly nodes: ReadonlyArray<{ readonly html: string }>
          }>
          const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          const shown = serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${name}: ${id}: ${html}`))
          assert.equal(shown, [])
        },
        { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' },
      )
    }
  })
}
