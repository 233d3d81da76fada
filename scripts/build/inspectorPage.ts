// The inspector as one file that needs nothing else: markup, style and script together, under a policy that names the two
// by their hashes and allows no connection. What is written is all but the script: the command makes it of the modules in dist/.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Metafile, transform } from 'esbuild'
import { pageEntry, pageScript, scriptPlace } from '../../src/apps/cli/inspectorPage.ts'
import { checkForm } from './moduleForm.ts'
import { noticesOf } from './notices.ts'

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
  const reached = new Set([`dist/${pageEntry}`])
  for (const file of reached) for (const { path } of outputs[file]?.imports ?? []) reached.add(path)
  const used = [...reached].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
  return {
    inputs: Object.fromEntries(used.map((name) => [name, inputs[name] as Metafile['inputs'][string]])),
    outputs: {},
  }
}

/** The page without its script, which is made of the modules in `files`. */
export const pageFrame = async (files: ReadonlyMap<string, string>, metafile: Metafile): Promise<string> => {
  const read = (file: string): string => {
    const text = files.get(`dist/${file}`) ?? ''
    checkForm(file, text)
    if (/\bimport[(.]/.test(text))
      throw new Error(`${file} is part of a page, which has no import() and no import.meta`)
    return text
  }
  const script = pageScript(read, pageEntry)
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of the page has a text that ends or hides it')
  const css = readFileSync('src/apps/inspector/page.css', 'utf8')
  const style = (await transform(css, { loader: 'css', minify: true, charset: 'utf8' })).code.trim()
  const places: Readonly<Record<string, string>> = {
    '{{policy}}': policyFor(script, style),
    '<!-- style -->': `<style>${style}</style>`,
    // The page is given away as one file, so the notices of what it holds are in it. Nobody sees a template but who reads it.
    '<!-- notices -->': `<template id="notices">${escaped(noticesOf([ofThePage(metafile)]))}</template>`,
  }
  const template = readFileSync('src/apps/inspector/page.html', 'utf8')
  if (!template.includes(scriptPlace)) throw new Error(`page.html has no ${scriptPlace}`)
  return template.replace(/\{\{policy\}\}|<!-- (?:style|notices) -->/g, (place) => places[place] ?? '')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
