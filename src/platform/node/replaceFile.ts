/**
 * Replaces a file so that a reader finds the old content or the new one, never a part: the content goes to a draft in the same folder,
 * and the draft gets the file's name. For saved refusals and reports.
 */
import { open, rename, rm } from 'node:fs/promises'

/** Writes a file whole or not at all, in place of what has its name: through `draft`, a new name in the same folder. */
export const replaceFile = async (
  path: string,
  draft: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> => {
  // `wx` follows no link, and overwrites nothing.
  const file = await open(draft, 'wx', mode)
  try {
    await file.writeFile(content).finally(() => file.close())
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
