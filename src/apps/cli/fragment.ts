/** A fragment of a URL stays in a browser: it is neither signed nor sent. Whoever writes one by mistake is told. */
import type { World } from './Outcome.ts'

/** Writes a note on standard error if the URL has a fragment; `called` is where the URL was given. */
export const tellFragment = (called: string, url: string, { stderr }: World): void => {
  if (url.includes('#'))
    stderr.write(
      `note: ${called}: the text after # is a fragment, and it is not signed and not sent; if you mean the character #, write %23\n`,
    )
}
