/** Fields of a form or a query whose values something trimmed on the way. */
import fc from 'fast-check'
import {
  preparedFields,
  trimmedFieldsWhereSigned,
  untrimmedFields,
} from '../../../../src/kit/diagnosis/forms/trimmedFields.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const trimmed = suite('trimmed fields')

const field = fc.tuple(fc.constantFrom('name', 'b', 'c'), fc.constantFrom('John', 'a+b', '%C3%A9', '7', ''))
const blank = fc.constantFrom('+', '%20', '%0A', '%0D%0A', '%09')

trimmed('for all forms and queries: a blank at an end of one value, or of every value, is told as trimmed', () =>
  forAll(
    [fc.array(field, { minLength: 1, maxLength: 3 }), blank, fc.boolean(), fc.nat(), fc.boolean()],
    { numRuns: 4 },
    (pairs, spelling, isAtEnd, index, isEvery) => {
      const sentFields = pairs.map(([name, value], i) => `${name}${i}=${value}`)
      const withValues = sentFields.flatMap((text, i) => (text.endsWith('=') ? [] : [i]))
      const chosen = isEvery ? withValues : withValues.slice(index % (withValues.length || 1)).slice(0, 1)
      const signedFields = sentFields.map((text, i) => {
        if (!chosen.includes(i)) return text
        return isAtEnd ? text + spelling : text.replace('=', `=${spelling}`)
      })
      if (chosen.length === 0) return
      const sent = sentFields.join('&')
      const signed = signedFields.join('&')
      const inForm = findingOn({ body: sent }, { body: signed })
      const isBlank = ['+', '%20'].includes(spelling)
      const inQuery = isBlank ? [findingOn({ target: `/v1/jobs?${sent}` }, { target: `/v1/jobs?${signed}` })] : []
      for (const found of [inForm, ...inQuery]) {
        assert.match(found.what, /they arrived trimmed\. Either the program itself trimmed/, signed)
        assert.match(found.detail, signedFields[chosen[0] ?? 0] ?? '', signed)
      }
    },
  ),
)

trimmed('for all forms and queries: values trimmed before signing are told so, and not as cut', () =>
  forAll(
    [fc.array(field, { minLength: 1, maxLength: 3 }), blank, fc.boolean(), fc.nat()],
    { numRuns: 4 },
    (pairs, spelling, isAtEnd, index) => {
      const signedFields = pairs.map(([name, value], i) => `${name}${i}=${value}`)
      const withValues = signedFields.flatMap((text, i) => (text.endsWith('=') ? [] : [i]))
      const chosen = withValues[index % (withValues.length || 1)]
      if (chosen === undefined) return
      const text = signedFields[chosen] ?? ''
      const sent = signedFields.with(chosen, isAtEnd ? text + spelling : text.replace('=', `=${spelling}`)).join('&')
      const signed = signedFields.join('&')
      const inForm = findingOn({ body: sent }, { body: signed })
      const inQuery = findingOn({ target: `/v1/jobs?${sent}` }, { target: `/v1/jobs?${signed}` })
      // A blank at the very end of a URL looks like a typing mistake, and is told as that.
      const isOfUrl = isAtEnd && spelling === '%20' && chosen === signedFields.length - 1
      for (const found of isOfUrl ? [inForm] : [inForm, inQuery])
        assert.match(found.what, /^The caller signed trimmed values of the/, signed)
    },
  ),
)

trimmed('for all texts: a form whose values have no blank at an end has nothing to trim', () =>
  forAll([fc.array(fc.stringMatching(/^[a-z]{1,4}=(?:[A-Za-z0-9]{1,8}|a\+b|)$/), { maxLength: 6 })], (fields) =>
    assert.equal([...trimmedFieldsWhereSigned(fields.join('&'))], []),
  ),
)

trimmed('a form with a line end after it was not trimmed, and one without values has nothing to trim', () => {
  assert.is(findingOn({ body: 'a=1&b=2' }, { body: 'a=1&b=2\n' }).id, 'trailing-line-feed')
  assert.is(findingOn({ target: '/v1/jobs?a=1' }, { target: '/v1/jobs?a=1 ' }).id, 'target-other')
  assert.equal([...untrimmedFields('a&b=', 'form')], [])
  assert.equal([...untrimmedFields(Array.from({ length: 25 }, (_, i) => `a${i}=1`).join('&'), 'form')], [])
})

trimmed('values trimmed and empty fields left out before signing, in a form and in a query', () => {
  const sent = 'name=foobar+&subject=%E6%B5%8B+&memo=&count=2'
  const signed = 'name=foobar&subject=%E6%B5%8B&count=2'
  const inForm = findingOn({ body: sent }, { body: signed })
  const inQuery = findingOn({ target: `/v1/jobs?${sent}` }, { target: `/v1/jobs?${signed}` })
  assert.match(inForm.what, /^The caller trimmed the values of the form and left out the empty ones before it signed/)
  assert.match(inQuery.what, /^The caller trimmed the values of the query and left out the empty ones before it signed/)
})

trimmed(
  'for all forms: fields trimmed, without the empty ones, sorted and decoded, in every choice of two or more',
  () =>
    forAll(
      [
        fc.array(field, { minLength: 1, maxLength: 4 }),
        fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
      ],
      { numRuns: 60 },
      (pairs, [isTrimmed, isShortened, isSorted, isDecoded]) => {
        const sent = pairs.map(([name, value], i) => ({ name: `${name}${i}`, value }))
        const kept = isShortened ? sent.filter(({ value }) => value !== '') : sent
        const ordered = isSorted ? kept.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : kept
        const decode = (text: string): string => (isDecoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text)
        const write = (blank: string) => (each: { name: string; value: string }) =>
          `${each.name}=${each.value === '' ? '' : each.value + blank}`
        const text = sent.map(write(isTrimmed ? '%20' : '')).join('&')
        const signed = ordered.map((each) => decode(write('')(each))).join('&')
        const isChanged = [
          isTrimmed && sent.some(({ value }) => value !== ''),
          isShortened && kept.length < sent.length,
          isSorted && ordered.some((each, i) => each !== kept[i]),
          isDecoded && ordered.some((each) => decode(each.value) !== each.value),
        ]
        const isOfSigner = isChanged[0] || isChanged[1]
        if (!isOfSigner || isChanged.filter(Boolean).length < 2 || ordered.length === 0) return
        assert.ok(
          [...preparedFields(text)].some(([, form]) => form === signed),
          `${signed} of ${text}`,
        )
      },
    ),
)
