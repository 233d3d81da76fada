/** A badge of a port: what shields.io reads from an endpoint, and the same as SVG. */
import type { PortReport } from '../Report.ts'
import { escaped } from './markup.ts'
import { allPassed } from './tally.ts'

const textsOf = (port: PortReport): readonly [label: string, message: string, color: string] => {
  const failed = port.cases.length - port.counts.pass - port.counts.known + (port.generated?.failures.length ?? 0)
  if (port.conformant) return [`countersign ${port.level}`, 'conformant', '#2a7d3f']
  return [`countersign ${port.level}`, allPassed(port) ? 'partial run' : `${failed} failed`, '#b3261e']
}

export const badgeJson = (port: PortReport): string => {
  const [label, message, color] = textsOf(port)
  return `${JSON.stringify({ schemaVersion: 1, label, message, color })}\n`
}

export const badgeSvg = (port: PortReport): string => {
  const [label, message, color] = textsOf(port)
  const [left, right] = [label, message].map((text) => 7 * text.length + 12) as [number, number]
  const text = (x: number, of: string): string => `<text x="${x}" y="14">${escaped(of)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${label}: ${message}`)}">
<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${color}"/>
<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">${text(left / 2, label)}${text(left + right / 2, message)}</g></svg>
`
}
