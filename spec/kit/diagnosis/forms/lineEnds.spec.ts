/** Line ends within a body or a query that are written in another way. */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, reportOn, signedBy } from './changes.ts'

const lineEnds = suite('line ends within a value')

const lines = fc.array(fc.constantFrom('milk', 'a b', '', '买'), { minLength: 2, maxLength: 4 })
const end = fc.constantFrom('\n', '\r\n', '\r')

interface Carrier {
  readonly ids: ReadonlyArray<string>
  readonly part: 'body' | 'target'
  /** A request whose value has these line ends. */
  readonly write: (value: string) => { readonly target?: string; readonly body?: string }
}

const carriers: ReadonlyArray<Carrier> = [
  { ids: ['body-crlf'], part: 'body', write: (value) => ({ body: JSON.stringify({ text: value, path: 'c:\\new' }) }) },
  { ids: ['form-reencoded'], part: 'body', write: (value) => ({ body: `text=${encodeURIComponent(value)}&n=1` }) },
  {
    ids: ['query-respelled'],
    part: 'target',
    write: (value) => ({ target: `/v1/jobs?q=${encodeURIComponent(value).toLowerCase()}` }),
  },
]

lineEnds('for all texts, notations and ends: another end in all lines is one mistake', () =>
  forAll([lines, end, end, fc.constantFrom(...carriers)], { numRuns: 60 }, (texts, signedEnd, sentEnd, carrier) => {
    fc.pre(signedEnd !== sentEnd)
    const { ids, part, write } = carrier
    const signed = write(texts.join(signedEnd))[part] ?? ''
    const signedText = part === 'body' ? Buffer.from(signed).toString('latin1') : signed
    assert.ok(signedBy(ids, part, write(texts.join(sentEnd))).has(signedText), signed)
  }),
)

const jsonOnLines = (members: ReadonlyArray<string>): ReadonlyArray<string> =>
  JSON.stringify(members, null, 2).split('\n')

lineEnds(
  'for all texts that a program read by lines and joined with another end: the end of the last line is told too',
  () =>
    forAll(
      [
        fc.array(fc.constantFrom('milk', 'a b', '买'), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        fc.constantFrom(['\n', '\r\n'] as const, ['\r\n', '\n'] as const),
        fc.boolean(),
      ],
      { numRuns: 12 },
      (members, isJson, [signedEnd, sentEnd], isEnded) => {
        const texts = isJson ? jsonOnLines(members) : members
        const sent = texts.join(sentEnd) + (isEnded ? sentEnd : '')
        const signed = texts.join(signedEnd) + (isEnded ? '' : signedEnd)
        const { id, what, remedy } = findingOn({ body: sent }, { body: signed })
        assert.is(id, 'body-crlf')
        const names = signedEnd === '\n' ? 'as LF, but they arrived as CR LF.' : 'as CR LF, but they arrived as LF.'
        assert.match(what, names)
        assert.match(
          what,
          isEnded ? 'signed no line end after the last line, but one' : 'signed a line end after the last',
        )
        assert.match(remedy, 'Read the bytes of the body, not its lines.')
        assert.match(translate(what) ?? '', /逐行读取/)
      },
    ),
)

lineEnds('not: the line end at the end alone, or all line ends alone', () => {
  assert.is(findingOn({ body: 'a\r\nb\r\n' }, { body: 'a\r\nb' }).id, 'body-trailing-newline')
  assert.is(findingOn({ body: 'a\r\n' }, { body: 'a' }).id, 'body-trailing-newline')
  assert.not.match(findingOn({ body: 'a\r\nb\r\n' }, { body: 'a\nb\n' }).what, /last line|line by line/)
})

lineEnds('are told as they are written', () => {
  const rows = [
    [
      { body: '{"text":"a\\r\\nb"}' },
      { body: '{"text":"a\\nb"}' },
      'within the body as \\n, but they arrived as \\r\\n',
    ],
    [{ body: 'text=a%0Ab' }, { body: 'text=a%0D%0Ab' }, 'within the body as %0D%0A, but they arrived as %0A'],
    [{ target: '/v1?q=a%0d%0ab' }, { target: '/v1?q=a%0ab' }, 'within the query as %0A, but they arrived as %0D%0A'],
    [{ body: 'a\r\nb' }, { body: 'a\nb' }, 'within the body as LF, but they arrived as CR LF'],
  ] as const
  for (const [sent, signed, words] of rows) assert.match(findingOn(sent, signed).what, words)
})

lineEnds('a backslash before an n is no line end', () => {
  const sent = { body: '{"path":"c:\\\\new"}' }
  const { findings } = reportOn(sent, { body: '{"path":"c:\\\\r\\nnew"}' })
  assert.not(findings.some(({ id }) => id === 'body-crlf'))
})
