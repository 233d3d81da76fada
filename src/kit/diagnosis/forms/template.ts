/**
 * A template with one hole, which is written `…`:
 *
 *     fillHole('Some("…")', 'red')     Some("red")
 */

/** The text in the hole of the template. */
export const fillHole = (template: string, content: string): string => template.replace('…', () => content)
