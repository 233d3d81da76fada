/**
 * Reports in which every text that a port can choose is hostile.
 */
import fc from 'fast-check'
import type { CaseReport, ConformanceReport, PortReport } from '../../../../src/kit/conformance/Report.ts'
import { character } from '../../../support/suite.ts'
import { failing, port, report } from './fixture.ts'

/** Any UTF-16 code units, lone surrogates too, and the ends of elements, attributes and comments. */
export const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.string({ unit: character }),
    fc
      .array(
        fc.constantFrom(
          '<script>alert(1)</script>',
          '"',
          "'",
          '>',
          '</pre>',
          '</style>',
          '-->',
          ']]>',
          '<!--',
          '&lt;',
          '&',
          '`',
          '${',
          '\u001b[2J',
          '\u009b31m',
          '\u202e',
          '\u0000',
          '\ud800',
          '\ufffe',
          '\n',
          '\r\n',
          '\t',
          'javascript:',
          ' onclick=x ',
        ),
      )
      .map((parts) => parts.join('')),
  )

/** The failing port, with `chosen` in every text that a port, its command or its reasons control. */
export const portSaying = (chosen: string): PortReport => {
  const cases = failing.cases.map(
    (one): CaseReport =>
      one.failure === undefined
        ? one
        : {
            ...one,
            failure: {
              ...one.failure,
              message: chosen,
              received: chosen,
              expected: chosen,
              stderr: chosen,
              rerun: chosen,
              authorization: [chosen],
              known: { reason: chosen, expires: chosen },
            },
          },
  )
  return port(cases, {
    ...failing,
    cases,
    name: chosen,
    version: chosen,
    language: chosen,
    command: chosen,
    policies: [chosen],
    ops: [chosen],
    canaries: [{ name: chosen, passed: false, message: chosen }],
    stale: [{ id: chosen, why: 'no such case' }],
    stopped: { message: chosen, stderr: chosen },
  })
}

export const reportSaying = (chosen: string): ConformanceReport => ({ ...report, ports: [portSaying(chosen)] })
