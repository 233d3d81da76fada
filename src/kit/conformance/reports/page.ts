/**
 * The report as one self-contained HTML file, to mail or to archive. It has no script, and its policy forbids anything that
 * a port might inject.
 */
import type { PortReport, Report } from '../Report.ts'
import { shortened } from '../shown.ts'
import { type Html, html } from './markup.ts'
import { generatedSection, matrix } from './pageMatrix.ts'
import { changesWords, portSection } from './pagePort.ts'
import { style } from './pageStyle.ts'
import { portAnchor } from './pageWords.ts'
import { allPassed, closing, plural } from './tally.ts'

/** The number of failing cases in full, about 4 kB each, shared among the ports. */
const casesInFull = 200

/** The port, with names of a reasonable length. */
const introduced = (port: PortReport): PortReport => {
  const brief = (text: string): string => shortened(text, 100)
  return {
    ...port,
    name: brief(port.name),
    version: brief(port.version),
    language: brief(port.language),
    policies: port.policies.slice(0, 100).map(brief),
    ops: port.ops.slice(0, 100).map(brief),
  }
}

/** What is new, for the head of the page. */
const newly = ({ changes }: PortReport): Html | undefined => {
  const words = changesWords(changes)
  return words === '' ? undefined : html`<br><strong>New since the last report:</strong> ${words}`
}

/**
 * The report as one HTML page that needs no other file and no network. A port's words appear as text.
 *
 * @example
 * ```ts
 * import { pageOf } from 'countersign/conformance'
 *
 * const page = pageOf({ format: 1, suite: '1.0.0', digest: '', ports: [] })
 * assert.match(page, /^<!doctype html>/)
 * ```
 */
export const pageOf = (report: Report): string => {
  const { suite, digest } = report
  const ports = report.ports.map(introduced)
  const room = Math.floor(casesInFull / Math.max(1, ports.length))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Conformance, suite ${suite}: ${ports.map(({ name }) => name).join(', ')}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<h1>Conformance report</h1>
<p class="quiet">Suite ${suite}, ${plural(ports.length, 'port')}. Manifest <code>${digest}</code></p>
<ul class="ports">
${ports.map(
  (port, place) =>
    html`<li class="${allPassed(port) ? 'good' : 'bad'}"><span><a href="#${portAnchor(place)}">${port.name}</a> ${allPassed(port) ? '✓' : '✘'} ${closing(port)}${newly(port)}</span></li>
`,
)}</ul>
</header>
<main>
<section aria-labelledby="groups"><h2 id="groups">Groups</h2>
${matrix({ ...report, ports })}</section>
${generatedSection({ ...report, ports })}${ports.map((port, place) => portSection(port, place, room))}</main>
</body>
</html>
`.markup
}
