/**
 * Mistakes of the join: the caller took the right parts and put something else between them, in front of them or behind them, or
 * took them in another order. The diagnosis tries these layouts as hypotheses.
 *
 *     POST|/v1/jobs|1700000000|n-1|{}           another separator: separator '|'
 *     POST⏎/v1/jobs⏎1700000000⏎n-1⏎{}⏎          a line feed behind the body: end '⏎'
 *     POST⏎/v1/jobs⏎n-1⏎1700000000⏎{}           another order: order method, target, nonce, timestamp, body
 *
 * A caller may make several of these mistakes. So a form changes one member of the layout, and leaves a member alone that another
 * mistake has already changed. The forms come first; the catalogue's entries, `joinMistakes`, are at the end.
 */
import { type Draft, type Layout, standard } from '../Draft.ts'
import { withRarity } from '../forms/distinct.ts'
import { ordersWithEmptyLine } from '../forms/emptyLines.ts'
import { lazily } from '../forms/lazily.ts'
import { paddedParts } from '../forms/partForms.ts'
import { permutations } from '../forms/permutations.ts'
import type { Form, Traits } from '../forms/Respelling.ts'
import { lineFeedReplaced, repeatedText, singleSpaces } from '../forms/wholeText.ts'
import { quoted } from '../glyphs.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { changes, isNeeded, part, signs } from './mistake.ts'

/** A change of a layout, with the detail that names it in a report. */
type Change = Form<Partial<Layout>>

/** The changes that a mistake may make of a layout; none if another mistake has changed the same member. */
type ChangesOf = (layout: Layout) => ReadonlyArray<Change>

type Order = Layout['order']
type Piece = Order[number]

/** A mistake that changes the layout in these ways. The layouts that it makes of the standard one are the same for all requests. */
const joinMistake = (id: string, statement: string, remedy: string, changesOf: ChangesOf): Mistake => {
  const variationsOf = (layout: Layout): ReadonlyArray<Variation> =>
    changesOf(layout).map(([detail, change, rare, traits]) =>
      part(detail, { layout: { ...layout, ...change } }, rare, traits),
    )
  const layouts = lazily(() => variationsOf(standard))
  const variations = ({ layout }: Draft): ReadonlyArray<Variation> => (layout === standard ? [] : variationsOf(layout))
  return signs(id, 'join', statement, remedy, ['layout'], variations, { layouts })
}

const inTurn =
  (...changesInTurn: ReadonlyArray<ChangesOf>): ChangesOf =>
  (layout) =>
    changesInTurn.flatMap((changesOf) => changesOf(layout))

// ---- Other texts in front of the parts, between them and behind them

/** Takes texts by their details, and puts each into one member of a layout, if that member is as in the standard layout. */
const textsOf =
  (member: 'separator' | 'last' | 'start' | 'end', isUnchanged: (layout: Layout) => boolean) =>
  (jointTexts: Readonly<Record<string, string>>): ChangesOf =>
  (layout) =>
    isUnchanged(layout)
      ? Object.entries(jointTexts).map(([detail, jointText]) => [detail, { [member]: jointText }])
      : []

const atStart = textsOf('start', ({ start }) => start === undefined)
const betweenParts = textsOf('separator', ({ separator }) => separator === standard.separator)
const beforeBody = textsOf('last', ({ order, last }) => last === undefined && order.at(-1) === 'body')
const atEnd = textsOf('end', ({ end }) => end === '')

/** The caller also puts the separator behind the body, as WeChat Pay wants it. Line ends there have details of their own. */
const separatorAtEnd: ChangesOf = ({ separator, end }) =>
  end !== '' || separator === '' || ['\n', '\r\n', '\n\n'].includes(separator)
    ? []
    : [['what joins the parts', { end: separator }]]

/** `echo` of cmd.exe and `println` on Windows end every line by CRLF, also the line of an empty body. That is one mistake. */
const crlfAfterEachLine: ChangesOf = ({ separator, end, start }) =>
  separator === standard.separator && end === '' && start === undefined
    ? [['CR LF after each line, also after the last line', { separator: '\r\n', end: '\r\n' }]]
    : []

const rareSeparators: ReadonlyArray<string> = [', ', ' | ', ';', '; ', '\t', '-', '_', '#', '::', '||']
/** A slash by mistake, an escaped line feed, the line end of HTML, and the separators of some languages. */
const rarestSeparators: ReadonlyArray<string> = [
  '/n',
  '%0A',
  '%0a',
  '%0D%0A',
  '<br>',
  '\0',
  '+',
  '^',
  '~',
  '=',
  '\\r',
  '\u2028',
  // `echo %X% > file` of cmd.exe.
  ' \r\n',
]
/** The notation of Power Query, the variable of Make, and `+= 10` of Arduino. None of them closes the text. */
const separatorsOfTools: ReadonlyArray<string> = ['#(lf)', '{{newline}}', '10']
const usualSeparators: ReadonlyArray<string> = ['\\n', '\r\n', '', ' ', ',', '&', '|', ':', '.']
/** The separator that a literal in single quotes makes of CRLF: four characters. */
const literalCrlf = '\\r\\n'
/** Literals in single quotes. */
const literalEnds: ReadonlyArray<string> = ['\\n', literalCrlf]
/** What a program, a shell or a literal in single quotes leaves behind the last part. */
const usualEnds: ReadonlyArray<string> = ['\n', '\r\n', ...literalEnds, '\n\n']

/**
 * Another separator together with another end. A usual separator with a usual end is not here: the search combines two mistakes to
 * find it. A backslash and an n at both places is not here either, for `separatorAtEnd` has it.
 */
const separatorWithEnd: ChangesOf = ({ separator }) => (separator === standard.separator ? separatorsWithEnds() : [])

const separatorsWithEnds = lazily((): ReadonlyArray<Change> => {
  const pairsOf = (separator: string, ends: ReadonlyArray<string>) => ends.map((end) => ({ separator, end }))
  return [
    ...rareSeparators.flatMap((separator) => pairsOf(separator, [separator, ...usualEnds])),
    ...usualSeparators.flatMap((separator) => pairsOf(separator, literalEnds)),
    ...pairsOf(literalCrlf, ['', ...usualEnds]),
  ]
    .filter(({ separator, end }) => !(separator === '\\n' && end === '\\n'))
    .map(({ separator, end }) => [
      `${JSON.stringify(separator)} between the parts, and ${JSON.stringify(end)} after the body`,
      { separator, end },
      'alone',
    ])
})

const otherUsualSeparators = usualSeparators.filter((separator) => !['\\n', '\r\n', ''].includes(separator))

const rareBetweenParts: ChangesOf = ({ separator }) => (separator === standard.separator ? rareJoints : [])

const rareJoints: ReadonlyArray<Change> = [
  ['a space for each run of white space (echo without quotes)', { whole: singleSpaces }, 'alone'],
  ['a space on both sides of each line feed', { separator: ' \n ' }, 'alone'],
  ['$ and backslash n (a shell that is not bash)', { separator: '$\\n' }, 'alone'],
  ...rareSeparators.map((separator): Change => [JSON.stringify(separator), { separator }, true]),
  ...separatorsOfTools.map((separator): Change => [JSON.stringify(separator), { separator }, 'alone']),
  ...rarestSeparators.flatMap(
    (separator): ReadonlyArray<Change> => [
      [JSON.stringify(separator), { separator }, 'alone'],
      [`${JSON.stringify(separator)}, also after the body`, { separator, end: separator }, 'alone'],
    ],
  ),
]

/** The two parts beside each line feed. */
const neighbours = standard.order.slice(1).map((following, i) => `${standard.order[i]} and ${following}`)

/** Method and target with one of these between them are a request line, which another mistake has. */
const ofRequestLines: ReadonlyArray<string> = ['', ' ', ':']

const replacedAt = (index: number, jointText: string): Change => [
  `${jointText === '' ? 'nothing' : quoted(jointText)} between ${neighbours[index]}`,
  { whole: lineFeedReplaced(index, jointText) },
  'alone',
]

/** Another text in place of one of the four line feeds: `1700000000.n-1` on one line. */
const atOneJoint = (jointTexts: ReadonlyArray<string>): ChangesOf => {
  const changesInTurn = jointTexts.flatMap((jointText) =>
    neighbours.flatMap((_, index) =>
      index === 0 && ofRequestLines.includes(jointText) ? [] : [replacedAt(index, jointText)],
    ),
  )
  return (layout) => (layout === standard ? changesInTurn : [])
}

/** The blanks at the beginning of a line of source, with the line feed before them. */
interface Indent {
  readonly detail: string
  readonly separator: string
}

const spaces = (...counts: ReadonlyArray<number>): ReadonlyArray<Indent> =>
  counts.map((count) => ({ detail: `${count} spaces`, separator: `\n${' '.repeat(count)}` }))

const usualIndents: ReadonlyArray<Indent> = [...spaces(2, 4, 6, 8, 12), { detail: 'a tab', separator: '\n\t' }]
const rareIndents = spaces(1, 3, 5, 7, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 24)

/** The last line of a literal ends where its statement begins: with four or two spaces less, or none. */
const outdents = (separator: string): ReadonlyArray<string> => {
  const count = separator.length - 1
  if (separator.includes('\t')) return ['\n']
  return [...new Set([count - 4, count - 2, 0])]
    .filter((spacesLeft) => spacesLeft >= 0 && spacesLeft < count)
    .map((spacesLeft) => `\n${' '.repeat(spacesLeft)}`)
}

/** Literals that begin with a line feed, as in Python. Their last line has less spaces. */
const endingOutdented = ({ detail, separator }: Indent): ReadonlyArray<Change> =>
  outdents(separator).map((end) => [
    `${detail}, and on an added first line, and ${end.length - 1} on an added last line`,
    { separator, start: separator, end },
  ])

/** Indents that begin in the line before the method or end in the line after the body, or that have a margin of `|`. */
const rareFormsOf = ({ detail, separator }: Indent): ReadonlyArray<Change> => [
  [`${detail}, and on an added first line`, { separator, start: separator }],
  [`${detail}, and on an added first line and an added last line`, { separator, start: separator, end: separator }],
  // Scala and Groovy have literals with such a margin.
  [`${detail} and |`, { separator: `${separator}|` }],
  [`${detail} and |, also before the first part`, { separator: `${separator}|`, start: '|' }],
]

/** The lines of a template over several lines, with the indentation of the source. */
const indented: ChangesOf = ({ start, separator: currentSeparator }) => {
  if (start !== undefined || currentSeparator !== standard.separator) return []
  const betweenLines = ({ detail, separator }: Indent): Change => [detail, { separator }]
  const inFrontToo = ({ detail, separator }: Indent): Change => [
    `${detail}, in front of the first line too`,
    { separator, start: separator.slice(1) },
  ]
  const rareForms = [
    ...usualIndents.flatMap(rareFormsOf),
    ...usualIndents.flatMap(endingOutdented),
    ...rareIndents.flatMap((indent) => [betweenLines(indent), ...rareFormsOf(indent)]),
  ]
  return [...usualIndents.map(betweenLines), ...usualIndents.map(inFrontToo), ...withRarity(true, rareForms)]
}

// ---- Other orders

/** Orders that have a name. Each of them may come together with another mistake of the join. */
const namedOrders: Readonly<Record<string, Order>> = {
  'nonce before timestamp': ['method', 'target', 'nonce', 'timestamp', 'body'],
  'timestamp and nonce first': ['timestamp', 'nonce', 'method', 'target', 'body'],
  'target before method': ['target', 'method', 'timestamp', 'nonce', 'body'],
  'timestamp, nonce and body first': ['timestamp', 'nonce', 'body', 'method', 'target'],
  'body before timestamp': ['method', 'target', 'body', 'timestamp', 'nonce'],
}

/** The wanted order of the parts, if they are in the right order now. The app id keeps its place. */
const reorder = (currentOrder: Order, wantedOrder: Order): Order => {
  const signedParts = currentOrder.filter((piece) => piece !== 'appId')
  if (signedParts.join() !== standard.order.join()) return currentOrder
  const appIdIndex = currentOrder.indexOf('appId')
  return appIdIndex < 0 ? wantedOrder : wantedOrder.toSpliced(appIdIndex, 0, 'appId')
}

/** The parts sorted by their texts. A body of JSON begins with a brace, which sorts last. */
const orderByTexts = (draft: Draft): Order => [
  ...(['method', 'target', 'timestamp', 'nonce'] as const).toSorted((a, b) => (draft[a] < draft[b] ? -1 : 1)),
  'body',
]

/** Two usual mistakes lead to a compound form of such an order, and the search finds them as two. */
const isNamedOrder = (order: Order): boolean =>
  Object.values(namedOrders).some((namedOrder) => namedOrder.join() === order.join())

/** The orders that have no name. */
const otherOrders = lazily(() => {
  const knownOrders = [standard.order, ...Object.values(namedOrders)].map((order) => order.join())
  return permutations(standard.order).filter((order) => !knownOrders.includes(order.join()))
})

/** What else is wrong in a layout of another order, in words and as data. */
interface FurtherChange {
  readonly words: string
  readonly change: Partial<Layout>
  readonly traits?: Traits
}

const noFurtherChange: FurtherChange = { words: '', change: {} }

/** A line feed at the end of a layout: the usual mistake of that name leads to the same text. */
const withLineFeed: Traits = { contains: ['trailing-line-feed'] }

const lineFeedAtEnd: FurtherChange = { words: ', a line feed behind each', change: { end: '\n' }, traits: withLineFeed }

const separatedBy = (separator: string): FurtherChange => ({
  words: `, ${JSON.stringify(separator)} between them`,
  change: { separator },
  traits: { contains: ['separator-crlf', 'separator-literal', 'separator-missing', 'separator-other'] },
})

/** A layout with this order, which is tried with no other mistake. The place of an empty body shows only at the end. */
const orderAlone = (order: Order, { words, change, traits } = noFurtherChange): Variation => {
  const isBodyLast = order.indexOf('body') === 4
  const layout = { ...standard, ...change, order, ...(isBodyLast ? {} : { bodied: true as const }) }
  return part(order.join(', ') + words, { layout }, 'alone', traits)
}

/** The body, the whole text, or a part of the text, signed twice. */
function* repetitions(): Generator<Variation> {
  const bodyTwice: Layout = { ...standard, order: [...standard.order, 'body'], last: '', bodied: true }
  yield part('the body twice, with nothing between', { layout: bodyTwice }, 'alone')
  const twice: Layout = { ...standard, whole: repeatedText }
  yield part('all of it twice', { layout: twice }, 'alone')
  const twiceOnLines: Layout = { ...twice, end: '\n' }
  yield part('all of it twice, a line feed behind each', { layout: twiceOnLines }, 'alone', withLineFeed)
  const endTwice: Layout = { ...twice, order: ['timestamp', 'nonce', 'body'] }
  yield part('timestamp, nonce and body, twice', { layout: endTwice }, 'alone')
  yield part(
    'timestamp, nonce and body, twice, a line feed behind each',
    { layout: { ...endTwice, end: '\n' } },
    'alone',
    withLineFeed,
  )
}

/** Each part twice, or in place of another one. */
function* misplacedParts(): Generator<Variation> {
  // All parts but the body.
  const [, ...repeatable] = standard.order.toReversed()
  for (const [index, piece] of standard.order.entries())
    for (const repeated of repeatable) {
      const order =
        repeated === piece ? standard.order.toSpliced(index, 0, piece) : standard.order.with(index, repeated)
      yield orderAlone(order)
    }
}

/** Nonce and timestamp on one line: `n-1.1700000000`. The right order on one line is in `atOneJoint`. */
const nonceBesideTimestamp: ReadonlyArray<Variation> = ['', '\\n', ...otherUsualSeparators, '-', '_', ';'].map(
  (jointText) => {
    const joint = jointText === '' ? 'nothing' : quoted(jointText)
    const order = namedOrders['nonce before timestamp'] as Order
    const layout = { ...standard, order, whole: lineFeedReplaced(2, jointText) }
    return part(`nonce before timestamp, ${joint} between nonce and timestamp`, { layout }, 'alone')
  },
)

const otherSeparators: ReadonlyArray<string> = ['|', '&', '', ',', ':', ' ', '.', ';', '\r\n', '\\n']

/** Layouts that are tried last, the likeliest first: nonce and timestamp on one line, every other order, repetitions, every other order with every separator, and every order with an empty line. */
const rareLayouts = lazily(function* (): Generator<Variation> {
  yield* nonceBesideTimestamp
  for (const order of otherOrders()) {
    yield orderAlone(order)
    yield orderAlone(order, lineFeedAtEnd)
  }
  yield* repetitions()
  yield* misplacedParts()
  for (const separator of otherSeparators)
    for (const order of otherOrders()) yield orderAlone(order, separatedBy(separator))
  for (const [detail, layout, rare, traits] of ordersWithEmptyLine())
    if (traits === undefined || !isNamedOrder(layout.order)) yield part(detail, { layout }, rare, traits)
})

// ---- Further pieces

/** Puts the app id before this piece, or behind all of them, unless it exists already. */
const insertAppId = (order: Order, followingPiece: Piece | undefined): Order => {
  const index = followingPiece === undefined ? order.length : order.indexOf(followingPiece)
  return index < 0 || order.includes('appId') ? order : order.toSpliced(index, 0, 'appId')
}

const partsBeforeBody = ['method', 'target', 'timestamp', 'nonce'] as const

/** Blanks that stand behind a value which was read from a file. */
const blanksOfFiles = { CR: '\r', LF: '\n', CRLF: '\r\n', 'a space': ' ', 'a tab': '\t' }

/** Characters that nobody sees, and that come along when a value is copied from a page. */
const unseen = { 'a no-break space': '\u00a0', 'a zero-width space': '\u200b', 'a byte order mark': '\ufeff' }

/** Behind a target, blanks are of mistakes of their own. A line feed behind the nonce makes the same text as one before the body. */
const blanksAfter = (
  partName: (typeof partsBeforeBody)[number],
): ReadonlyArray<readonly [name: string, blank: string]> => [
  ...Object.entries(partName === 'target' ? {} : blanksOfFiles).filter(
    ([blankName]) => partName !== 'nonce' || blankName !== 'LF',
  ),
  ...Object.entries(unseen),
]

/** A part with a blank or an unseen character before or after it. */
const blanksBeside = (partName: (typeof partsBeforeBody)[number], sent: string): ReadonlyArray<Variation> => {
  const isBeforeSent = partName === 'timestamp' || partName === 'nonce'
  return [
    ...blanksAfter(partName).map(([blankName, blank]) =>
      part(`${blankName} after the ${partName}`, { [partName]: sent + blank }, true),
    ),
    ...(isBeforeSent ? [part(`a space before the ${partName}`, { [partName]: ` ${sent}` }, true)] : []),
  ]
}

// ---- The entries of the catalogue

export const joinMistakes: ReadonlyArray<Mistake> = [
  joinMistake(
    'leading-line-feed',
    'The signed text begins with a line feed before the method.',
    'Begin the string to sign with the method.',
    atStart({ LF: '\n', CRLF: '\r\n' }),
  ),
  joinMistake(
    'echo-option-signed',
    "The signed text begins with an option of echo, such as -e, because the caller's shell prints this option as text.",
    "Use printf '%s' in place of echo.",
    atStart({ '-e': '-e ', '-n': '-n ' }),
  ),
  joinMistake(
    'trailing-line-feed',
    'The caller signed one or two line feeds after the body, but did not send them.',
    'End the string to sign with the last byte of the body.',
    inTurn(atEnd({ LF: '\n', CRLF: '\r\n', two: '\n\n' }), separatorAtEnd),
  ),
  changes('layout', 'join')(
    'final-line-feed-missing',
    'The signed text has no fourth line feed, because the body is empty.',
    'Always write a line feed after the nonce, even if there is no body.',
    ({ layout, body }) =>
      body.length === 0 && layout.order.at(-1) === 'body'
        ? [['empty body', { ...layout, order: layout.order.slice(0, -1) }]]
        : [],
  ),
  joinMistake(
    'separator-crlf',
    'The caller joined the parts with CRLF.',
    'Join the parts with a single line feed (LF).',
    inTurn(betweenParts({ CRLF: '\r\n' }), crlfAfterEachLine),
  ),
  joinMistake(
    'separator-literal',
    'The caller joined the parts, or two of them, with two characters: a backslash and the letter n.',
    `Join the parts with a real line feed, which is one byte. In most languages, this is "\\n" in double quotes. In a shell, write the text with printf.`,
    inTurn(betweenParts({ 'backslash n': '\\n' }), atOneJoint(['\\n', literalCrlf])),
  ),
  joinMistake(
    'separator-missing',
    'The caller put no line feed between the parts, or none between two of them.',
    'Put a line feed after each of the first four parts.',
    inTurn(betweenParts({ none: '' }), beforeBody({ 'none before the body': '' }), atOneJoint([''])),
  ),
  joinMistake(
    'separator-other',
    'The caller joined the parts, or two of them, with another character instead of a line feed.',
    'Join the parts with a single line feed (LF).',
    inTurn(
      beforeBody({ 'two line feeds before the body': '\n\n' }),
      betweenParts({
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
      separatorWithEnd,
      rareBetweenParts,
      atOneJoint(['\r', ...otherUsualSeparators, ...rareSeparators]),
    ),
  ),
  joinMistake(
    'lines-indented',
    "The signed text has spaces or tabs after each line feed. Probably they are the indentation of the caller's source code.",
    'Join the parts in code. Do not use a template with several lines.',
    indented,
  ),
  signs(
    'parts-reordered',
    'join',
    'The signed parts have the wrong order, or a part or all parts are there twice.',
    'Sign method, target, timestamp, nonce and body, each once and in this order.',
    ['layout'],
    function* (draft) {
      const { layout } = draft
      const sorted = orderByTexts(draft)
      for (const [detail, wantedOrder] of Object.entries({ ...namedOrders, 'sorted by their texts': sorted }))
        yield part(detail, { layout: { ...layout, order: reorder(layout.order, wantedOrder) } })
      if (layout !== standard) return
      const sortedWithoutSeparator = { ...layout, order: sorted, separator: '' }
      yield part('sorted by their texts, with nothing between (WeChat)', { layout: sortedWithoutSeparator }, 'alone')
    },
    { layouts: rareLayouts, hasLateForms: true },
  ),
  joinMistake(
    'app-id-included',
    'The caller also signed the app id.',
    'Sign only the five parts. Send the app id only in the header.',
    ({ order }) => [
      ...(['timestamp', 'nonce', 'target'] as const).map(
        (followingPiece) => [`before ${followingPiece}`, { order: insertAppId(order, followingPiece) }] as const,
      ),
      [
        'before nonce and timestamp',
        { order: insertAppId(reorder(order, ['method', 'target', 'nonce', 'timestamp', 'body']), 'nonce') },
        undefined,
        { contains: ['parts-reordered'] },
      ],
      ['first', { order: insertAppId(order, order[0]) }],
      ['after the nonce', { order: insertAppId(order, 'body') }],
      ['last', { order: insertAppId(order, undefined) }],
    ],
  ),
  signs(
    'white-space-signed',
    'join',
    'The caller signed white space before or after a part, but did not send it. It may be the line end of a file or of a variable.',
    'Remove the white space at both ends of each part before you sign and send it.',
    partsBeforeBody,
    (draft, _, __, slot) => {
      const neededParts = partsBeforeBody.filter((partName) => isNeeded(partName, slot))
      return [
        ...neededParts.flatMap((partName) => blanksBeside(partName, draft[partName])),
        ...neededParts.flatMap((partName) =>
          paddedParts(draft[partName]).map(([detail, padded]) =>
            part(`the ${partName} with ${detail}`, { [partName]: padded }, 'late'),
          ),
        ),
      ]
    },
    { rarely: true, hasLateForms: true },
  ),
]
