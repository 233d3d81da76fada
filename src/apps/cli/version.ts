declare const COUNTERSIGN_VERSION: string

/** The package's version, which the build writes in. */
export const version: string = COUNTERSIGN_VERSION
