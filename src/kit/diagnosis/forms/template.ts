/**
 * A template with one hole, which is written `…`:
 *
 *     fillHole('Some("…")', 'red')     Some("red")
 */

/** The compiler checks that a template has its hole. */
export type Template = `${string}…${string}`

/** The template with a text in its first hole. */
export const fillHole = (template: Template, content: string): string => template.replace('…', () => content)
