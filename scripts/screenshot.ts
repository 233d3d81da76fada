// Writes src/diagnosis/inspector.png, the picture of the inspector in the guide to the diagnosis: one wrong request, diagnosed.
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { launch, visiting } from '../spec/support/browser.ts'
import { inspectorPage } from './build/inspectorPage.ts'

const picture = 'src/diagnosis/inspector.png'
const file = join(tmpdir(), `countersign-inspector-${process.pid}.html`)
writeFileSync(file, (await inspectorPage()).html)

const browser = await launch()
await visiting(
  browser,
  pathToFileURL(file).href,
  async ({ page }) => {
    await page.getByRole('button', { name: 'body serialized again' }).click()
    await page.locator('.sides').waitFor()
    // From the verdict down to where the string to sign begins.
    const clip = await page.evaluate(() => {
      const [result, next] = ['result', 'bytes'].map((id) => document.getElementById(id)?.getBoundingClientRect())
      if (result === undefined || next === undefined) throw new Error('there is no result to be seen')
      const { x, y, width } = result
      return { x: x + scrollX - 12, y: y + scrollY - 12, width: width + 24, height: next.y - y }
    })
    await page.screenshot({ path: picture, clip, fullPage: true })
  },
  { viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce', colorScheme: 'light' },
)
await browser.close()
rmSync(file)
console.log(`${picture}: ${(statSync(picture).size / 1024).toFixed(1)} KB`)
