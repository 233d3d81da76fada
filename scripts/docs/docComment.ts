/** The documentation of what a source file declares at its top. */
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
