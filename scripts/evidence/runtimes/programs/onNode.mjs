// Loads the package's entry points as ES modules, on Node and what is compatible with it, and tells the claims as JSON.
import { told } from './compatible.mjs'

console.log(JSON.stringify(await told((specifier) => import(specifier))))
process.exit(0)
