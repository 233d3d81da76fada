import type { Plugin } from 'esbuild'

/** Of fp-ts/lib, which is CommonJS, nothing can be shaken off: 107 KB against 8.6. */
export const esModulesOfFpTs: Plugin = {
  name: 'fp-ts/lib -> fp-ts/es6',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^fp-ts\/lib\// }, ({ path, importer, resolveDir, kind }) =>
      resolve(path.replace('/lib/', '/es6/'), { importer, resolveDir, kind }),
    )
  },
}
