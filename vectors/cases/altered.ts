/** Signed, then altered: for each forbidden normalization a request that was signed for what it makes of one part. */
import { forBodies } from '../../src/kit/values/forbidden/inBodies.ts'
import { forMethods, forNames } from '../../src/kit/values/forbidden/inHeaders.ts'
import { forTargets } from '../../src/kit/values/forbidden/inTargets.ts'
import { toBytes } from '../../src/kit/values/forbidden/textChanges.ts'
import { alterationsBy, type Normalization } from '../../src/kit/values/Normalization.ts'
import { type Behaviour, type Draft, refused, step, verdicts, verifier } from './draft.ts'
import { casesOf, type Question } from './group.ts'

const { cases } = casesOf('altered')

/** A body is held as its bytes, a character for each. */
const asks = (part: 'method' | 'target' | 'nonce' | 'body', sent: string, read: string): Question<'verify'> => {
  const content = (text: string) => (part === 'body' ? Buffer.from(text, 'latin1') : text)
  const expect = (reason = '') => verdicts(refused(reason))
  return { op: 'verify', input: verifier(step({ [part]: content(sent), signed: { [part]: content(read) } })), expect }
}

/** What an id says for a mark. */
const markNames: Readonly<Record<string, string>> = {
  '&': 'ampersand',
  ';': 'semicolon',
  '=': 'equals sign',
  '?': 'question mark',
  '%': 'percent',
}

/** Ids never change, so the id of a normalization keeps the name that the normalization had first. */
const idNames: Readonly<Record<string, string>> = {
  'invisible characters dropped': 'what is invisible dropped',
  'characters beyond ASCII dropped': 'what is beyond ASCII dropped',
  'accents dropped': 'without accents',
  'full-width characters replaced': 'of full width',
  'escapes with a backslash decoded': 'with its escapes read',
  'HTML entities decoded': 'with its entities read',
  'quotes around it dropped': 'without its quotes',
  'only the first item of a list kept': 'the first of a list',
  'only the last item of a list kept': 'the last of a list',
  '+ replaced by a space': 'a space for a plus',
  'HEAD changed to GET': 'HEAD is GET',
  'PUT, PATCH, DELETE and QUERY changed to POST': 'whatever has a body is POST',
  'only letters kept': 'letters alone',
  'only letters and digits kept': 'letters and digits alone',
  '- replaced by _': 'an underscore for a hyphen',
  'hyphens dropped': 'without its hyphens',
  'bytes that are not UTF-8 replaced': 'bytes that are no text replaced',
  'bytes that are not UTF-8 dropped': 'bytes that are no text dropped',
  'read as Latin-1, and written as UTF-8': 'as Latin-1 in UTF-8',
  'the eighth bit of each byte cleared': 'without eighth bits',
  'CRLF replaced by LF': 'LF for CRLF',
  'LF replaced by CRLF': 'CRLF for LF',
  'cut at a line with only a dot': 'ended by a dot',
  'white space alone replaced by an empty body': 'empty where it is blank',
  '{}, [], null, "", 0 or false replaced by an empty body': 'empty where it is nothing',
  'an empty body, [] or null replaced by {}': 'an object where it is nothing',
  'replaced by an empty body': 'empty',
  'JSON parsed and written again': 'parsed and written',
  'members of JSON sorted by name': 'written by its names',
  'JSON written with blanks': 'written with blanks',
  'JSON written in lines': 'written in lines',
  'characters beyond ASCII written as escapes of JSON': 'written in ASCII',
  'slashes escaped with a backslash': 'slashes escaped',
  '< > & written as escapes of JSON': 'marks of HTML escaped',
  'null members left out': 'without its nothings',
  'numbers written as strings': 'numbers as texts',
  'numbers written with .0': 'numbers with a point',
  'a JSON string replaced by its text': 'the text of a text',
  'encoded as a JSON string': 'a text of the text',
  'only the last of equal parameters kept': 'the last of equal parameters',
  'only the first of equal parameters kept': 'the first of equal parameters',
  'parameters that caches ignore dropped': 'parameters that caches leave out dropped',
  '; replaced by &': '& for ;',
  'unreserved characters decoded': 'what is unreserved decoded',
  '% without an escape written as %25': 'a sign that begins no escape escaped',
  '% without an escape dropped': 'a sign that begins no escape dropped',
  '+ replaced by %20': '%20 for a plus',
  '%20 replaced by +': 'a plus for %20',
  'backslash replaced by slash': 'a slash for a backslash',
  '// and a host dropped': 'two slashes begin an authority',
  'placeholders of a template filled': 'templates filled',
}

const slugOf = (part: string, name: string): string =>
  `${part}-${(idNames[name] ?? name).replace(/[&;=?%]/g, (mark) => ` ${markNames[mark]} `)}`
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? ''

/** One case for each normalization that changes a valid text: then the signature alone is wrong. */
const casesFor = (
  part: Parameters<typeof asks>[0],
  normalizations: ReadonlyArray<Normalization>,
  validTexts: ReadonlyArray<string>,
  isValid: RegExp,
  twin: string,
  encode?: (text: string) => string,
): ReadonlyArray<Draft> =>
  normalizations.flatMap((normalization) => {
    const [alteration] = validTexts
      .flatMap((text) => alterationsBy(normalization, text, encode))
      .filter(({ sent }) => isValid.test(sent))
    if (alteration === undefined) return []
    const { name } = normalization
    const comment = `The caller signed the ${part} after this change: ${name}. It sent the ${part} without the change, so a verifier must refuse the request.`
    const about = { flags: '', fault: 'signature', twin }
    return cases(about, asks, { [slugOf(part, name)]: [comment, part, alteration.sent, alteration.normalized] })
  })

export const altered: Behaviour = {
  behaviour: 'altered',
  comment:
    'The caller changed one part of the request before signing, as a careless verifier does. A verifier must verify the parts that were sent.',
  cases: [
    ...casesFor('method', forMethods, ['POST', 'GET'], /^[A-Z0-9!#$%&'*+.^_`|~-]{1,32}$/, 'method/get-with-body'),
    ...casesFor('target', forTargets, ['/v1/jobs?b=2&a=1', '/'], /^\/[!"$-~]*$/, 'target/query-order'),
    ...casesFor(
      'nonce',
      forNames,
      ['n-1', '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d'],
      /^[0-9A-Za-z-]{1,128}$/,
      'nonce/uuid',
    ),
    ...casesFor('body', forBodies, ['', '{"b":1,"a":[1,2]}', 'one\ntwo'], /^[\s\S]{0,9000}$/, 'body/no-json', toBytes),
  ],
}
