/**
 * Elements, made one by one. What stands in them comes from strangers, so text is only ever set as text.
 */
type Attributes = Readonly<Record<string, string | true | undefined>>

export type Child = Node | string | undefined

/** An element with its attributes and children; what is undefined is left out. */
export const el = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** The element of the page that has this id; the page and the script are built together, so it is there. */
export const byId = <E extends HTMLElement>(id: string, kind: abstract new (...args: never) => E): E => {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`)
  return element
}

export const field = (id: string): HTMLInputElement => byId(id, HTMLInputElement)
export const area = (id: string): HTMLTextAreaElement => byId(id, HTMLTextAreaElement)
export const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement)
export const box = (id: string): HTMLElement => byId(id, HTMLElement)

/** Puts children in the place of those that are there. */
export const fill = (parent: HTMLElement, ...children: ReadonlyArray<Child>): void =>
  parent.replaceChildren(...children.filter((child) => child !== undefined))

/** A few words in a box: a code, a digest, a part of the wire. */
export const code = (text: string): HTMLElement => el('code', {}, text)
