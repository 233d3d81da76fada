/**
 * Finds the templates that may have made a text, without filling the thousands that have not. Templates that begin alike are one branch of
 * a tree, so each beginning is compared once.
 *
 *     {method}\n{path}\n{gmt}          one branch for `{method}\n`, and in it one for each of
 *     {method}\n{md5}\n{type}          `{path}\n` and `{md5}\n`
 */
import { lazily } from '../lazily.ts'
import { type Template, type Values, valuesAt } from './Template.ts'
import { templates } from './templates.ts'

/** Three pieces of plain text, the two places between them, and the place after them. */
const piecesOfBeginning = 6

/** The templates that go on with the same plain text, by the places after it. Thousands of templates have some hundred beginnings. */
interface Branch {
  readonly plain: string
  /** Made at the first text that has the plain text here: most branches are never entered. */
  readonly continued: () => ReadonlyArray<Continued>
}

/** The templates that have the same place next. */
interface Continued {
  readonly place: string
  readonly members: ReadonlyArray<Template>
  readonly branches: () => ReadonlyArray<Branch>
}

const groupBy = <K>(list: ReadonlyArray<Template>, keyOf: (template: Template) => K): Map<K, Array<Template>> => {
  const groups = new Map<K, Array<Template>>()
  for (const template of list) {
    const key = keyOf(template)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [template])
    else group.push(template)
  }
  return groups
}

/** Stands for the place of a template of which nothing more is compared. No place has this name. */
const noPlace = ''

/** The branches of templates that are alike before `index`. */
const branchesOf = (alike: ReadonlyArray<Template>, index = 0): ReadonlyArray<Branch> => {
  const plainAt = ({ pieces }: Template): string => (index < piecesOfBeginning ? (pieces[index] ?? '') : '')
  const placeAt = ({ pieces }: Template): string =>
    index < piecesOfBeginning ? (pieces[index + 1] ?? noPlace) : noPlace
  const continuedBy = ([place, members]: readonly [string, ReadonlyArray<Template>]): Continued => ({
    place,
    members,
    branches: lazily(() => branchesOf(members, index + 2)),
  })
  return Array.from(
    groupBy(alike, plainAt),
    ([plain, group]): Branch => ({
      plain,
      continued: lazily(() => Array.from(groupBy(group, placeAt), continuedBy)),
    }),
  )
}

const allBranches = lazily(() => branchesOf([...templates()]))

/** The templates whose beginnings fit this text. The value of the place `body` is the text of the body. */
export const templatesFor = (candidates: Values, wanted: string): ReadonlyArray<Template> => {
  const fitting = new Set<Template>()
  addFitting(fitting, allBranches(), candidates, wanted, 0)
  return [...fitting].toSorted((a, b) => a.place - b.place)
}

/**
 * Adds the templates of these branches that can make the text from `start` on with some choice of values. Here a place that occurs
 * twice may have two values.
 */
const addFitting = (
  fitting: Set<Template>,
  branches: ReadonlyArray<Branch>,
  candidates: Values,
  wanted: string,
  start: number,
): void => {
  for (const { plain, continued } of branches) {
    if (!wanted.startsWith(plain, start)) continue
    const valueStart = start + plain.length
    for (const { place, members, branches: furtherBranches } of continued())
      if (place === noPlace) for (const template of members) fitting.add(template)
      else
        for (const placeValue of valuesAt(place, candidates))
          if (wanted.startsWith(placeValue, valueStart))
            addFitting(fitting, furtherBranches(), candidates, wanted, valueStart + placeValue.length)
  }
}
