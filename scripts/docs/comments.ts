/** What source files say in comments. */
import ts from 'typescript'

/** The comment before the declaration of `local`, as it is written; nothing if there is none. */
export const docComment = (source: string, local: string): string | undefined => {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.ES2023, true)
  const statement = file.statements.find((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.some(({ name }) => name.getText() === local)
    return ts.isFunctionDeclaration(statement) && statement.name?.text === local
  })
  return statement && ts.getJSDocCommentsAndTags(statement).findLast(ts.isJSDoc)?.getText()
}

/** What a source file says of itself: the comment at its top, if a declaration does not stand right below it. */
export const fileComment = (source: string): string | undefined => {
  const [range] = ts.getLeadingCommentRanges(source, 0) ?? []
  if (range === undefined || !source.startsWith('/**', range.pos)) return undefined
  // `export … from` and imports are documented nowhere else; any other statement owns the comment before it.
  const [first] = ts.createSourceFile('x.ts', source, ts.ScriptTarget.ES2023).statements
  const below = source.slice(range.end)
  const owned = first !== undefined && !ts.isImportDeclaration(first) && !ts.isExportDeclaration(first)
  if (owned && !/^\s*\/\*\*/.test(below)) return undefined
  const lines = source.slice(range.pos + 3, range.end - 2).split('\n')
  return lines
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim()
}
