import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** A definition by calls alone, such as `export var tap = dual(2, chainable.tap(Chain));`. */
const definition = /^(?:export )?var \w+ = (?:(?!.*function)[^{\n]*;$|dual\()/gm
/** An object that looks into others, which esbuild takes for an effect. */
const instance = /^(var _\w+ = )(\{\n(?: +\w+: \w+\.\w+,?\n)+\});$/gm
const call = /(?<![\w.]|\*\/ ?)[a-zA-Z_][\w.]*(?=\()/g

/**
 * Of fp-ts/lib, which is CommonJS, nothing can be shaken off: 107 KB against 8.6. Nor can be, of its ES modules, what is
 * defined by calling a function, unless the call is marked as one that does nothing else; fp-ts marks most, and this the rest.
 */
export const esModulesOfFpTs: Plugin = {
  name: 'fp-ts/lib -> fp-ts/es6',
  setup: ({ onLoad, onResolve, resolve }) => {
    onResolve({ filter: /^fp-ts\/lib\// }, ({ path, importer, resolveDir, kind }) =>
      resolve(path.replace('/lib/', '/es6/'), { importer, resolveDir, kind }),
    )
    onLoad({ filter: /\/fp-ts\/es6\/\w+\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(definition, (made) => made.replace(call, '/*#__PURE__*/ $&'))
        .replace(instance, '$1/*#__PURE__*/ (() => ($2))();'),
    }))
  },
}
