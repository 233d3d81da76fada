/**
 * The words for a part that has HTML entities on one side alone. They name the entities that the texts have:
 *
 *     signed {"a":"R&amp;D"}, sent {"a":"R&D"}     entities in the body: &amp;
 */
import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'

const entity = /&(?:#\w{1,7}|\w{2,8});/g

/** The first entity that the plain text does not have in its place. */
const firstEntity = (written: string, plain: string): string | undefined => {
  for (const { 0: found, index } of written.matchAll(entity)) {
    if (written.slice(0, index) !== plain.slice(0, index)) return undefined
    if (!plain.startsWith(found, index)) return found
  }
  return undefined
}

/** The entities of the text that the plain one lacks. */
const addedEntities = (written: string, plain: string): ReadonlyArray<string> => {
  const own = new Set(plain.match(entity))
  const added = (written.match(entity) ?? []).filter((found) => !own.has(found))
  return [...new Set(added)]
}

/** More of them are left out. */
const maxNamed = 4

const listOf = (entities: ReadonlyArray<string>): string =>
  entities.length > maxNamed ? `${entities.slice(0, maxNamed).join(' ')} …` : entities.join(' ')

/** Undefined if no entity is the first difference of the two texts. */
export const entityDifference = (signed: string, sent: string, partName: 'target' | 'body'): Telling | undefined => {
  const isSigned = signed.length > sent.length
  const [written, plain] = isSigned ? [signed, sent] : [sent, signed]
  const first = firstEntity(written, plain)
  if (first === undefined) return undefined
  const added = addedEntities(written, plain)
  const detail = `entities in the ${partName}: ${listOf(added.length === 0 ? [first] : added)}`
  return isSigned
    ? {
        detail,
        what: `The caller signed the ${partName} with HTML entities, such as ${first}, but sent it without them.`,
        remedy:
          'A template for web pages, an input filter or a function such as htmlspecialchars of PHP escaped the text. Sign the text that is not escaped, exactly as it is sent.',
      }
    : {
        detail,
        what: `The caller signed the ${partName} without HTML entities, such as ${first}, but it arrived with them. Either the program that sends writes them, or something before the verifier, such as a firewall.`,
        ...forBoth(
          `Sign the ${partName} exactly as it is sent, with its entities.`,
          'If something before the verifier writes the entities, verify the request as it arrived, before this program.',
        ),
      }
}
