/** Makes the member `typesVersions` of package.json from its `exports`, for versions of TypeScript that do not know `exports`. */
interface Target {
  readonly types?: string
  readonly node?: Target
  readonly require?: Target
}

/** What a TypeScript that knows no `exports` reads: the declarations for `require`, on Node. */
const required = (target: Target): string | undefined => {
  const inner = target.require ?? target.node
  return inner === undefined ? target.types : required(inner)
}

/** The text of a package.json with the `typesVersions` that its `exports` make. */
export const withTypesVersions = (manifest: string): string => {
  const parsed = JSON.parse(manifest)
  const files = Object.entries<Target | string>(parsed.exports).flatMap(([path, target]) => {
    const file = typeof target === 'string' || path === '.' ? undefined : required(target)
    return file === undefined ? [] : [[path.slice(2), [file]] as const]
  })
  return `${JSON.stringify({ ...parsed, typesVersions: { '*': Object.fromEntries(files) } }, null, 2)}\n`
}
