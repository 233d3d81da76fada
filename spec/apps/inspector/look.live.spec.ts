import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { assert, suite } from '../../support/suite.ts'
import {
  appKey,
  diagnose,
  diagnosed,
  focused,
  inspect,
  isRead,
  join5,
  onPages,
  raw,
  stopped,
  textOf,
  unfold,
  type Way,
} from './inspecting.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

const two: Way = { text: (s) => `${join5({ ...s, target: '/v1/jobs' })}\n` }

/** Each state of the page that looks different. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  empty: async () => {},
  accepted: async (page) => {
    await diagnose(page, raw())
  },
  diagnosed: async (page) => {
    await diagnose(page, raw(two))
  },
  unfolded: async (page) => {
    await states.diagnosed?.(page)
    await page.locator('.finding summary').first().click()
  },
  'under way': async (page) => {
    await inspect(page, raw({ text: (s) => join5({ ...s, nonce: 'another' }) }))
    await page.locator('#stop').waitFor()
  },
  guessed: async (page) => {
    await states['under way']?.(page)
    await stopped(page)
  },
  'found in part': async (page) => {
    const write = (header: string): string => header.replace('app_id=app-1', 'app_id="app-1"')
    await inspect(page, raw({ write, text: (s) => join5({ ...s, nonce: 'another' }) }))
    await stopped(page)
  },
  'without a verdict': (page) => inspect(page, raw(), { app: '' }),
  'full of odd bytes': (page) =>
    inspect(
      page,
      raw({ sent: { body: '{"а":\t"x\u00a0y\u200b"} ' }, write: (header) => `${header},x,,timestamp="1"` }),
    ),
  complaining: async (page) => {
    await page.locator('#raw').fill('curl "$URL"')
    await page.locator('#raw-says.problem').waitFor()
    await page.locator('#app-key').fill('nothing')
    await unfold(page, 'parts', 'more')
    await page.locator('#now').fill('soon')
    await page.locator('#go').click()
  },
  'wanting a body': async (page) => {
    await page.locator('#raw').fill('curl https://jobs.example/v1/jobs -d @job.json')
    await page.locator('#wanted').waitFor()
  },
  'with a text of the caller': async (page) => {
    await page.locator('#claim').evaluate((details) => {
      ;(details as HTMLDetailsElement).open = true
    })
    await page.locator('#claimed').fill('another text')
    await diagnose(page, raw(two))
  },
  signed: async (page) => {
    await page.locator('#make-pair').click()
    await page.locator('#public-key-field').waitFor()
    await page.locator('#sign-go').click()
    await page.locator('#signed pre').first().waitFor()
  },
}

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const still = { reducedMotion: 'reduce' } as const

/** The policy of the page would block axe. */
const withAxe: BrowserContextOptions = { ...still, bypassCSP: true }

const checked = async (page: Page): Promise<void> => {
  await page.evaluate(axe)
  const run = "axe.run({ resultTypes: ['violations'] }).then((r) => r.violations)"
  const violations = (await page.evaluate(run)) as ReadonlyArray<Violation>
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const shown = serious.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.html}: ${n.failureSummary}`))
  assert.equal(shown, [])
}

const fitsIn = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  const { scrollWidth, innerWidth } = await page.evaluate(() => {
    const { innerWidth } = globalThis
    return { innerWidth, scrollWidth: document.documentElement.scrollWidth }
  })
  assert.ok(scrollWidth <= innerWidth, `${scrollWidth} > ${innerWidth}`)
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((e) => e.scrollWidth > e.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX))
      .filter((e) => !e.matches('pre, textarea'))
      .map((e) => e.className),
  )
  assert.equal(sideways, [])
}

const access = suite('the inspector: for everyone')
const atDesk = onPages(access, withAxe)
const onPhone = onPages(access, { ...withAxe, ...phone })
const test = onPages(access)

for (const [state, reach] of Object.entries(states)) {
  atDesk(`${state}: axe finds nothing serious, in light and in dark`, async (page) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await reach(page)
    await checked(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await checked(page)
  })
  onPhone(`${state}: axe finds nothing serious on a phone, and nothing is wider than its 360 pixels`, async (page) => {
    await reach(page)
    await checked(page)
    await fitsIn(page)
  })
}

onPages(access, { ...still, ...phone, viewport: { width: 375, height: 667 } })(
  'on a phone the verdict is within one screen of the button, and what was signed is in view',
  async (page) => {
    const placeOf = async (selector: string): Promise<{ readonly top: number; readonly bottom: number }> => {
      const { y, height } = (await page.locator(selector).boundingBox()) ?? { y: Number.NaN, height: 0 }
      return { top: y, bottom: y + height }
    }
    for (const reach of [states.diagnosed, states.accepted]) {
      await page.reload()
      await reach?.(page)
      const button = await placeOf('#go')
      const verdict = await placeOf('#verdict')
      assert.ok(verdict.bottom - button.top <= 667, `${verdict.bottom - button.top} pixels`)
      assert.ok(verdict.top >= 0 && verdict.bottom <= 667, `it is in view: ${verdict.top} to ${verdict.bottom}`)
    }
    await states.signed?.(page)
    const { top } = await placeOf('#signed')
    assert.ok(top >= 0 && top < 300, `the signature begins at ${top}`)
  },
)

test('it is dark where dark is wanted', async (page) => {
  const brightness = async (colorScheme: 'light' | 'dark'): Promise<number> => {
    await page.emulateMedia({ colorScheme, ...still })
    return page.evaluate(() => {
      const [r = 0, g = 0, b = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? []
      return r + g + b
    })
  }
  assert.ok((await brightness('light')) > 700)
  assert.ok((await brightness('dark')) < 100)
})

test('the keyboard alone leads from the start to the verdict, and what has the focus shows it', async (page) => {
  const passed: Array<string> = []
  const tabTo = async (id: string): Promise<void> => {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      passed.push(await focused(page))
      const shows = await page.evaluate(() => {
        const e = document.activeElement
        const seen = e?.matches('input[type=file]') ? e.nextElementSibling : e
        return seen !== null && seen !== undefined && getComputedStyle(seen).outlineStyle !== 'none'
      })
      assert.ok(shows, `${await focused(page)} shows that it has the focus`)
      if (passed.at(-1) === id) return
    }
    assert.unreachable(`the tab key never comes to ${id}: ${passed}`)
  }
  await tabTo('raw')
  await page.keyboard.insertText(raw(two))
  await isRead(page)
  await tabTo('app-key')
  await page.keyboard.insertText(appKey.publicPem)
  await tabTo('go')
  await page.keyboard.press('Enter')
  await page.locator('#verdict .verdict').waitFor()
  assert.is(await focused(page), 'result')
  await diagnosed(page)
  for (const next of ['The right code', 'The right code', 'Copy as Markdown', 'Copy a link']) {
    await page.keyboard.press('Tab')
    assert.is(await page.evaluate(() => document.activeElement?.textContent), next)
  }
  const inputs = passed.filter((id) => id !== '' && !id.endsWith('-file'))
  assert.equal(inputs, ['language', 'raw', 'app-key', 'go'], 'the rest is folded away')
})

test('its first stop is a way past the form', async (page) => {
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the result')
  await page.keyboard.press('Enter')
  assert.is(await focused(page), 'result')
})

test('its landmarks, headings and labels are what a screen reader is told', async (page) => {
  await diagnose(page, raw(two))
  for (const role of ['banner', 'main', 'contentinfo', 'navigation'] as const)
    assert.is(await page.getByRole(role).count(), 1, role)
  for (const name of ['Request', 'Result', 'Sign']) assert.is(await page.getByRole('region', { name }).count(), 1, name)
  for (const name of ['Authorization', 'Body', "The app's public key", 'Method'])
    assert.ok((await page.getByLabel(name, { exact: true }).count()) > 0, name)
  const levels = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((h) => Number(h.tagName[1])),
  )
  assert.ok(
    levels.every((level, i) => i === 0 || level <= (levels[i - 1] ?? 0) + 1),
    `no level is left out: ${levels}`,
  )
  assert.match(await textOf(page, '#announce'), /Refused.*Exact/)
  await page.locator('#header summary').click()
  assert.equal(await page.getByRole('columnheader').allInnerTexts(), ['Part', 'Value', 'Check'])
})
