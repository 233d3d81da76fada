/** The question whether a target may be another with other escapes never rules out a form of target-reencoded. */
import fc from 'fast-check'
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { draftOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { testOfRespelling } from '../../../../src/kit/diagnosis/forms/respelledTarget.ts'
import type { Mistake } from '../../../../src/kit/diagnosis/Mistake.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { everyForm } from '../../../support/finding.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const respelled = suite('whether a target may be another with other escapes')

const reencoded = catalogue.find(({ id }) => id === 'target-reencoded') as Mistake

const targets = [
  '/v1/jobs/a%20b?q=a%20b&q=c',
  "/v1/it's?z=it's&a=1&m=%7E",
  '/v1/jobs?dry=1&b=%2f%C3%A9&a=x+y',
  '/caf%C3%A9/cafe%CC%81?a=%F0%9F%98%80&b=+%20',
  '/x/%C3%A9%2Fb?q=%25C3%25A9&n=1%2B1+2',
  '/a%0Ab?Q=x&r=%E4%B8%AD&amp;s=&t',
  '/V1/JOBS%2f?A=%2525&B=%zz&C=%%41%4',
  '/?q=?%3F%C3%A9&r=%26%26&',
  '/%C3%A9%3F?',
  '/a?b=%C3&c=%4&d=%E9&e=%E4%B8&f=1',
  '/%C3%A9%26a=1?a%',
]

const checkForms = (target: string): void => {
  const mayBeRespelled = testOfRespelling(target)
  for (const { detail, signed } of reencoded.variations(draftOf({ ...everyForm, target }), hash)) {
    const form = signed._tag === 'Draft' ? signed.change.target : undefined
    assert.ok(form !== undefined && mayBeRespelled(form), `${target}, ${detail}: ${form}`)
  }
}

for (const target of targets)
  respelled(`each form of ${target} with other escapes may be one`, () => checkForms(target))

/** An escape that is cut off comes before a mark: before a letter it is another escape. */
const pieces = [
  'a',
  'x=1',
  '&',
  '&amp;',
  '/',
  '?',
  '=',
  '+',
  '%&',
  '%4&',
  '%26',
  '%3F',
  '%2526',
  '%C3',
  '%C3%A9',
  '%e4%b8%ad',
]

respelled('for all targets: each form with other escapes may be one', () =>
  forAll([fc.array(fc.constantFrom(...pieces), { maxLength: 8 })], { numRuns: 20 }, (chosen) =>
    checkForms(`/${chosen.join('')}`),
  ),
)

respelled('another path, a shorter one, a mark and a blank are no other escapes', () => {
  const target = '/v1/jobs/a%20b?q=a%20b&q=c'
  const others = [
    `/api${target}`,
    target.slice(1),
    '/v1/jobs/a%20b',
    `${target}&`,
    `${target} `,
    '/v2/jobs/a b?q=a b&q=c',
  ]
  for (const other of others) assert.not(testOfRespelling(target)(other), other)
})

respelled('a parameter more, a mark more and semicolons are no other escapes, also of letters beyond ASCII', () => {
  const target = '/v1/jobs?b=%C3%A9&a=x+y'
  const mayBeRespelled = testOfRespelling(target)
  for (const other of [
    `${target}&`,
    `${target}?`,
    `${target}&c=1`,
    '/v1/jobs??b=%C3%A9&a=x+y',
    '/v1/jobs?b=%C3%A9;a=x+y',
  ])
    assert.not(mayBeRespelled(other), other)
  for (const spelled of ['/v1/jobs?b=%c3%a9&a=x+y', '/v1/jobs?a=x+y&b=%C3%A9', '/v1/jobs?b=%C3%A9&amp;a=x+y'])
    assert.ok(mayBeRespelled(spelled), spelled)
})
