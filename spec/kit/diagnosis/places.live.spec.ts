/** Where a finding says that something stands in front, behind or at an end, the two texts differ there and nowhere else. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../support/suite.ts'
import { reportOn } from './forms/changes.ts'

const places = suite('the place that a finding names')

const body = fc.constantFrom(
  '{"a":1}',
  '{"a":1}\n',
  ' {"a":1}',
  'a=1&b=2',
  'text',
  '\ntext\n',
  '[1,2] ',
  '{\r\n"a":1\r\n}',
)
const added = fc.constantFrom('\n', '\r\n', ' ', '\t', '\ufeff', '\0', '\0\0\0', '=', '&', '"', '\n\n', '\\n', ';')
const where = fc.constantFrom('start', 'end', 'middle')

const put = (text: string, addition: string, place: string): string => {
  if (place === 'start') return addition + text
  const half = Math.floor(text.length / 2)
  return place === 'end' ? text + addition : text.slice(0, half) + addition + text.slice(half)
}

const isAtEnd = /\b(?:behind|after) (?:the body|it|its(?! program)|the last)\b|\bat the end\b|\bat its end\b/
const isAtStart = /\bin front of (?:the body|it)\b|\bat the (?:beginning|start)\b/

for (const part of ['body', 'target'] as const)
  places(`for all additions to a ${part}, and bytes left out of it: what is said to be at an end is there`, () =>
    forAll(
      [body, added, where, fc.boolean()],
      { numRuns: 25, examples: [['a=1&b=2', '=', 'middle', false]] },
      (text, addition, place, isAdded) => {
        const whole = part === 'body' ? text : `/v1/jobs?${text.replace(/[^\w=&]/g, '')}`
        const other = put(whole, part === 'body' ? addition : addition.replace(/[^ -~]/g, '&'), place)
        const [signed, sent] = isAdded ? [other, whole] : [whole, other]
        const report = reportOn({ [part]: sent }, { [part]: signed })
        if (!report.recovered || report.findings.length !== 1) return
        const [long, short] = signed.length > sent.length ? [signed, sent] : [sent, signed]
        for (const { id, what, detail } of report.findings) {
          const story = `${id} (${detail}): ${what} ${JSON.stringify({ signed, sent })}`
          if (isAtEnd.test(what)) assert.ok(long.startsWith(short), story)
          if (isAtStart.test(what)) assert.ok(long.endsWith(short), story)
        }
      },
    ),
  )
