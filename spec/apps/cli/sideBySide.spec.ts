/** The table of two byte strings, in every width that a terminal may have. */
import { sideBySide } from '../../../src/apps/cli/sideBySide.ts'
import { assert, suite } from '../../support/suite.ts'

const table = suite('two byte strings next to each other')

const plain = String
const colours = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain }

const sideOf = (title: string, content: string) => ({ title, bytes: Buffer.from(content) })

table('shows a difference at any place of a line, from 40 columns on', () => {
  const line = 'abcdefghijklmnopqrstuvwxyz0123456789'
  for (const width of [40, 47, 60, 100])
    for (let offset = 0; offset < line.length; offset++) {
      const changed = `${line.slice(0, offset)}#${line.slice(offset + 1)}`
      const rows = sideBySide(sideOf('signed', line), sideOf('to be signed', changed), ['timestamp'], width, colours)
      assert.ok(rows.includes('#'), `width ${width}, offset ${offset}:\n${rows}`)
    }
})
