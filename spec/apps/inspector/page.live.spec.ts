import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { assert, suite } from '../../support/suite.ts'
import { html } from './inspecting.ts'

const page = suite('the page as it is built')

const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? ''
const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''

/** 320 KB of it are the Chinese texts, with the English ones by which they are found. */
const mostKilobytes = 2040

page(`is one file of at most ${mostKilobytes} KB that names no other`, () => {
  const size = Buffer.byteLength(html) / 1024
  assert.ok(size <= mostKilobytes, `${size.toFixed(1)} KB`)
  assert.not.match(html.replace(script, ''), /\s(?:src|href)="(?!#|data:)/)
  assert.is(html.split('<script>').length, 2)
  assert.is(html.split('</script>').length, 2)
  assert.not.match(html.replace(script, ''), /\{\{|<!-- /)
})

page('has a policy that names its script and its style by their hashes, and allows no connection', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  for (const rule of [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
    assert.ok(policy.split('; ').includes(rule), rule)
  assert.not.match(policy, /unsafe|https?:|\*/)
})

page('holds the notice of each package that is in it, so that every copy has it', async () => {
  const { metafile } = await build({
    entryPoints: ['src/apps/inspector/main.ts'],
    bundle: true,
    write: false,
    platform: 'browser',
    mainFields: ['module', 'main'],
    metafile: true,
  })
  const names = Object.keys(metafile.inputs)
  const folders = new Set(names.flatMap((name) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []))
  assert.ok(folders.size > 3)
  for (const folder of folders) {
    const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) ?? ''
    const notices = readFileSync(join(folder, licence), 'utf8').match(/^.*copyright.*\d{4}.*$/gim) ?? []
    assert.ok(notices.length > 0, folder)
    for (const notice of notices) assert.ok(html.includes(notice.trim().replace('<', '&lt;')), `${folder}: ${notice}`)
  }
})
