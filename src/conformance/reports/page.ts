/**
 * The report as one HTML file that needs nothing else: it can be mailed, archived, and read without a network. It has no
 * script, and its policy forbids whatever a port might have smuggled in.
 */
import type { PortReport, Report } from '../Report.ts'
import { html } from './markup.ts'
import { matrix } from './pageMatrix.ts'
import { portSection } from './pagePort.ts'
import { style } from './pageStyle.ts'
import { portAnchor } from './pageWords.ts'
import { allPassed, closing, plural } from './tally.ts'

/** So many failing cases are shown in full, shared among the ports: about 4 kB each. */
const casesInFull = 200

/** What a port says of itself, as long as a name may reasonably be. */
const introduced = (port: PortReport): PortReport => {
  const brief = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 100)}…`)
  return {
    ...port,
    name: brief(port.name),
    version: brief(port.version),
    language: brief(port.language),
    policies: port.policies.slice(0, 100).map(brief),
    ops: port.ops.slice(0, 100).map(brief),
  }
}

/**
 * The report as one HTML page that needs no other file and no network. What a port has said is shown as text.
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
    html`<li class="${allPassed(port) ? 'good' : 'bad'}"><span><a href="#${portAnchor(place)}">${port.name}</a> ${allPassed(port) ? '✓' : '✘'} ${closing(port)}</span></li>
`,
)}</ul>
</header>
<main>
<section aria-labelledby="groups"><h2 id="groups">Groups</h2>
${matrix({ ...report, ports })}</section>
${ports.map((port, place) => portSection(port, place, room))}</main>
</body>
</html>
`.markup
}
