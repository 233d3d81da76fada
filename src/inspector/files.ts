/**
 * Lets a file be chosen, or dropped on a part of the page; its bytes are read here and go nowhere else. What it returns
 * forgets a file that is still being read.
 */
export const takesFiles = (
  chooser: HTMLInputElement,
  target: HTMLElement,
  take: (bytes: Uint8Array, name: string) => void,
): (() => void) => {
  let latest: File | undefined
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    latest = file
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (latest === file) take(bytes, file.name)
  }
  chooser.addEventListener('change', async () => {
    await read(chooser.files?.[0])
    // The same file can be chosen again after it has changed.
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
