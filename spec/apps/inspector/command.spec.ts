import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pageScript } from '../../../src/apps/cli/inspectorPage.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, file, home, page as inProcess, packageFolder, pageAlone } from '../cli/command.ts'

/** In place of the real page, which `page.live.spec` has. */
const policy = [
  "default-src 'none'",
  "script-src 'sha256-x'",
  'worker-src blob:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
const frame = `<meta http-equiv="Content-Security-Policy" content="${policy}"><!-- script -->é`
const modules = {
  'apps/inspector/main.js': 'import{one as two}from"../../part.js";console.log(two);',
  'part.js': 'var one=1;export{one};',
}
const script = `"use strict";const module0=(()=>{var one=1;return{one:one};})();
const module1=(()=>{const {one:two}=module0;console.log(two);return{};})();
`
const html = frame.replace('<!-- script -->', `<script>${script}</script>`)

const inspector = suite('countersign inspector')

inspector.before(() => {
  file('.package/dist/inspector.html', frame)
  for (const [name, text] of Object.entries(modules)) file(`.package/dist/${name}`, text)
})

inspector('serves the page under the policy that stands in it, and forbids to frame it', () =>
  inProcess([], async ({ url }) => {
    const answer = await fetch(`${url}/`)
    assert.is(answer.status, 200)
    assert.is(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.is(await answer.text(), html)
    assert.is(answer.headers.get('content-security-policy'), `${policy}; frame-ancestors 'none'`)
  }),
)

inspector('for all short names: a variable of a module hides no other module', () => {
  const short = [...'mab$_'].flatMap((letter) => [letter, `${letter}0`, `${letter}1`])
  for (const name of short) {
    const written: Readonly<Record<string, string>> = {
      'a.js': `import{one as two}from"./b.js";var ${name}=two;globalThis.seen=${name};`,
      'b.js': `var ${name}=7;export{${name} as one};`,
    }
    const seen: { seen?: number } = {}
    new Function(
      'globalThis',
      pageScript((path) => written[path] ?? '', 'a.js'),
    )(seen)
    assert.is(seen.seen, 7, name)
  }
})

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

inspector('writes the page into a file, in place of what is there', async () => {
  const path = file('inspector.html', 'older')
  const { code, out } = await countersign(['inspector', '--output', path])
  assert.equal([code, out], [0, `${path}: the page, ${Buffer.byteLength(html)} bytes\n`])
  assert.is(readFileSync(join(home, path), 'utf8'), html)
})

inspector('says that the page is missing where it is', async () => {
  for (const name of ['inspector.html', 'part.js']) {
    const path = join(packageFolder, 'dist', name)
    const text = readFileSync(path, 'utf8')
    rmSync(path)
    const { code, err } = await countersign(['inspector'])
    file(`.package/dist/${name}`, text)
    assert.is(code, 3, name)
    assert.match(err, /the page of this installation cannot be read: there is no such file/)
  }
})

const page = suite('the page')

page('sets text as text: no markup is made of strings', () => {
  for (const name of readdirSync('src/apps/inspector').filter((name) => name.endsWith('.ts')))
    assert.not.match(
      readFileSync(`src/apps/inspector/${name}`, 'utf8'),
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
    )
})
