/**
 * Takes a file that the user chooses, or drops on `target`; its bytes go nowhere but to `take`. The answer is a function that
 * forgets a file that is still being read.
 */
import { number } from '../../kit/diagnosis/numerals.ts'

/** More than any request has that a person looks at; a larger file would keep the tab busy. */
export const maxFile: number = 16 * 2 ** 20

export interface FileTaker {
  readonly take: (bytes: Uint8Array, name: string) => void
  /** Gets why a file is not read. */
  readonly complain: (text: string) => void
}

export const takesFiles = (
  chooser: HTMLInputElement,
  target: HTMLElement,
  { take, complain }: FileTaker,
): (() => void) => {
  let latest: File | undefined
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    latest = file
    if (file.size > maxFile) return complain(tooLarge(file))
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (latest === file) take(bytes, file.name)
  }
  chooser.addEventListener('change', async () => {
    await read(chooser.files?.[0])
    // So that the same file can be chosen again after it has changed.
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
    void read(file)
  })
  return () => {
    latest = undefined
  }
}

const tooLarge = ({ name, size }: File): string =>
  `${name} was not read: it has ${number(size)} bytes, and this page reads at most ${number(maxFile)}. countersign diagnose reads larger ones.`
