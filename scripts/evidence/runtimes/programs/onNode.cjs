// Loads the package's entry points as CommonJS, and tells the claims as JSON.
import('./compatible.mjs').then(({ tell }) => tell(async (specifier) => require(specifier)))
