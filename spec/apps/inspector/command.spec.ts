import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inspectorPage } from '../../../scripts/build/inspectorPage.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, file, page as inProcess, packageFolder, pageAlone } from '../cli/command.ts'

const { html, metafiles } = await inspectorPage()

const inspector = suite('countersign inspector')

inspector.before(() => void file('.package/dist/inspector.html', html))

inspector('serves one file of at most 250 KB', () => {
  const size = Buffer.byteLength(html) / 1024
  assert.ok(size <= 250, `${size.toFixed(1)} KB`)
})

inspector('holds the notice of each package that is in the page, so that every copy has it', () => {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs))
  const folders = new Set(inputs.flatMap((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []))
  assert.ok(folders.size > 3)
  for (const folder of folders) {
    const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) ?? ''
    const notices = readFileSync(join(folder, licence), 'utf8').match(/^.*copyright.*\d{4}.*$/gim) ?? []
    assert.ok(notices.length > 0, folder)
    for (const notice of notices) assert.ok(html.includes(notice.trim().replace('<', '&lt;')), `${folder}: ${notice}`)
  }
})

inspector('serves the page under the policy that stands in it, and forbids to frame it', () =>
  inProcess([], async ({ url }) => {
    const answer = await fetch(`${url}/`)
    assert.is(answer.status, 200)
    assert.is(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.is(await answer.text(), html)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const inPage = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
    assert.is(policy, `${inPage}; frame-ancestors 'none'`)
    for (const rule of [
      "default-src 'none'",
      'worker-src blob:',
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
      assert.ok(policy.split('; ').includes(rule), rule)
    assert.not.match(policy, /unsafe|https?:|\*/)
  }),
)

inspector('serves nothing else', () =>
  inProcess([], async ({ url }) => {
    assert.is((await fetch(`${url}/favicon.ico`)).status, 404)
    assert.is((await fetch(`${url}/..%2fpackage.json`)).status, 404)
    assert.is((await fetch(url, { method: 'POST', body: 'x' })).status, 405)
    const head = await fetch(url, { method: 'HEAD' })
    assert.equal([head.status, await head.text()], [200, ''])
  }),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  inspector(`ends on ${signal} with 0, although a connection is open`, () =>
    pageAlone([], async ({ url, stop }) => {
      await (await fetch(url)).text()
      assert.is(await stop(signal), 0)
    }),
  )

inspector('says that the page is missing where it is', async () => {
  rmSync(join(packageFolder, 'dist/inspector.html'))
  const { code, err } = await countersign(['inspector'])
  file('.package/dist/inspector.html', html)
  assert.is(code, 3)
  assert.match(err, /the page of this installation cannot be read: there is no such file/)
})

const page = suite('the page')

page('is one file that names no other', () => {
  assert.not.match(html.replace(/<script>[\s\S]*<\/script>/, ''), /\s(?:src|href)="(?!#|data:)/)
  assert.is(html.split('<script>').length, 2)
  assert.is(html.split('</script>').length, 2)
  assert.not.match(html, /\{\{|<!-- /)
})

page('is the same each time it is built', async () => assert.is((await inspectorPage()).html, html))

page('sets text as text: no markup is made of strings', () => {
  for (const name of readdirSync('src/apps/inspector').filter((name) => name.endsWith('.ts')))
    assert.not.match(
      readFileSync(`src/apps/inspector/${name}`, 'utf8'),
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
    )
})
