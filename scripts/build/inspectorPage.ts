// The inspector as one file that needs nothing else: markup, style and script together, under a policy that names the two
// by their hashes and allows no connection. What is written are the parts of that file: the command joins them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Metafile, transform } from 'esbuild'
import type { Part } from '../../src/platform/node/joinedParts.ts'
import { noticesOf } from './notices.ts'
import { scriptParts } from './scriptParts.ts'

const entry = 'dist/apps/inspector/main.js'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * `img-src data:` is for the icon, which stands in the page. `webrtc 'block'` is missing: Chromium 156 does not know it, and
 * says so on the console of everybody who opens the page.
 */
const policyFor = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** The part of the metafile that tells of the page. */
const ofThePage = ({ inputs, outputs }: Metafile): Metafile => {
  const reached = new Set([entry])
  for (const file of reached) for (const { path } of outputs[file]?.imports ?? []) reached.add(path)
  const used = [...reached].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
  return {
    inputs: Object.fromEntries(used.map((name) => [name, inputs[name] as Metafile['inputs'][string]])),
    outputs: {},
  }
}

/** The page's parts, of the modules in `files`. */
export const inspectorPage = async (
  files: ReadonlyMap<string, string>,
  metafile: Metafile,
): Promise<ReadonlyArray<Part>> => {
  const script = scriptParts(files, entry)
  const text = script
    .map((part) => (typeof part === 'string' ? part : (files.get(join('dist', part[0])) ?? '').slice(part[1], part[2])))
    .join('')
  if (/<\/script|<!--/i.test(text)) throw new Error('the script of the page has a text that ends or hides it')
  const css = readFileSync('src/apps/inspector/page.css', 'utf8')
  const style = (await transform(css, { loader: 'css', minify: true, charset: 'utf8' })).code.trim()
  const places: Readonly<Record<string, string>> = {
    '{{policy}}': policyFor(text, style),
    '<!-- style -->': `<style>${style}</style>`,
    // The page is given away as one file, so the notices of what it holds are in it. Nobody sees a template but who reads it.
    '<!-- notices -->': `<template id="notices">${escaped(noticesOf([ofThePage(metafile)]))}</template>`,
  }
  const template = readFileSync('src/apps/inspector/page.html', 'utf8')
  const [before = '', after = ''] = template
    .replace(/\{\{policy\}\}|<!-- (?:style|notices) -->/g, (place) => places[place] ?? '')
    .split('<!-- script -->')
  return [`${before}<script>`, ...script, `</script>${after}`]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
