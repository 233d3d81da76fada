import { catalogue } from './catalogue.ts'
import type { Mistake } from './Mistake.ts'
import type { Finding } from './Report.ts'

const byId: ReadonlyMap<string, Mistake> = new Map(catalogue.map((mistake) => [mistake.id, mistake]))

export const ofMistake = ({ id, part, what, remedy }: Mistake, detail: string, offset?: number): Finding => ({
  id,
  detail,
  part,
  what,
  remedy,
  ...(offset === undefined ? {} : { offset }),
})

/** A mistake of the catalogue, found in a form. */
export const finding = (id: string, detail: string, offset?: number): Finding =>
  ofMistake(byId.get(id) as Mistake, detail, offset)
