import * as assert from 'uvu/assert'
import type { PortReport } from '../../../../src/kit/conformance/Report.ts'
import { badgeJson, badgeSvg } from '../../../../src/kit/conformance/reports/badge.ts'
import { suite } from '../../../support/suite.ts'
import { elementsOf } from './elements.ts'
import { clean, failing } from './fixture.ts'

const badge = suite('the badge of a port')

const partial: PortReport = { ...clean, cases: clean.cases.slice(0, 1), conformant: false, partial: true }
const failed = failing.cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'known').length

for (const [port, message, color] of [
  [clean, 'conformant', '#2a7d3f'],
  [failing, `${failed} failed`, '#b3261e'],
  [partial, 'partial run', '#b3261e'],
] as const)
  badge(`says ${message} in SVG, and the same to shields.io`, () => {
    const label = `countersign ${port.level}`
    assert.equal(JSON.parse(badgeJson(port)), { schemaVersion: 1, label, message, color })
    const [svg, ...inside] = elementsOf(badgeSvg(port))
    assert.is(svg?.attributes['aria-label'], `${label}: ${message}`)
    const [left, right, ...more] = inside.filter(({ name }) => name === 'rect').map(({ attributes }) => attributes)
    assert.equal(more, [])
    assert.is(right?.fill, color)
    assert.is(Number(left?.width) + Number(right?.width), Number(svg?.attributes.width))
    const texts = inside.filter(({ name }) => name === 'text').map(({ text }) => text)
    assert.equal(texts, [label, message])
  })
