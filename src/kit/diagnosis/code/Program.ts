/**
 * A small program that signs a job and sends it, in sections that stand on their own to a reader.
 */

/** In the order in which they run. */
export const sections = ['body', 'target', 'timestamp', 'nonce', 'text', 'signature', 'header', 'send'] as const

export type Section = (typeof sections)[number]

/** The lines of each section, and what the whole needs round them. No text begins or ends with a line end. */
export interface Program extends Readonly<Record<Section, string>> {
  /** Imports, settings, the key. */
  readonly setup: string
  /** In place of `body`, for content that is no JSON. */
  readonly bytes: string
  /** What stands in front of each line of a section in the whole program. */
  readonly indent?: string
  /** What closes the whole program. */
  readonly end?: string
}
