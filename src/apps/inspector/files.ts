/**
 * Reads a file that the user chooses or drops on the page. The bytes stay in the page: only `take` receives them.
 */
import { number } from '../../kit/diagnosis/numerals.ts'

/** A larger file would keep the tab busy, and no person reads such a request. */
export const maxFile: number = 16 * 2 ** 20

export interface FileTaker {
  /** Receives a file that was read. */
  readonly take: (bytes: Uint8Array, fileName: string) => void
  /** Receives the reason why a file is not read. */
  readonly complain: (complaint: string) => void
}

/** Watches a file chooser and an element on which files are dropped. Returns a function that drops a file that is still being read. */
export const takeFiles = (
  chooser: HTMLInputElement,
  target: HTMLElement,
  { take, complain }: FileTaker,
): (() => void) => {
  let latest: File | undefined
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    latest = file
    if (file.size > maxFile) return complain(tooLarge(file))
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (latest === file) take(bytes, file.name)
  }
  chooser.addEventListener('change', async () => {
    await readFile(chooser.files?.[0])
    // An emptied chooser lets the user choose the same file again after it has changed.
    chooser.value = ''
  })
  target.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    target.classList.add('over')
  })
  for (const end of ['dragleave', 'drop']) target.addEventListener(end, () => target.classList.remove('over'))
  target.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0]
    if (file === undefined) return
    event.preventDefault()
    void readFile(file)
  })
  return () => {
    latest = undefined
  }
}

const tooLarge = ({ name: fileName, size }: File): string =>
  `${fileName} was not read: it has ${number(size)} bytes, and this page reads at most ${number(maxFile)}. countersign diagnose reads larger ones.`
