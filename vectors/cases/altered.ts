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

const slugOf = (part: string, name: string): string =>
  `${part}-${name.replace(/[&;=?%]/g, (mark) => ` ${markNames[mark]} `)}`
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
    const comment = `Signed as if the ${part} were repaired so: ${name}. What was sent is what counts.`
    const about = { flags: '', fault: 'signature', twin }
    return cases(about, asks, { [slugOf(part, name)]: [comment, part, alteration.sent, alteration.normalized] })
  })

export const altered: Behaviour = {
  behaviour: 'altered',
  comment: 'Requests that were signed for what a careless verifier makes of them. What was sent is what is verified.',
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
