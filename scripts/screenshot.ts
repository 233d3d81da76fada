// Writes src/kit/diagnosis/inspector.webp, the picture of the inspector in the guide to the diagnosis: one wrong request, diagnosed.
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browser, visiting } from '../spec/support/browser.ts'
import { inspectorPage } from './build/inspectorPage.ts'

const picture = 'src/kit/diagnosis/inspector.webp'
const file = join(tmpdir(), `countersign-inspector-${process.pid}.html`)
writeFileSync(file, (await inspectorPage()).html)

await visiting(
  pathToFileURL(file).href,
  async ({ page }) => {
    await page.getByRole('button', { name: 'body serialized again' }).click()
    await page.locator('.sides').waitFor()
    // From the verdict down to where the header begins.
    const clip = await page.evaluate(() => {
      const [result, next] = ['result', 'header'].map((id) => document.getElementById(id)?.getBoundingClientRect())
      if (result === undefined || next === undefined) throw new Error('there is no result to be seen')
      const { x, y, width } = result
      return { x: x + scrollX - 12, y: y + scrollY - 12, width: width + 24, height: next.y - y }
    })
    const png = await page.screenshot({ clip, fullPage: true })
    // Half the bytes of a PNG: the picture is in the tarball.
    const webp = await page.evaluate(async (base64) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${base64}` })
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.25)
    }, png.toString('base64'))
    writeFileSync(picture, Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'))
  },
  { bypassCSP: true, viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce', colorScheme: 'light' },
)
await (await browser()).close()
rmSync(file)
console.log(`${picture}: ${(statSync(picture).size / 1024).toFixed(1)} KB`)
