// Clear removes what was pasted: from the fields, from the result, and from what is under way.
import type { Page } from 'playwright-core'
import { assert, suite, until } from '../../support/suite.ts'
import { appKey, diagnose, fill, headerOf, inspect, join5, onPages, pause, raw, usual } from './inspecting.ts'

/** The text of the page and of its fields. */
const heldBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML.replace(/<script>[\s\S]*<\/script>/, ''),
      ...[...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map((e) => e.value),
    ].join('\n'),
  )

const isBlank = async (page: Page): Promise<void> => {
  for (const id of [
    'raw',
    'target',
    'authorization',
    'body',
    'app-key',
    'other-keys',
    'claimed',
    'url',
    'host',
    'private-key',
    'public-key',
  ])
    assert.is(await page.locator(`#${id}`).inputValue(), '', id)
  for (const id of [
    'verdict',
    'claim-result',
    'share',
    'diagnosis',
    'bytes',
    'header',
    'announce',
    'signed',
    'sign-error',
    'raw-says',
  ])
    assert.is(await page.locator(`#${id} > *`).count(), 0, id)
  assert.ok(await page.locator('#no-result').isVisible())
  assert.not(await page.locator('#stale').isVisible())
  assert.not(await page.locator('#public-key-field').isVisible())
}

const clear = suite('the inspector forgets')
const test = onPages(clear)

test('request, keys, result and what was signed, when Clear is pressed', async (page) => {
  await diagnose(page, raw({ text: (s) => `${join5(s)}\n` }), { others: appKey.publicPem })
  await fill(page, { 'private-key': appKey.privatePem, 'sign-body': '{"note":"of the sign panel"}' })
  await page.locator('#sign-go').click()
  await page.locator('#signed pre').first().waitFor()
  const secrets = [
    usual.nonce,
    'früh',
    'of the sign panel',
    appKey.privatePem.split('\n')[3],
    appKey.publicPem.split('\n')[2],
  ]
  const before = await heldBy(page)
  for (const secret of secrets) assert.ok(before.includes(secret as string), secret)
  await page.locator('#clear').click()
  await isBlank(page)
  const after = await heldBy(page)
  for (const secret of secrets) assert.not(after.includes(secret as string), secret)
  assert.is(await page.locator('#sign-url').inputValue(), 'https://jobs.example/v1/jobs')
})

test('a private key for good: undo does not bring it back', async (page) => {
  await page.locator('#private-key').focus()
  await page.keyboard.insertText(appKey.privatePem)
  await page.locator('#clear').click()
  for (const id of ['private-key', 'raw']) {
    await page.locator(`#${id}`).focus()
    await page.keyboard.press('Control+z')
    assert.not((await heldBy(page)).includes(appKey.privatePem.split('\n')[3] as string), id)
  }
})

test('a request that was pasted a moment ago: it does not fill the form afterwards', async (page) => {
  await page.evaluate((text) => {
    const field = document.querySelector('#raw') as HTMLTextAreaElement
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector<HTMLButtonElement>('#clear')?.click()
  }, raw())
  await pause(600)
  await isBlank(page)
})

test('a search that is under way, and its worker', async (page) => {
  await inspect(page, raw({ text: (s) => join5({ ...s, nonce: 'another' }) }))
  await page.locator('#stop').waitFor()
  await page.waitForFunction(() => document.querySelector('progress')?.hasAttribute('value'))
  assert.is(page.workers().length, 1)
  await page.locator('#clear').click()
  await until(() => page.workers().length === 0)
  await isBlank(page)
})

test('what is under way: a verdict, an example, a file, a key pair, a signature', async (page) => {
  await page.evaluate(
    async ({ key, header }) => {
      const at = <E extends HTMLElement>(id: string): E => document.querySelector(`#${id}`) as E
      const give = (id: string): void => {
        const files = new DataTransfer()
        files.items.add(new File(['POST /v1/jobs HTTP/1.1\nHost: a\n\n{"a":1}'], 'a.txt'))
        at<HTMLInputElement>(id).files = files.files
        at(id).dispatchEvent(new Event('change', { bubbles: true }))
      }
      const begun: ReadonlyArray<() => void> = [
        () => {
          at<HTMLTextAreaElement>('authorization').value = header
          at('go').click()
        },
        () => document.querySelector<HTMLElement>('#examples button')?.click(),
        () => give('raw-file'),
        () => give('body-file'),
        () => at('make-pair').click(),
        () => {
          at<HTMLTextAreaElement>('private-key').value = key
          at('sign-go').click()
        },
      ]
      for (const begin of begun) {
        begin()
        at('clear').click()
      }
    },
    { key: appKey.privatePem, header: headerOf() },
  )
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('#make-pair')?.disabled)
  await pause(2500)
  await isBlank(page)
  assert.is(page.workers().length, 0)
})
