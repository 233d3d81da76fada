// How every property is checked; the runner loads this before each spec.
import fc from 'fast-check'

// Otherwise a failing property hides the assertion in `cause`, where uvu does not look.
fc.configureGlobal({ includeErrorInReport: true })
