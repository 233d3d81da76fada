/** The question whether a target may be another with other escapes never rules out a form of target-reencoded. */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { draftOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { testOfRespelling } from '../../../../src/kit/diagnosis/forms/respelledTarget.ts'
import type { Mistake } from '../../../../src/kit/diagnosis/Mistake.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { everyForm } from '../../../support/finding.ts'
import { assert, suite } from '../../../support/suite.ts'

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
]

for (const target of targets)
  respelled(`each form of ${target} with other escapes may be one`, () => {
    const mayBeRespelled = testOfRespelling(target)
    for (const { detail, signed } of reencoded.variations(draftOf({ ...everyForm, target }), hash)) {
      const form = signed._tag === 'Draft' ? signed.change.target : undefined
      assert.ok(form !== undefined && mayBeRespelled(form), `${detail}: ${form}`)
    }
  })

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
