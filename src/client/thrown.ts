/**
 * What may be told of something that a program's own function has thrown: its name and its code, where they look like such.
 * The words of a store's, a KMS's or a token driver's error may hold an address, a PIN, a credential or the request.
 */
export const nameOf = (thrown: unknown): string => {
  try {
    if (!(thrown instanceof Error)) return 'something'
    const code: unknown = 'code' in thrown ? thrown.code : undefined
    const words = [thrown.name, typeof code === 'number' ? String(code) : code]
    return words.filter((word) => typeof word === 'string' && /^[\w.:-]{1,60}$/.test(word)).join(' ') || 'an error'
  } catch {
    // An error may be made to throw when it is looked at.
    return 'something'
  }
}
