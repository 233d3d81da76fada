// The inspector as one file that needs nothing else: markup, style and script together, under a policy that names the two
// by their hashes and allows no connection.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { build, type Metafile, transform } from 'esbuild'
import { noticesOf } from './notices.ts'
import { withoutEffects } from './withoutEffects.ts'

export interface InspectorPage {
  readonly html: string
  /** Of all that it bundles: their licences travel with it. */
  readonly metafiles: ReadonlyArray<Metafile>
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * `img-src data:` is for the icon, which stands in the page. `webrtc 'block'` is missing: Chromium 156 does not know it, and
 * says so on the console of everybody who opens the page.
 */
const policyFor = (scripts: ReadonlyArray<string>, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * A script that unpacks another and runs it as a part of the page, which has half the size then. The policy names the hash of
 * the unpacked text, so the browser runs that text only.
 */
const packed = async (script: string): Promise<{ readonly text: string; readonly metafile: Metafile }> => {
  const bytes = Buffer.from(script)
  const base64 = deflateRawSync(bytes, { level: 9 }).toString('base64')
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { inflateSync } from 'fflate'
const packed = Uint8Array.from(atob('${base64}'), (c) => c.charCodeAt(0))
const script = document.createElement('script')
script.textContent = new TextDecoder().decode(inflateSync(packed))
document.body.append(script)`,
      resolveDir: '.',
    },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    minify: true,
    metafile: true,
  })
  return { text: outputFiles[0]?.text ?? '', metafile }
}

/** Built from the sources in the current folder. */
export const inspectorPage = async (): Promise<InspectorPage> => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['src/apps/inspector/main.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    platform: 'browser',
    mainFields: ['module', 'main'],
    charset: 'utf8',
    minify: true,
    legalComments: 'eof',
    plugins: [withoutEffects],
    metafile: true,
    logLevel: 'warning',
  })
  const script = outputFiles[0]?.text ?? ''
  const unpacking = await packed(script)
  const css = readFileSync('src/apps/inspector/page.css', 'utf8')
  const style = (await transform(css, { loader: 'css', minify: true, charset: 'utf8' })).code.trim()
  const metafiles = [metafile, unpacking.metafile]
  const parts: Readonly<Record<string, string>> = {
    '{{policy}}': policyFor([unpacking.text, script], style),
    '<!-- style -->': `<style>${style}</style>`,
    // The page is given away as one file, so the notices of what it holds are in it. Nobody sees a template but who reads it.
    '<!-- notices -->': `<template id="notices">${escaped(noticesOf(metafiles))}</template>`,
    '<!-- script -->': `<script>${unpacking.text}</script>`,
  }
  const template = readFileSync('src/apps/inspector/page.html', 'utf8')
  const html = template.replace(/\{\{policy\}\}|<!-- \w+ -->/g, (place) => parts[place] ?? '')
  return { html, metafiles }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
