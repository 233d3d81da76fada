// `npm run declarations`: writes spec/project/declarations.txt, the package's interface as the declarations tell it. A change
// in it is a change for whoever uses the package, and shows in review.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import pc from 'picocolors'
import { entryPoints } from './docs/entryPoints.ts'
import { firstDifference } from './docs/firstDifference.ts'
import { publicDeclarations } from './docs/publicDeclarations.ts'

const file = 'spec/project/declarations.txt'
const entries = entryPoints()
const text = publicDeclarations(entries)
const difference = existsSync(file) ? firstDifference(readFileSync(file, 'utf8'), text, 20) : 'it is new'
writeFileSync(file, text)

const { green, yellow } = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)
const size = `${entries.length} entry points, ${text.split('\n').length - 1} lines`
if (difference === undefined) console.log(`${green('✓')} ${file}: ${size}, as it was`)
else console.log(`${yellow('!')} ${file}: ${size}, written anew; ${difference}`)
