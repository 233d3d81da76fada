/** What a sticky expression matches at this offset. */
export const matchAt = (pattern: RegExp, source: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset
  return pattern.exec(source)
}
