/** The version of this package, for `--version`, reports and logs. */
declare const COUNTERSIGN_VERSION: string

/** The package's version, which the build writes in. */
export const version: string = COUNTERSIGN_VERSION
