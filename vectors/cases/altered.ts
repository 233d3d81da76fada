/** Signed, then altered: for each repair that a careless verifier makes, a request that was signed for what it makes. */
import * as repairs from '../../src/kit/values/repairs.ts'
import { type Behaviour, type Draft, refused, step, verdicts, verifier } from './draft.ts'
import { casesOf, type Question } from './group.ts'

const { cases } = casesOf('altered')

/** A body is held as its bytes, a character for each. */
const asks = (part: 'method' | 'target' | 'nonce' | 'body', sent: string, read: string): Question<'verify'> => {
  const content = (text: string) => (part === 'body' ? Buffer.from(text, 'latin1') : text)
  const expect = (reason = '') => verdicts(refused(reason))
  return { op: 'verify', input: verifier(step({ [part]: content(sent), signed: { [part]: content(read) } })), expect }
}

/** In ids. */
const words: Readonly<Record<string, string>> = {
  ...{ '&': ' ampersand ', ';': ' semicolon ', '=': ' equals sign ', '?': ' question mark ', '%': ' percent ' },
}

/** One case for each repair that changes a text which is right as it is: then the signature alone is wrong. */
const repairsOf = (
  part: Parameters<typeof asks>[0],
  list: ReadonlyArray<repairs.Repair>,
  rights: ReadonlyArray<string>,
  isRight: RegExp,
  twin: string,
  encode?: (text: string) => string,
): ReadonlyArray<Draft> =>
  list.flatMap((repair) => {
    const [sent] = rights
      .flatMap((right) => repairs.altered(repair, right, encode))
      .filter((text) => isRight.test(text))
    if (sent === undefined) return []
    const name = repair.name.replace(/[&;=?%]/g, (sign) => words[sign] as string)
    const slug =
      `${part}-${name}`
        .toLowerCase()
        .match(/[a-z0-9]+/g)
        ?.join('-') ?? ''
    const comment = `Signed as if the ${part} were repaired so: ${repair.name}. What was sent is what counts.`
    const about = { flags: '', fault: 'signature', twin }
    return cases(about, asks, { [slug]: [comment, part, sent, repair.to(sent)] })
  })

export const altered: Behaviour = {
  behaviour: 'altered',
  comment: 'Requests that were signed for what a careless verifier makes of them. What was sent is what is verified.',
  cases: [
    ...repairsOf('method', repairs.methods, ['POST', 'GET'], /^[A-Z0-9!#$%&'*+.^_`|~-]{1,32}$/, 'method/get-with-body'),
    ...repairsOf('target', repairs.targets, ['/v1/jobs?b=2&a=1', '/'], /^\/[!"$-~]*$/, 'target/query-order'),
    ...repairsOf(
      'nonce',
      repairs.names,
      ['n-1', '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d'],
      /^[0-9A-Za-z-]{1,128}$/,
      'nonce/uuid',
    ),
    ...repairsOf(
      'body',
      repairs.bodies,
      ['', '{"b":1,"a":[1,2]}', 'one\ntwo'],
      /^[\s\S]{0,9000}$/,
      'body/no-json',
      repairs.utf8,
    ),
  ],
}
