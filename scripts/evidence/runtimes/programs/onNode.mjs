// Loads the package's entry points as ES modules and writes the claims as JSON.
import { tell } from './compatible.mjs'

tell((specifier) => import(specifier))
