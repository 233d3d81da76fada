/**
 * Values that a tool for requests makes up when it sends, and the variables that stood in their place when the caller signed:
 * Postman sends `{"id":"0f8f…","n":417}` for `{"id":"{{$guid}}","n":{{$randomInt}}}`. A value shows its kind, and each tool has
 * its own names for a kind; all variables of a text are those of one tool.
 */

import type { Form } from './Respelling.ts'
import type { Place as Span } from './replacing.ts'
import { subsets } from './subsets.ts'

const looks = {
  uuid: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
  date: /\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/,
  milliseconds: /\d{13}/,
  seconds: /\d{10}/,
  integer: /\d{1,4}/,
} as const

type Kind = keyof typeof looks

/** The kinds that show inside a longer value too, such as the number of `job-417`. */
const kinds = Object.keys(looks) as ReadonlyArray<Kind>

/** One after the other, so that a long number is not read as a short one; a letter, a digit or a dot beside it makes it another. */
const anyKind = new RegExp(
  `(?<![0-9A-Za-z.])(?:${kinds.map((kind) => `(${looks[kind].source})`).join('|')})(?![0-9A-Za-z.])`,
  'gi',
)

/** The names of one tool: where it has several for a kind, a text has one of them for all its values. */
interface Tool {
  readonly name: string
  readonly variables: Readonly<Partial<Record<Kind, ReadonlyArray<string>>>>
}

const tools: ReadonlyArray<Tool> = [
  {
    name: 'Postman, Bruno, Hoppscotch, Apifox',
    variables: {
      uuid: ['{{$guid}}', '{{$randomUUID}}'],
      date: ['{{$isoTimestamp}}'],
      seconds: ['{{$timestamp}}'],
      milliseconds: ['{{$timestamp}}000', '{{$timestampMs}}'],
      integer: ['{{$randomInt}}'],
    },
  },
  {
    name: 'REST Client of VS Code, httpYac',
    variables: {
      uuid: ['{{$guid}}', '{{$uuid}}'],
      date: ['{{$datetime iso8601}}', '{{$localDatetime iso8601}}'],
      seconds: ['{{$timestamp}}'],
      integer: ['{{$randomInt 0 1000}}', '{{$randomInt 1 100}}', '{{$randomInt 1 1000}}', '{{$randomInt 0 100}}'],
    },
  },
  {
    name: 'HTTP Client of JetBrains',
    variables: {
      uuid: ['{{$random.uuid}}', '{{$uuid}}'],
      date: ['{{$isoTimestamp}}'],
      seconds: ['{{$timestamp}}'],
      integer: ['{{$random.integer}}', '{{$randomInt}}', '{{$random.integer(0, 1000)}}', '{{$random.integer(1000)}}'],
    },
  },
  {
    name: 'Apifox',
    variables: {
      uuid: ['{{$string.uuid}}', '@guid'],
      date: ['{{$date.now}}', '@datetime'],
      seconds: ['{{$date.timestamp}}', '@timestamp'],
      integer: ['{{$number.int}}', '@integer', '@natural'],
    },
  },
  {
    name: 'Insomnia',
    variables: {
      uuid: ["{% uuid 'v4' %}", '{% uuid %}', "{% faker 'randomUUID' %}", "{% faker 'guid' %}"],
      date: ["{% now 'iso-8601', '' %}", "{% faker 'isoTimestamp' %}"],
      seconds: ["{% now 'unix', '' %}", "{% faker 'timestamp' %}"],
      milliseconds: ["{% now 'millis', '' %}"],
      integer: ["{% faker 'randomInt' %}"],
    },
  },
  {
    name: 'JMeter',
    variables: {
      uuid: [`$${'{__UUID()}'}`, `$${'{__UUID}'}`],
      date: [`$${"{__time(yyyy-MM-dd'T'HH:mm:ss)}"}`],
      seconds: [`$${'{__time(/1000)}'}`, `$${'{__time(/1000,)}'}`],
      milliseconds: [`$${'{__time()}'}`, `$${'{__time}'}`, `$${'{__time(,)}'}`],
      integer: [
        `$${'{__Random(1,1000)}'}`,
        `$${'{__Random(1,100)}'}`,
        `$${'{__counter(TRUE,)}'}`,
        `$${'{__threadNum}'}`,
      ],
    },
  },
  {
    name: 'Thunder Client',
    variables: {
      uuid: ['{{#guid}}'],
      date: ['{{#dateISO}}'],
      milliseconds: ['{{#date}}'],
      integer: ['{{#number}}'],
    },
  },
  {
    name: 'Artillery',
    variables: {
      uuid: ['{{ $uuid }}', '{{ $randomUUID() }}'],
      seconds: ['{{ $timestamp }}'],
      milliseconds: ['{{ $timestamp }}'],
      integer: ['{{ $randomNumber(1,100) }}', '{{ $randomNumber(1, 100) }}', '{{ $randomNumber(1,1000) }}'],
    },
  },
  {
    name: 'Gatling',
    variables: {
      uuid: ['#{randomUuid()}', '#{randomSecureUuid()}'],
      milliseconds: ['#{currentTimeMillis()}'],
      integer: ['#{randomInt()}', '#{randomInt(0,1000)}', '#{randomInt(1,100)}'],
    },
  },
  {
    name: 'SoapUI',
    variables: {
      uuid: [`$${'{=java.util.UUID.randomUUID()}'}`],
      milliseconds: [`$${'{=System.currentTimeMillis()}'}`],
      integer: [`$${'{=(int)(Math.random()*1000)}'}`],
    },
  },
  { name: 'Hurl', variables: { uuid: ['{{newUuid}}'], date: ['{{newDate}}'] } },
  { name: 'Yaak', variables: { uuid: [`$${'{[ uuid.v4() ]}'}`], seconds: [`$${'{[ timestamp.unix() ]}'}`] } },
  {
    name: 'WireMock',
    variables: {
      uuid: ["{{randomValue type='UUID'}}"],
      date: ['{{now}}'],
      seconds: ["{{now format='unix'}}"],
      milliseconds: ["{{now format='epoch'}}"],
    },
  },
  {
    name: 'a shell, Make or a template',
    variables: { uuid: ['{{uuid}}', '$(uuidgen)'], seconds: ['{{timestamp}}', '$(date +%s)'], integer: ['$RANDOM'] },
  },
]

/** What tools make up for a whole value; names of Postman, which has the most. */
const ofWholeValues: ReadonlyArray<readonly [looks: RegExp, variables: ReadonlyArray<string>]> = [
  [/^[^@\s]+@[^@\s]+\.\w+$/, ['{{$randomEmail}}', '{{$randomExampleEmail}}', '{{#email}}', '{{$random.email}}']],
  [/^https?:\/\//, ['{{$randomUrl}}', '{{$randomImageUrl}}', '{{$randomAbstractImage}}', '{{$randomAvatarImage}}']],
  [/^[0-9a-z]$/i, ['{{$randomAlphaNumeric}}']],
  [/^(?:true|false)$/, ['{{$randomBoolean}}', '{{#bool}}']],
  [/^#[0-9a-f]{6}$/i, ['{{$randomHexColor}}']],
  [/^\d{1,3}(?:\.\d{1,3}){3}$/, ['{{$randomIP}}']],
  [/^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$/i, ['{{$randomIPV6}}']],
  [/^\d+\.\d\d$/, ['{{$randomPrice}}']],
  [/^-?\d{1,3}\.\d{4}$/, ['{{$randomLatitude}}', '{{$randomLongitude}}']],
  [/^[+(]?\d[\d ().-]{6,18}(?: x\d+)?$/, ['{{$randomPhoneNumber}}', '{{$randomPhoneNumberExt}}']],
  [/^\S+\.\w{1,5}$/, ['{{$randomFileName}}', '{{$randomCommonFileName}}', '{{$randomDomainName}}']],
  [
    /^[\p{L}' .-]+$/u,
    [
      '{{$randomFullName}}',
      '{{$randomFirstName}}',
      '{{$randomLastName}}',
      '{{$randomWord}}',
      '{{$randomWords}}',
      '{{$randomCity}}',
      '{{$randomCountry}}',
      '{{$randomColor}}',
      '{{$randomCompanyName}}',
      '{{$randomProduct}}',
      '{{$randomLoremWord}}',
      '{{$randomNoun}}',
      '{{$randomJobTitle}}',
      '{{#name}}',
      '@cname',
    ],
  ],
  [
    /^\S[\s\S]*\s/,
    ['{{$randomLoremSentence}}', '{{$randomLoremWords}}', '{{$randomPhrase}}', '{{$randomLoremParagraph}}'],
  ],
  [/^[\w-]{8,}$/, ['{{$randomPassword}}', '{{$randomAlphaNumeric}}', '{{#string}}', '{{$randomUserName}}']],
]

interface Made extends Span {
  readonly kind: Kind
}

/** More of them in a text have too many choices. */
const maxMade = 12
const maxChosen = 4

const madeIn = (text: string): ReadonlyArray<Made> =>
  Array.from(text.matchAll(anyKind), (found) => ({
    from: found.index,
    to: found.index + found[0].length,
    kind: kinds[found.slice(1).findIndex((each) => each !== undefined)] as Kind,
  }))

/** Which of the values were variables: each alone, all, all but one, and every choice of a few. */
const choicesOf = (made: ReadonlyArray<Made>): ReadonlyArray<ReadonlyArray<Made>> => {
  if (made.length < 2) return [made]
  if (made.length <= maxChosen) return subsets(made).filter((chosen) => chosen.length > 0)
  return [...made.map((value) => [value]), made, ...made.map((value) => made.filter((other) => other !== value))]
}

/** The names of a tool for these kinds, one name for each, in every combination. */
const vocabularies = (
  { variables }: Tool,
  needed: ReadonlySet<Kind>,
): ReadonlyArray<Readonly<Partial<Record<Kind, string>>>> => {
  let found: ReadonlyArray<Readonly<Partial<Record<Kind, string>>>> = [{}]
  for (const kind of needed)
    found = found.flatMap((names) => (variables[kind] ?? []).map((variable) => ({ ...names, [kind]: variable })))
  return found.slice(0, maxVocabularies)
}

const maxVocabularies = 8

export const replacedAt = (text: string, some: ReadonlyArray<readonly [at: Span, variable: string]>): string => {
  let result = ''
  let end = 0
  for (const [{ from, to }, variable] of some) {
    result += text.slice(end, from) + variable
    end = to
  }
  return result + text.slice(end)
}

/** All values that Postman may have made up, by each of its vocabularies. */
export const madeByPostman = (
  text: string,
  values: ReadonlyArray<Span>,
): ReadonlyArray<ReadonlyArray<readonly [at: Span, variable: string]>> => {
  const made = madeOf(text, values)
  const [postman] = tools as [Tool]
  const names = vocabularies(postman, new Set(made.map(({ kind }) => kind)))
  return made.length === 0 ? [] : names.map((each) => made.map((at) => [at, each[at.kind] ?? ''] as const))
}

/** What was made up within these values. */
const madeOf = (text: string, values: ReadonlyArray<Span>): ReadonlyArray<Made> => {
  const isValue = ({ from, to }: Span): boolean => values.some((value) => value.from <= from && to <= value.to)
  return madeIn(text).filter(isValue).slice(0, maxMade)
}

/**
 * The text before a tool made up some of its values; `write` puts a variable into the text. Stretches of `values` are whole
 * values, which show further kinds. Some texts come more than once.
 */
export function* dynamicForms(
  text: string,
  values: ReadonlyArray<Span>,
  write: (variable: string) => string,
): Generator<Form> {
  const made = madeOf(text, values)
  const choices = made.length === 0 ? [] : choicesOf(made)
  for (const tool of tools)
    for (const chosen of choices)
      for (const names of vocabularies(tool, new Set(chosen.map(({ kind }) => kind)))) {
        const some = chosen.map((at) => [at, names[at.kind] ?? ''] as const)
        const detail = some.map(([{ from }, variable]) => `${variable} at ${from}`).join(', ')
        yield [
          detail,
          replacedAt(
            text,
            some.map(([at, variable]) => [at, write(variable)]),
          ),
        ]
      }
  for (const value of values)
    for (const [shape, variables] of ofWholeValues)
      for (const variable of shape.test(text.slice(value.from, value.to)) ? variables : [])
        yield [`${variable} at ${value.from}`, replacedAt(text, [[value, write(variable)]])]
}
