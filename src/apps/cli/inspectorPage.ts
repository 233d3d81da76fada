/** The inspector as one file: its frame, and in it the modules of the package as one script. So the package holds their code once. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moduleBody } from '../../platform/node/moduleBody.ts'

/**
 * One script that does what the module in the file `entry` does with all that it imports. `read` reads a file of `dist/`.
 *
 *     b.js   var v=1;export{v as x};                       →     const module0=(()=>{var v=1;return{x:v};})();
 *     a.js   import{x as y}from"./b.js";console.log(y);    →     const module1=(()=>{const{x:y}=module0;console.log(y);return{};})();
 */
export const pageScript = (read: (file: string) => string, entry: string): string => {
  const names = new Map<string, string>()
  let script = '"use strict";'
  // A module comes after all that it imports.
  const add = (file: string): string => {
    const known = names.get(file)
    if (known !== undefined) return known
    const body = moduleBody(read(file), ({ from }) => add(join(file, '..', from)))
    // Longer than the names of a minifier: a variable `m0` of a module would hide a module of that name.
    const name = `module${names.size}`
    names.set(file, name)
    script += `const ${name}=(()=>{${body}})();\n`
    return name
  }
  add(entry)
  return script
}

/** Where the script is in the frame, and where the frame is in `dist/`. */
export const scriptPlace = '<!-- script -->'
export const frameFile = 'inspector.html'
export const pageEntry = 'apps/inspector/main.js'

/** The page of the installation in `folder`, which is `dist/`. Throws if a file is missing. */
export const inspectorPage = (folder: string): string => {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const [before = '', after = ''] = read(frameFile).split(scriptPlace)
  return `${before}<script>${pageScript(read, pageEntry)}</script>${after}`
}
