/** The functions that a program can import, and where each is declared. */
import ts from 'typescript'
import type { EntryPoint } from './entryPoints.ts'
import type { Reader } from './reachable.ts'

export interface PublicFunction {
  /** As one who imports it says: `countersign/server keyFolder`, `countersign Nonce.parse`. */
  readonly name: string
  /** Below src, without its ending. */
  readonly module: string
  /** What it is called there. */
  readonly local: string
}

/** Whether a type can be called. Aliases of ours are followed; what a framework calls a plugin or a handler can be. */
const isCallable = (reader: Reader, module: string, type: ts.TypeNode | undefined): boolean => {
  if (type === undefined) return false
  if (ts.isFunctionTypeNode(type)) return true
  if (ts.isParenthesizedTypeNode(type)) return isCallable(reader, module, type.type)
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false
  const { text } = type.typeName
  const alias = reader.standsFor(module, text)
  if (alias === undefined) return false
  if (!alias.own) return /(?:Callback|Handler|Plugin)$/.test(text)
  return (reader.fileOf(alias.module).declared.get(alias.name) ?? []).some((statement) => {
    if (ts.isTypeAliasDeclaration(statement)) return isCallable(reader, alias.module, statement.type)
    return ts.isInterfaceDeclaration(statement) && statement.members.some(ts.isCallSignatureDeclaration)
  })
}

const isFunction = (reader: Reader, module: string, local: string): boolean =>
  (reader.fileOf(module).declared.get(local) ?? []).some((statement) => {
    if (ts.isFunctionDeclaration(statement)) return true
    if (!ts.isVariableStatement(statement)) return false
    return statement.declarationList.declarations.some(
      ({ name, type }) => (name as ts.Identifier).text === local && isCallable(reader, module, type),
    )
  })

/** Each once, under the first name by which it can be had. */
export const publicFunctions = (entries: ReadonlyArray<EntryPoint>, reader: Reader): ReadonlyArray<PublicFunction> => {
  const found = new Map<string, PublicFunction>()
  const search = (prefix: string, from: string): void => {
    for (const [name, { module, own, name: local, typeOnly }] of reader.exportsOf(from)) {
      if (!own || typeOnly) continue
      if (local === '*') search(`${prefix}${name}.`, module)
      else if (!found.has(`${module} ${local}`) && isFunction(reader, module, local))
        found.set(`${module} ${local}`, { name: `${prefix}${name}`, module, local })
    }
  }
  for (const { name, modules } of entries) for (const module of modules) search(`${name} `, module)
  return [...found.values()]
}
