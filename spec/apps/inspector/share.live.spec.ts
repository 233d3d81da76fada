// A result is passed on by the clipboard alone: as Markdown, and as a link that no server sees.
import type { Page } from 'playwright-core'
import { assert, needs, suite } from '../../support/suite.ts'
import {
  address,
  appKey,
  diagnose,
  diagnosed,
  findings,
  holds,
  inspect,
  join5,
  onPages,
  open,
  otherKey,
  pathsIn,
  plainly,
  raw,
  textOf,
  unfold,
  usual,
} from './inspecting.ts'

/** The pages beside each other have one clipboard. */
let clipboard: Promise<unknown> = Promise.resolve()

const copied = (page: Page, button: string): Promise<string> => {
  const mine = clipboard.then(async () => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.locator('#share', { hasText: 'copied' }).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  })
  clipboard = mine.catch(() => {})
  return mine
}

const refused = async (page: Page): Promise<void> => {
  const way = { text: (s: Parameters<typeof join5>[0]) => `${join5(s)}\n` }
  await diagnose(page, raw(way), { app: `app-1:\n${appKey.publicPem}`, others: `app-2:\n${otherKey.publicPem}` })
}

const share = suite('the inspector passes a result on')
const test = onPages(share)

test('as Markdown, with the diagnosis', async (page) => {
  await refused(page)
  const text = await copied(page, 'Copy as Markdown')
  assert.match(text, /^## Refused: `signature_invalid`\n/)
  assert.match(text, /\*\*trailing-line-feed\*\*/)
})

needs('chromium', share)('as a link that opens it again, with its keys and its time, and that no server sees', () =>
  plainly(async (port, asked) => {
    const url = `http://127.0.0.1:${port}/`
    let link = ''
    await open(
      async (page) => {
        await refused(page)
        await unfold(page, 'more')
        await page.locator('#max-age').fill('301')
        await page.locator('#go').click()
        await diagnosed(page)
        link = await copied(page, 'Copy a link')
      },
      {},
      url,
    )
    assert.ok(link.startsWith(`${url}#1.`), link.slice(0, 40))
    await open(
      async (page) => {
        await page.locator('#verdict', { hasText: 'Refused' }).waitFor()
        await diagnosed(page)
        assert.equal(await findings(page), ['trailing-line-feed'])
        await holds(page, {
          'app-key': `app-1:\n${appKey.publicPem}`,
          'other-keys': `app-2:\n${otherKey.publicPem}`,
          'max-age': '301',
        })
        assert.match(await page.locator('#raw').inputValue(), /^POST \/v1\/jobs/)
        assert.is(page.url(), url, 'the address keeps nothing')
        await page.locator('#clear').click()
        await page.evaluate((hash) => {
          location.hash = hash
        }, new URL(link).hash)
        await page.locator('#verdict', { hasText: 'Refused' }).waitFor()
      },
      {},
      link,
    )
    assert.ok(asked.every((text) => !text.includes('#') && !text.includes(link.slice(-40))))
    assert.equal(pathsIn(asked), ['/', '/'])
  }),
)

test('opened from disk, too; a damaged link says so', async (page) => {
  await refused(page)
  const link = await copied(page, 'Copy a link')
  await page.goto('about:blank')
  await page.goto(link)
  await page.locator('#verdict', { hasText: 'Refused' }).waitFor()
  assert.is(page.url(), address)
  await page.goto('about:blank')
  await page.goto(link.slice(0, -20))
  assert.match(await textOf(page, '#raw-says'), /This link is damaged/)
  assert.ok(await page.locator('#no-result').isVisible())
})

test('but not by a link if it holds a token', async (page) => {
  await inspect(page, 'POST /v1/jobs HTTP/1.1\nAuthorization: Bearer c2VjcmV0LXRva2Vu\n\n{}')
  assert.match(await textOf(page, '#share'), /No link: the request seems to hold a token/)
  const text = await copied(page, 'Copy as Markdown')
  assert.not(text.includes('c2VjcmV0LXRva2Vu'))
})

test('without the body, if that is asked for: the page that opens the link wants it', async (page) => {
  await refused(page)
  await page.locator('#without-body').check()
  const link = await copied(page, 'Copy a link')
  assert.not.match(await copied(page, 'Copy as Markdown'), 'stages')
  await page.goto('about:blank')
  await page.goto(link)
  await page.locator('#wanted', { hasText: 'does not have the body (45 bytes)' }).waitFor()
  assert.ok(await page.locator('#no-result').isVisible())
  await page.locator('#body').fill(usual.body)
  await page.locator('#go').click()
  await page.locator('#verdict', { hasText: 'Refused' }).waitFor()
  await diagnosed(page)
  assert.equal(await findings(page), ['trailing-line-feed'])
})
