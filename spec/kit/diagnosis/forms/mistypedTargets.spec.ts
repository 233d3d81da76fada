/** A target that was typed twice, and once with one wrong character. */
import fc from 'fast-check'
import { isNearly, mistypedTargets } from '../../../../src/kit/diagnosis/forms/mistypedTargets.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, reportOn } from './changes.ts'

const mistyped = suite('a target with one wrong character')

const segment = fc.stringMatching(/^[a-z0-9]{2,8}$/)
const target = fc.tuple(segment, segment).map(([one, other]) => `/v1/${one}/${other}`)

/** One edit of a text, made another way than the forms are. */
const edit = fc.constantFrom(
  (text: string, place: number) => text.slice(0, place) + text.slice(place + 1),
  (text: string, place: number) => `${text.slice(0, place)}x${text.slice(place)}`,
  (text: string, place: number) => `${text.slice(0, place)}x${text.slice(place + 1)}`,
  (text: string, place: number) => {
    const [one = '', other = ''] = text.slice(place, place + 2)
    return text.slice(0, place) + other + one + text.slice(place + 2)
  },
)

mistyped('for all targets and edits: the text that was signed is found', () =>
  forAll([target, edit, fc.nat({ max: 30 })], { numRuns: 6 }, (sent, change, draw) => {
    const place = 4 + (draw % (sent.length - 5))
    const signed = change(sent, place)
    if (signed === sent) return
    const { exact, findings } = reportOn({ target: sent }, { target: signed })
    assert.ok(exact, signed)
    assert.is(findings.length, 1, signed)
  }),
)

mistyped('for all targets: each form is near to the target, and two wrong characters are no form', () =>
  forAll([target], (sent) => {
    const forms = new Set(mistypedTargets(sent))
    for (const form of forms) assert.ok(isNearly(form, sent), form)
    const last = sent.length - 1
    assert.not(forms.has(`${sent.slice(0, 1)}+${sent.slice(2, last)}+`))
    assert.not(isNearly(`/+${sent.slice(2, last)}+`, sent))
  }),
)

mistyped('the words show the segment, or the slash that one side lacks', () => {
  const said = (sent: string, signed: string): string => findingOn({ target: sent }, { target: signed }).what
  assert.is(
    said('/v1/jobs/8812', '/v1/job/8812'),
    'In segment 2 of the path, the caller signed job, but jobs was sent.',
  )
  assert.is(
    said('/v3/groups/7', '/v3groups/7'),
    'In the path, the caller signed v3groups, but v3/groups was sent. A slash is missing in the signed path.',
  )
  assert.is(
    said('/v1/jobsa/b', '/v1/jobs/a/b'),
    'In the path, the caller signed jobs/a, but jobsa was sent, without this slash.',
  )
})
