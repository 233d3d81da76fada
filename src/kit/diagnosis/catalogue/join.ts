/**
 * The join: the right parts in another layout, with something else between them, in front of them or behind them.
 * Several may be wrong at once, so a form changes only its own piece of the layout.
 */
import { type Draft, type Layout, standard } from '../Draft.ts'
import { withRarity } from '../forms/distinct.ts'
import { lazily } from '../forms/lazily.ts'
import { permutations } from '../forms/permutations.ts'
import type { Form } from '../forms/Respelling.ts'
import { repeatedText, singleSpaces } from '../forms/wholeText.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { changes, part, signs } from './mistake.ts'

type Change = Form<Partial<Layout>>
type Forms = (layout: Layout) => ReadonlyArray<Change>

/** Other layouts than the right one. */
const joinMistake = (id: string, statement: string, remedy: string, forms: Forms): Mistake => {
  const variationsOf = (layout: Layout): ReadonlyArray<Variation> =>
    forms(layout).map(([detail, change, rare]) => part(detail, { layout: { ...layout, ...change } }, rare))
  const layouts = lazily(() => variationsOf(standard))
  return signs(
    id,
    'join',
    statement,
    remedy,
    ['layout'],
    ({ layout }) => (layout === standard ? [] : variationsOf(layout)),
    {
      layouts,
    },
  )
}

type Piece = Layout['order'][number]

/** By their details, texts of one member of a layout, if the layout has the usual text there. */
const member =
  (joint: 'separator' | 'last' | 'start' | 'end', isUsual: (layout: Layout) => boolean) =>
  (jointTexts: Readonly<Record<string, string>>): Forms =>
  (layout) =>
    isUsual(layout) ? Object.entries(jointTexts).map(([detail, jointText]) => [detail, { [joint]: jointText }]) : []

const started = member('start', ({ start }) => start === undefined)
const separated = member('separator', ({ separator }) => separator === standard.separator)
const lastSeparated = member(
  'last',
  ({ order, last: trailingSeparator }) => trailingSeparator === undefined && order.at(-1) === 'body',
)
const ended = member('end', ({ end }) => end === '')

const allForms =
  (...formLists: ReadonlyArray<Forms>): Forms =>
  (layout) =>
    formLists.flatMap((forms) => forms(layout))

const spaces = (...counts: ReadonlyArray<number>): ReadonlyArray<readonly [detail: string, indent: string]> =>
  counts.map((n) => [`${n} spaces`, `\n${' '.repeat(n)}`])

const indents = [...spaces(2, 4, 6, 8, 12), ['a tab', '\n\t'] as const]
const rareIndents = spaces(1, 3, 5, 7, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 24)

const indented: Forms = ({ start, separator }) => {
  if (start !== undefined || separator !== standard.separator) return []
  const within = indents.map(([detail, indent]): Change => [detail, { separator: indent }])
  const indentedParts = indents.map(
    ([detail, indent]): Change => [
      `${detail}, in front of the first line too`,
      { separator: indent, start: indent.slice(1) },
    ],
  )
  const rare = [...indents, ...rareIndents].flatMap(
    ([detail, indent], i): ReadonlyArray<Change> => [
      ...(i < indents.length ? [] : [[detail, { separator: indent }] as const]),
      [`${detail}, and on a first line`, { separator: indent, start: indent }],
      [`${detail}, and on a first line and a last`, { separator: indent, start: indent, end: indent }],
      // The margin of a literal of Scala or Groovy.
      [`${detail} and |`, { separator: `${indent}|` }],
      [`${detail} and |, in front too`, { separator: `${indent}|`, start: '|' }],
    ],
  )
  return [...within, ...indentedParts, ...withRarity(true, rare)]
}

/** The caller puts what joins the parts behind the body, too, as WeChat Pay has it. */
const closedByJoint: Forms = ({ separator, end }) =>
  end !== '' || separator === '' || ['\n', '\r\n', '\n\n'].includes(separator)
    ? []
    : [['what joins the parts', { end: separator }]]

/** One act of one program: echo of cmd.exe and println on Windows end each line so, also a last one without a text. */
const eachLineEnded: Forms = ({ separator, end, start }) =>
  separator === standard.separator && end === '' && start === undefined
    ? [['CRLF behind each line, the last too', { separator: '\r\n', end: '\r\n' }]]
    : []

const rareJoints: ReadonlyArray<string> = [', ', ' | ', ';', '; ', '\t', '-', '_', '#', '::', '||']
const usualJoints: ReadonlyArray<string> = ['\\n', '\r\n', '', ' ', ',', '&', '|', ':', '.']
/** What a program, a shell or a literal in single quotes leaves behind the last part. */
const closings: ReadonlyArray<string> = ['\n', '\r\n', '\\n', '\\r\\n', '\n\n']

/** Another joint, and that or something else behind the body: the pairs of usual ones are found as two mistakes. */
const joinedAndClosed: Forms = ({ separator }) => {
  if (separator !== standard.separator) return []
  const rare = rareJoints.flatMap((joint) => [joint, ...closings].map((end) => [joint, end] as const))
  const usual = usualJoints.flatMap((joint) => closings.slice(2, 4).map((end) => [joint, end] as const))
  const literal = ['', ...closings].map((end) => ['\\r\\n', end] as const)
  return [...rare, ...usual, ...literal].flatMap(
    ([joint, end]): ReadonlyArray<Change> =>
      joint === '\\n' && end === joint
        ? []
        : [
            [
              `${JSON.stringify(joint)}, and ${JSON.stringify(end)} behind the body`,
              { separator: joint, end },
              'alone',
            ],
          ],
  )
}

/** The pieces in another order, if they are in the right one; the app id keeps its place. */
const reordered = (order: Layout['order'], wantedOrder: string): Layout['order'] => {
  const signedParts = order.filter((partName) => partName !== 'appId')
  if (signedParts.join() !== standard.order.join()) return order
  const appIdIndex = order.indexOf('appId')
  const wantedParts = wantedOrder.split(' ') as ReadonlyArray<Piece>
  return appIdIndex < 0 ? wantedParts : wantedParts.toSpliced(appIdIndex, 0, 'appId')
}

/** The brace of a body sorts last. */
const piecesByText = (draft: Draft): Layout['order'] => [
  ...(['method', 'target', 'timestamp', 'nonce'] as const).toSorted((a, b) => (draft[a] < draft[b] ? -1 : 1)),
  'body',
]

const lineFeed = '\n'
const otherSeparators = ['|', '&', '', ',', ':', ' ', '.', ';', '\r\n', '\\n']

/** The orders that are known by name: with another mistake of the join they are two. */
const namedOrders = {
  'nonce before timestamp': 'method target nonce timestamp body',
  'timestamp and nonce first': 'timestamp nonce method target body',
  'target before method': 'target method timestamp nonce body',
  'timestamp, nonce and body first': 'timestamp nonce body method target',
  'body before timestamp': 'method target body timestamp nonce',
}

/** Every other order, with every separator; and each part twice, or in place of another. */
const arranged = lazily(function* (): Generator<Variation> {
  const alone = (partNames: Layout['order'], changes: Partial<Layout>, detail = ''): Variation => {
    const layout = {
      ...standard,
      ...changes,
      order: partNames,
      ...(partNames.indexOf('body') === 4 ? {} : { bodied: true as const }),
    }
    return part(partNames.join(', ') + detail, { layout }, 'alone')
  }
  const knownOrders = [standard.order.join(' '), ...Object.values(namedOrders)]
  const otherOrders = permutations(standard.order).filter((order) => !knownOrders.includes(order.join(' ')))
  for (const order of otherOrders) {
    yield alone(order, {})
    yield alone(order, { end: lineFeed }, ', a line feed behind each')
  }
  const [, ...laterParts] = standard.order.toReversed()
  const twice: Layout = { ...standard, order: [...standard.order, 'body'], last: '', bodied: true }
  yield part('the body twice, with nothing between', { layout: twice }, 'alone')
  yield part('all of it twice', { layout: { ...standard, whole: repeatedText } }, 'alone')
  yield part(
    'all of it twice, a line feed behind each',
    { layout: { ...standard, end: lineFeed, whole: repeatedText } },
    'alone',
  )
  for (const end of ['', lineFeed])
    yield part(
      `timestamp, nonce and body, twice${end === '' ? '' : ', a line feed behind each'}`,
      { layout: { ...standard, order: ['timestamp', 'nonce', 'body'], end, whole: repeatedText } },
      'alone',
    )
  for (const [partIndex, partName] of standard.order.entries())
    for (const laterPart of laterParts)
      yield alone(
        laterPart === partName
          ? standard.order.toSpliced(partIndex, 0, partName)
          : standard.order.with(partIndex, laterPart),
        {},
      )
  for (const separator of otherSeparators)
    for (const order of otherOrders) yield alone(order, { separator }, `, ${JSON.stringify(separator)} between them`)
})

const inserted = (order: Layout['order'], followingPart: Piece | undefined): Layout['order'] => {
  const insertionIndex = followingPart === undefined ? order.length : order.indexOf(followingPart)
  return insertionIndex < 0 || order.includes('appId') ? order : order.toSpliced(insertionIndex, 0, 'appId')
}

/** What stands behind a value that was read from a file. */
const blanksBehind = Object.entries({ CR: '\r', LF: '\n', CRLF: '\r\n', 'a space': ' ', 'a tab': '\t' })

/** What is copied from a page. */
const unseen = { 'a no-break space': '\u00a0', 'a zero-width space': '\u200b', 'a byte order mark': '\ufeff' }

export const joinMistakes: ReadonlyArray<Mistake> = [
  joinMistake(
    'leading-line-feed',
    'The caller signed a line feed in front of the method.',
    'Let the string to sign begin with the method.',
    started({ LF: '\n', CRLF: '\r\n' }),
  ),
  joinMistake(
    'echo-option-signed',
    'The caller signed an option of echo too: its shell prints what another takes for an option.',
    "Use printf '%s' in place of echo.",
    started({ '-e': '-e ', '-n': '-n ' }),
  ),
  joinMistake(
    'trailing-line-feed',
    'The caller signed a line feed behind the body that it did not send, or two.',
    'Let nothing follow the body.',
    allForms(ended({ LF: '\n', CRLF: '\r\n', two: '\n\n' }), closedByJoint),
  ),
  changes('layout', 'join')(
    'final-line-feed-missing',
    'The caller left out the fourth line feed because the body is empty.',
    'Write the line feed behind the nonce whether or not a body follows.',
    ({ layout, body }) =>
      body.length === 0 && layout.order.at(-1) === 'body'
        ? [['empty body', { ...layout, order: layout.order.slice(0, -1) }]]
        : [],
  ),
  joinMistake(
    'separator-crlf',
    'The caller joined the parts by CRLF.',
    'Join the parts by a single line feed.',
    allForms(separated({ CRLF: '\r\n' }), eachLineEnded),
  ),
  joinMistake(
    'separator-literal',
    'The caller joined the parts by a backslash and an n.',
    'Write the line feed so that the language makes one byte of it.',
    separated({ 'backslash n': '\\n' }),
  ),
  joinMistake(
    'separator-missing',
    'The caller joined parts by nothing, all of them or the last.',
    'Put a line feed behind each of the first four parts.',
    allForms(separated({ none: '' }), lastSeparated({ 'none before the body': '' })),
  ),
  joinMistake(
    'separator-other',
    'The caller joined the parts by another character than a line feed.',
    'Join the parts by a single line feed.',
    allForms(
      lastSeparated({ 'two line feeds before the body': '\n\n' }),
      separated({
        space: ' ',
        comma: ',',
        '&': '&',
        '|': '|',
        CR: '\r',
        colon: ':',
        dot: '.',
        'a space and a line feed': ' \n',
        'two line feeds': '\n\n',
      }),
      joinedAndClosed,
      ({ separator }) =>
        separator === standard.separator
          ? [
              ['a space for each run of white space (echo without quotes)', { whole: singleSpaces }, 'alone'],
              ['a space on both sides of each line feed', { separator: ' \n ' }, 'alone'],
              ['$ and backslash n (a shell that is not bash)', { separator: '$\\n' }, 'alone'],
              ...rareJoints.map((jointText): Change => [JSON.stringify(jointText), { separator: jointText }, true]),
            ]
          : [],
    ),
  ),
  joinMistake(
    'lines-indented',
    'The caller signed the indentation of its own source: blanks follow each line feed.',
    'Build the string to sign from its parts, and not from a template over several lines.',
    indented,
  ),
  signs(
    'parts-reordered',
    'join',
    'The caller signed the parts in another order, or one or all of them twice.',
    'Sign method, target, timestamp, nonce and body, in this order.',
    ['layout'],
    function* (draft) {
      const { layout } = draft
      const sorted = piecesByText(draft)
      for (const [detail, orderNames] of Object.entries({ ...namedOrders, 'sorted by their texts': sorted.join(' ') }))
        yield part(detail, { layout: { ...layout, order: reordered(layout.order, orderNames) } })
      if (layout !== standard) return
      const glued = { ...layout, order: sorted, separator: '' }
      yield part('sorted by their texts, with nothing between (WeChat)', { layout: glued }, 'alone')
    },
    { layouts: arranged },
  ),
  joinMistake(
    'app-id-included',
    'The caller signed the app id too.',
    'Sign the five parts only; the app id belongs in the header.',
    ({ order }) => [
      ...(['timestamp', 'nonce', 'target'] as const).map(
        (followingPart) => [`before ${followingPart}`, { order: inserted(order, followingPart) }] as const,
      ),
      [
        'before nonce and timestamp',
        { order: inserted(reordered(order, 'method target nonce timestamp body'), 'nonce') },
      ],
      ['first', { order: inserted(order, order[0]) }],
      ['behind the nonce', { order: inserted(order, 'body') }],
      ['last', { order: inserted(order, undefined) }],
    ],
  ),
  signs(
    'white-space-signed',
    'join',
    'The caller signed white space beside a part that it sent without, such as the line end of a file or of a variable.',
    'Cut off the white space at both ends of each part before it is signed and sent.',
    ['method', 'target', 'timestamp', 'nonce'],
    (v) => [
      ...blanksBehind.flatMap(([blankName, blank]) => [
        part(`${blankName} behind the method`, { method: v.method + blank }, true),
        part(`${blankName} behind the timestamp`, { timestamp: v.timestamp + blank }, true),
        // A line feed behind the nonce is one in front of the body.
        ...(blank === '\n' ? [] : [part(`${blankName} behind the nonce`, { nonce: v.nonce + blank }, true)]),
      ]),
      ...Object.entries(unseen).flatMap(([blankName, blank]) =>
        (['method', 'target', 'timestamp', 'nonce'] as const).map((slot) =>
          part(`${blankName} behind the ${slot}`, { [slot]: v[slot] + blank }, true),
        ),
      ),
      part('a space in front of the timestamp', { timestamp: ` ${v.timestamp}` }, true),
      part('a space in front of the nonce', { nonce: ` ${v.nonce}` }, true),
    ],
    { rarely: true },
  ),
]
