/**
 * Jobs as whole texts, on both sides of each rule: white space, the end of the text, what follows it, a byte order mark before it, and the
 * places of commas, colons and brackets. Here a job is a list of tokens: `{`, `"stages"`, `:`, `[`, `]`, `}`.
 */
import * as E from 'fp-ts/lib/Either.js'
import { ours, type Policies } from '../../../core/Policies.ts'
import * as Job from '../../../job/Job.ts'
import * as Gen from '../Gen.ts'
import { jobs } from '../jobs/meanings.ts'
import * as places from '../jobs/places.ts'
import { rules } from '../jobs/rules.ts'
import { combineWith, constants, type LabelledGens, onePerSide, validAndInvalid } from '../Labelled.ts'
import { neighbouring } from '../neighbours.ts'
import { fillFrame, inTextOrName, jobText } from './frames.ts'
import { utf8 } from './misencoded.ts'
import { anySpellings, spellName } from './texts.ts'

const { template } = Gen

/** A compact text in its tokens: there may be white space between two of them. */
const tokensOf = (compact: string): ReadonlyArray<string> =>
  compact.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/gs) ?? []

const tokensOfJobs = places.shortJob.map((job) => tokensOf(JSON.stringify(job)))

// ---- White space

const someSpaces = Gen.array(
  Gen.oneof(Gen.constantFrom('', ' ', '\n', '\t', '\r', '\r\n', '\n\r', '\n  '), Gen.stringOf(' \t\n\r', 0, 20)),
  { minLength: 1, maxLength: 5 },
)

/** The tokens with white space before each and after the last: these spaces in turn. */
const withSpaces = (tokens: ReadonlyArray<string>, spaces: ReadonlyArray<string>): string =>
  [...tokens, ''].map((token, i) => spaces[i % spaces.length] + token).join('')

/** What programs take for white space, and JSON does not. */
const wrongSpaces = [
  ...constants('\f\v\b\u0000\u001c\u001f\u007f\u0085\u00a0\u1680\u180e\u2003\u2028\u2029\u200b\u2060\u3000\ufeff'),
  ...constants(['/**/', '//\n', '#\n', '<!---->', '\\n', '&#32;']),
]

const whiteSpace = validAndInvalid(
  rules.space,
  [
    Gen.tuple(tokensOfJobs, someSpaces).map(([tokens, spaces]) => withSpaces(tokens, spaces)),
    ...constants(' \t\n\r').map((spaceGen) =>
      Gen.tuple(tokensOfJobs, spaceGen).map(([tokens, space]) => withSpaces(tokens, ['', space.repeat(3000), space])),
    ),
  ],
  wrongSpaces.map((wrongSpaceGen) =>
    Gen.tuple(tokensOfJobs, someSpaces, wrongSpaceGen, Gen.nat()).map(([tokens, spaces, wrongSpace, place]) =>
      withSpaces(places.inserted(tokens, wrongSpace, place), spaces),
    ),
  ),
)

// ---- The ends of the text

const cutOff = Gen.tuple(jobText, Gen.nat()).map(([document, length]) => {
  const characters = [...document]
  return characters.slice(0, length % characters.length).join('')
})

/** Texts that are not white space. */
const wrongEnds = [
  ...constants('}],:"0a\u0000\u001a\ufeff\f\u00a0;\\#'),
  ...constants(['{}', '[]', 'null', '//', '/**/', ',{}', '\n0', '\u0000\u0000']),
  jobText,
]

const ends: LabelledGens = [
  ...validAndInvalid(rules.whole, jobText, cutOff),
  ...validAndInvalid(
    rules.trailing,
    template`${jobText}${Gen.stringOf(' \t\n\r', 0, 9)}`,
    wrongEnds.map((end) => template`${jobText}${Gen.constantFrom('', '\n', ' ')}${end}`),
  ),
  // Inside of a text, the mark is a character like others.
  ...validAndInvalid(
    rules.mark,
    Gen.tuple(inTextOrName, Gen.constantFrom('\ufeff', '\ufeff\ufeff', '\\ufeff')).map(([frame, mark]) =>
      fillFrame(frame, mark),
    ),
    constants(['\ufeff', '\ufeff ', '\ufeff\ufeff', '\n\ufeff']).map((mark) => template`${mark}${jobText}`),
  ),
]

export const layout: LabelledGens = [...whiteSpace, ...ends]

// ---- Names in other spellings

const drawsPerJob = [1, 2, 3, 4, 5]

/** Jobs on both sides of the rules about meaning, each name and text in any spelling: a reader must look for what a name says. */
export const respelledJobs: LabelledGens = combineWith(
  anySpellings,
  drawsPerJob.flatMap(() =>
    onePerSide(
      jobs.filter(
        ({ labels: { isBoundary, change, unless } }) => !isBoundary && !unless && change !== rules.integerText,
      ),
    ),
  ),
  (spellings, job) =>
    tokensOf(JSON.stringify(job))
      .map((token) => (token.startsWith('"') ? spellName(JSON.parse(token), spellings) : token))
      .join(''),
)

// ---- Commas, colons and brackets

const strict = Object.fromEntries(Object.keys(ours).map((policy) => [policy, false])) as unknown as Policies
const isJob = (json: string): boolean => E.isRight(Job.decode(utf8(json), strict))

const sampleJob = '{"request_id":"a\\u00e9","stages":[],"x":{"y":-1.5e1,"z":[true,null,{"b":"c"},0]}}'

/** A job without one of its tokens, with a token twice, or with another in its place; and each edit of one character. */
export const nearJobs: LabelledGens = [
  ...tokensOf(sampleJob).map((token, index, tokens) =>
    Gen.constantFrom('', `${token}${token}`, `${token},${token}`, ...'{}[],:;0- ', '"x"', 'null', '{}').map(
      (replacement) => {
        const json = tokens.with(index, replacement).join('')
        return { value: json, rule: rules.structure, change: `${replacement} for ${token}`, passes: isJob(json) }
      },
    ),
  ),
  ...[sampleJob, sampleJob, sampleJob, sampleJob].flatMap((job) => neighbouring(rules.structure, [job], isJob)),
]
