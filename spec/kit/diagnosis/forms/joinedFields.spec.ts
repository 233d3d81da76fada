/** The fields of a form joined by the rule of another service: found and told, whichever fields, order and marks. */
import fc from 'fast-check'
import { joinedFields } from '../../../../src/kit/diagnosis/forms/joinedFields.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const joined = suite('joined fields')

const form = 'MessageSid=SM8c&From=%2B13155550100&Body=hello+%26+bye&Note=&AddOns=%7B%22a%22%3A1%7D'

for (const [signed, told] of [
  [
    'AddOns{"a":1}Bodyhello & byeFrom+13155550100MessageSidSM8cNote',
    'names and values of the form, sorted by name, without escapes, with nothing between them',
  ],
  [
    'AddOns:{"a":1}|Body:hello & bye|From:+13155550100|MessageSid:SM8c',
    'names and values of the form, sorted by name, without escapes, empty ones left out, with ":" after each name and "|" between the fields',
  ],
  [
    'SM8c,%2B13155550100,hello+%26+bye,,%7B%22a%22%3A1%7D',
    'values of the form, in the order of the form, with "," between them',
  ],
  [
    'MessageSidSM8c|From%2B13155550100|Bodyhello+%26+bye|Note|AddOns%7B%22a%22%3A1%7D',
    'names and values of the form, in the order of the form, with nothing after each name and "|" between the fields',
  ],
] as const)
  joined(signed, () =>
    assert.is(
      findingOn({ body: form }, { body: signed }).what,
      `The caller signed the ${told}. But the form itself arrived.`,
    ),
  )

joined('for all forms of two fields or more: the names and values sorted and joined are among the forms', () =>
  forAll(
    [
      fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ minLength: 1 })), {
        selector: ([name]) => name,
        minLength: 2,
        maxLength: 6,
      }),
    ],
    (fields) => {
      const body = new URLSearchParams([...fields]).toString()
      const signed = fields
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map((field) => field.join(''))
        .join('')
      assert.ok([...joinedFields(body)].some(([, text]) => text === signed))
    },
  ),
)

joined('none of a form with one field', () => assert.equal([...joinedFields('a=1')], []))
