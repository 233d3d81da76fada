/**
 * The badge of a port, for the README of its project: the JSON that shields.io reads from an endpoint, and the same badge as SVG.
 *
 *     badgeJson(port)    {"schemaVersion":1,"label":"countersign full","message":"conformant","color":"#2a7d3f"}
 */
import type { PortReport } from '../Report.ts'
import { escaped } from './markup.ts'
import { allPassed } from './tally.ts'

interface Badge {
  /** The text on the left, on grey. */
  readonly label: string
  /** The text on the right, on `color`. */
  readonly message: string
  readonly color: string
}

const green = '#2a7d3f'
const red = '#b3261e'

const badgeOf = (port: PortReport): Badge => {
  const label = `countersign ${port.level}`
  if (port.conformant) return { label, message: 'conformant', color: green }
  // Every case passed, but some were left out: such a port is not proven to conform.
  if (allPassed(port)) return { label, message: 'partial run', color: red }
  const failed = port.cases.length - port.counts.pass - port.counts.known + (port.generated?.failures.length ?? 0)
  return { label, message: `${failed} failed`, color: red }
}

export const badgeJson = (port: PortReport): string => {
  const { label, message, color } = badgeOf(port)
  return `${JSON.stringify({ schemaVersion: 1, label, message, color })}\n`
}

/** A half of the badge is as wide as its text: about 7 pixels a character, and a margin. */
const widthOf = (words: string): number => 7 * words.length + 12

const centered = (words: string, center: number): string => `<text x="${center}" y="14">${escaped(words)}</text>`

export const badgeSvg = (port: PortReport): string => {
  const { label, message, color } = badgeOf(port)
  const labelWidth = widthOf(label)
  const messageWidth = widthOf(message)
  const labelText = centered(label, labelWidth / 2)
  const messageText = centered(message, labelWidth + messageWidth / 2)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + messageWidth}" height="20" role="img" aria-label="${escaped(`${label}: ${message}`)}">
<rect width="${labelWidth}" height="20" fill="#444"/><rect x="${labelWidth}" width="${messageWidth}" height="20" fill="${color}"/>
<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">${labelText}${messageText}</g></svg>
`
}
