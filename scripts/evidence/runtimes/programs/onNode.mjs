// Loads the package's entry points as ES modules, and tells the claims as JSON.
import { tell } from './compatible.mjs'

tell((specifier) => import(specifier))
