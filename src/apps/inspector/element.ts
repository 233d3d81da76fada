/**
 * Makes elements: `el('p.note', { id: 'a' }, 'text')`. Their content may be hostile, so text is never set as HTML.
 */
type Attributes = Readonly<Record<string, string | true | undefined>>

export type Child = Node | string | undefined

/** An element of this tag and these classes, with its attributes and children. Undefined ones are left out. */
export const el = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag | `${Tag}.${string}`,
  ...[attributesOrChild, ...furtherChildren]: ReadonlyArray<Attributes | Child>
): HTMLElementTagNameMap[Tag] => {
  const [tagName, ...classes] = tag.split('.') as [Tag, ...ReadonlyArray<string>]
  const element = document.createElement(tagName)
  if (classes.length > 0) element.className = classes.join(' ')
  const isChild = typeof attributesOrChild !== 'object' || attributesOrChild instanceof Node
  for (const [attributeName, attributeValue] of Object.entries(isChild ? {} : (attributesOrChild as Attributes)))
    if (attributeValue !== undefined) element.setAttribute(attributeName, attributeValue === true ? '' : attributeValue)
  fill(element, ...((isChild ? [attributesOrChild, ...furtherChildren] : furtherChildren) as ReadonlyArray<Child>))
  return element
}

/** The element with this id, which page.html has. */
export const byId = <E extends HTMLElement>(id: string, kind: abstract new (...args: never) => E): E => {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`)
  return element
}

export const field = (id: string): HTMLInputElement => byId(id, HTMLInputElement)
export const area = (id: string): HTMLTextAreaElement => byId(id, HTMLTextAreaElement)
export const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement)
export const box = (id: string): HTMLElement => byId(id, HTMLElement)

/** Replaces the children. */
export const fill = (parent: HTMLElement, ...children: ReadonlyArray<Child>): void =>
  parent.replaceChildren(...children.filter((child) => child !== undefined))

export const code = (codeText: string): HTMLElement => el('code', {}, codeText)

export const markInvalid = (element: HTMLElement, isInvalid: boolean): void => {
  element.ariaInvalid = isInvalid ? 'true' : null
}

/** Opens a part of the page that is folded. */
export const unfold = (id: string): void => {
  byId(id, HTMLDetailsElement).open = true
}
