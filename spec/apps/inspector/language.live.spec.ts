// The page in Chinese: as the browser prefers it, and as the user chooses. What was found stays, and is said anew.
import type { Page } from 'playwright-core'
import { restOfEnglish } from '../../kit/diagnosis/chinese/reading.ts'
import { assert, suite } from '../../support/suite.ts'
import { appKey, diagnosed, findings, join5, onPages, raw, textOf, unfold } from './inspecting.ts'

const chinese = suite('the inspector in Chinese')
const inChina = onPages(chinese, { locale: 'zh-CN' })
const elsewhere = onPages(chinese, { locale: 'fr-FR' })

const two = raw({ text: (s) => `${join5({ ...s, target: '/v1/jobs' })}\n` })

/** What a reader sees, without the request's own text. */
const seen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const whole = document.body.cloneNode(true) as HTMLElement
    for (const each of whole.querySelectorAll(
      'script, style, template, noscript, pre, code, option, td.value, #announce, [hidden]',
    ))
      each.remove()
    return whole.innerText
  })

const inspectTwo = async (page: Page): Promise<void> => {
  await page.locator('#app-key').fill(appKey.publicPem)
  await page.locator('#raw').fill(two)
  await page.locator('#raw-says:not(:empty)').waitFor()
  await page.locator('#go').click()
  await page.locator('#verdict h3').waitFor()
  await diagnosed(page)
}

inChina('a Chinese browser gets Chinese: markup, verdict and diagnosis have no English sentence', async (page) => {
  await unfold(page, 'parts', 'more')
  assert.is(await page.evaluate(() => document.documentElement.lang), 'zh-CN')
  assert.is(await page.locator('#language').inputValue(), 'zh')
  await inspectTwo(page)
  const text = await seen(page)
  assert.equal(restOfEnglish(text), [], text)
  assert.match(await textOf(page, '#verdict'), '已拒绝')
  assert.match(await textOf(page, '#diagnosis'), '调用方签名的路径没有带查询参数。')
  assert.equal((await findings(page)).toSorted(), ['target-without-query', 'trailing-line-feed'])
  const copied = await page.evaluate(async () => {
    const [button] = document.querySelectorAll<HTMLButtonElement>('#share button')
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 300))
    return navigator.clipboard.readText()
  })
  assert.match(copied, '## 已拒绝：`signature_invalid`')
})

elsewhere('a choice changes all that stands there, and back, and a diagnosis is not run again', async (page) => {
  await inspectTwo(page)
  const english = await seen(page)
  assert.match(english, 'Refused')
  await page.locator('#language').selectOption('zh')
  const said = await seen(page)
  assert.equal(restOfEnglish(said), [], said)
  assert.match(await textOf(page, '#raw-says'), /^已读取：/)
  assert.is(await page.locator('#stop').count(), 0)
  await page.locator('#language').selectOption('en')
  assert.is(await seen(page), english)
})
