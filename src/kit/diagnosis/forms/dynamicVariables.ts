/**
 * Values that a tool for requests makes up when it sends. The caller signed the variables that stood in their place: Postman sends
 * `{"id":"0f8f…","n":417}` for `{"id":"{{$guid}}","n":{{$randomInt}}}`. A value shows its kind, such as a UUID. Each tool has its own
 * variables for a kind, and all variables of a text are those of one tool.
 */

import type { Form } from './Respelling.ts'
import type { Span } from './replacing.ts'
import { subsets } from './subsets.ts'

const looks = {
  uuid: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
  date: /\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/,
  milliseconds: /\d{13}/,
  seconds: /\d{10}/,
  integer: /\d{1,4}/,
} as const

type Kind = keyof typeof looks

/** The kinds that a longer value may contain, such as the number in `job-417`. */
const kinds = Object.keys(looks) as ReadonlyArray<Kind>

/** Digits right after a word, as in `user482@example.com`, by the kinds that they may be. */
const digitKinds = ['milliseconds', 'seconds', 'integer'] as const
const afterWord = digitKinds.map((kind) => `(?<=(?<![0-9A-Za-z])[A-Za-z]{2,32})(${looks[kind].source})`)

/**
 * A value of any kind. Longer kinds come first, and no letter, digit or dot may stand beside it: no part of a number is a number. Only
 * a word may stand before digits.
 */
const anyKind = new RegExp(
  `(?:(?<![0-9A-Za-z.])(?:${kinds.map((kind) => `(${looks[kind].source})`).join('|')})|${afterWord.join('|')})(?![0-9A-Za-z.])`,
  'gi',
)

/** The kinds of the groups of that expression. */
const groupKinds: ReadonlyArray<Kind> = [...kinds, ...digitKinds]

/** A variable of the caller's own, in braces of Postman and its like, and of Artillery and k6. */
const inBraces = (name: string): ReadonlyArray<string> => [`{{${name}}}`, `{{ ${name} }}`, `$${'{'}${name}}`]

/** The variables of one tool. If it has several for a kind, a text has the same one for all values of the kind. */
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

/** The variables of all tools for a value of this kind, each once. */
export const dynamicVariables = (
  kind: 'uuid' | 'date' | 'milliseconds' | 'seconds' | 'integer',
): ReadonlyArray<string> => [...new Set(tools.flatMap(({ variables }) => variables[kind] ?? []))]

/** Kinds that only a whole value can have, with their variables. Most are Postman's, which has the most. */
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

/** Parts of longer values, with the variables that tools put together with other text. */
const ofParts: ReadonlyArray<readonly [part: RegExp, variables: ReadonlyArray<string>]> = [
  [
    /(?<=^)https?:\/\/[^/?#\s]+/g,
    [
      'baseUrl',
      'base_url',
      'BASE_URL',
      'baseURL',
      'host',
      'url',
      'server',
      'domain',
      'callback_url',
      'webhook_url',
    ].flatMap(inBraces),
  ],
  [/(?<=^https?:\/\/)[^/?#\s]+/g, ['host', 'HOST', 'hostname', 'domain', 'server', 'tenant'].flatMap(inBraces)],
  [/^[^@\s]+(?=@[^@\s]+\.\w+$)/g, ['{{$randomUserName}}', '{{$randomFirstName}}', '{{$guid}}', ...inBraces('user')]],
  [/(?<=^[^@\s]+@)[^@\s]+\.\w+$/g, ['{{$randomDomainName}}', ...['domain', 'host'].flatMap(inBraces)]],
  [
    /(?<![\p{L}\p{N}{])\p{L}{2,32}(?![\p{L}\p{N}}])/gu,
    [
      '{{$randomFirstName}}',
      '{{$randomLastName}}',
      '{{$randomFullName}}',
      '{{$randomWord}}',
      '{{$randomNoun}}',
      '{{$randomAdjective}}',
      '{{$randomColor}}',
      '{{$randomLoremWord}}',
      '{{$randomCity}}',
      '{{$randomCountry}}',
      '{{name}}',
      '{{user}}',
    ],
  ],
]

/** More parts of all values together have too many forms. */
const maxParts = 16

/** Each part of a value that a variable may have stood for, alone. */
function* partForms(
  body: string,
  wholeValues: ReadonlyArray<Span>,
  write: (variable: string) => string,
): Generator<Form> {
  let count = 0
  for (const { from: start, to: stop } of wholeValues)
    for (const [part, variables] of ofParts)
      for (const { 0: matched, index } of body.slice(start, stop).matchAll(part)) {
        if (matched.length === stop - start) continue
        if (++count > maxParts) return
        const span: Span = { from: start + index, to: start + index + matched.length }
        for (const variable of variables)
          yield [`${variable} at ${span.from} for ${matched}`, replaceSpans(body, [[span, write(variable)]])]
      }
}

/** A value that a tool may have made up. */
interface Candidate extends Span {
  readonly kind: Kind
}

/** More values in a text, and more in a choice, have too many forms. */
const maxCandidates = 12
const maxChosen = 4

/** All values in a text that a tool may have made up. */
const candidatesIn = (body: string): ReadonlyArray<Candidate> =>
  Array.from(body.matchAll(anyKind), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    kind: groupKinds[match.slice(1).findIndex((group) => group !== undefined)] as Kind,
  }))

/** Choices of the values that were variables: each alone, all, all but one. Of a few values, every choice. */
const choicesOf = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<ReadonlyArray<Candidate>> => {
  if (candidates.length < 2) return [candidates]
  if (candidates.length <= maxChosen) return subsets(candidates).filter((chosen) => chosen.length > 0)
  return [
    ...candidates.map((candidate) => [candidate]),
    candidates,
    ...candidates.map((candidate) => candidates.filter((otherCandidate) => otherCandidate !== candidate)),
  ]
}

/** The variables of a tool for these kinds, one for each kind, in every combination. */
const vocabularies = (
  { variables }: Tool,
  needed: ReadonlySet<Kind>,
): ReadonlyArray<Readonly<Partial<Record<Kind, string>>>> => {
  let choices: ReadonlyArray<Readonly<Partial<Record<Kind, string>>>> = [{}]
  for (const kind of needed)
    choices = choices.flatMap((choice) => (variables[kind] ?? []).map((variable) => ({ ...choice, [kind]: variable })))
  return choices.slice(0, maxVocabularies)
}

/** More combinations of one tool are not tried. */
const maxVocabularies = 8

export const replaceSpans = (
  body: string,
  replacements: ReadonlyArray<readonly [at: Span, variable: string]>,
): string => {
  let result = ''
  let end = 0
  for (const [{ from: start, to: stop }, variable] of replacements) {
    result += body.slice(end, start) + variable
    end = stop
  }
  return result + body.slice(end)
}

/** All values that Postman may have made up, each with its variable, in each vocabulary of Postman. */
export const postmanVariables = (
  body: string,
  wholeValues: ReadonlyArray<Span>,
): ReadonlyArray<ReadonlyArray<readonly [at: Span, variable: string]>> => {
  const candidates = candidatesWithin(body, wholeValues)
  const [postman] = tools as [Tool]
  const variableChoices = vocabularies(postman, new Set(candidates.map(({ kind }) => kind)))
  return candidates.length === 0
    ? []
    : variableChoices.map((variables) =>
        candidates.map((candidate) => [candidate, variables[candidate.kind] ?? ''] as const),
      )
}

/** The values that a tool may have made up within these whole values. */
const candidatesWithin = (body: string, wholeValues: ReadonlyArray<Span>): ReadonlyArray<Candidate> => {
  const isValue = ({ from: start, to: stop }: Span): boolean =>
    wholeValues.some((span) => span.from <= start && stop <= span.to)
  return candidatesIn(body).filter(isValue).slice(0, maxCandidates)
}

/**
 * The text before a tool made up some of its values. `wholeValues` are the spans of its values, and `write` writes a variable in the
 * place of one. The same text may come more than once.
 */
export function* dynamicForms(
  body: string,
  wholeValues: ReadonlyArray<Span>,
  write: (variable: string) => string,
): Generator<Form> {
  const candidates = candidatesWithin(body, wholeValues)
  const choices = candidates.length === 0 ? [] : choicesOf(candidates)
  for (const tool of tools)
    for (const chosen of choices)
      for (const variables of vocabularies(tool, new Set(chosen.map(({ kind }) => kind)))) {
        const replacements = chosen.map((candidate) => [candidate, variables[candidate.kind] ?? ''] as const)
        const detail = replacements.map(([{ from: start }, variable]) => `${variable} at ${start}`).join(', ')
        yield [
          detail,
          replaceSpans(
            body,
            replacements.map(([candidate, variable]) => [candidate, write(variable)]),
          ),
        ]
      }
  for (const wholeValue of wholeValues)
    for (const [shape, variables] of ofWholeValues)
      for (const variable of shape.test(body.slice(wholeValue.from, wholeValue.to)) ? variables : [])
        yield [`${variable} at ${wholeValue.from}`, replaceSpans(body, [[wholeValue, write(variable)]])]
  yield* partForms(body, wholeValues, write)
}
