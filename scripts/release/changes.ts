// The documents that name a version: the changes, and the table of versions that get fixes.
//
//     ## 0.1.0 (unreleased)     becomes     ## 1.0.0 (2027-01-31)

/** The words of one version, from below its head to the next head. */
export interface Section {
  readonly version: string
  /** `2027-01-31`, or undefined while it is not released. */
  readonly date: string | undefined
  readonly words: string
}

const head = /^## (\S+) \((\d{4}-\d\d-\d\d|unreleased)\)$/m

/** The newest section of CHANGELOG.md. */
export const newestSection = (changelog: string): Section | undefined => {
  const found = head.exec(changelog)
  if (found === null) return undefined
  const [line, version = '', date = ''] = found
  const [words = ''] = changelog.slice(found.index + line.length).split(/^## /m)
  return { version, date: date === 'unreleased' ? undefined : date, words: words.trim() }
}

/** Whether the changes have a section of this version. */
export const hasSection = (changelog: string, version: string): boolean => changelog.includes(`\n## ${version} (`)

/**
 * CHANGELOG.md with its unreleased section under this version and day. A section that has its day keeps it, and a version that
 * has a section gets no second one: what is unreleased then waits for the next version.
 */
export const datedChangelog = (changelog: string, version: string, day: string): string =>
  hasSection(changelog, version) || newestSection(changelog)?.date !== undefined
    ? changelog
    : changelog.replace(head, `## ${version} (${day})`)

/** `1.0` of `1.0.0-rc.1`. */
export const minorOf = (version: string): string => version.split('.', 2).join('.')

/** By its first column: figures of other tables look the same. */
const hasRow = (security: string, minor: string): boolean =>
  security.split('\n').some((line) => line.startsWith(`| ${minor} |`))

/** SECURITY.md with this version in place of the one that got fixes before. */
export const supportedVersions = (security: string, version: string): string =>
  hasRow(security, minorOf(version)) ? security : security.replace(/^\| \d+\.\d+ \|/m, `| ${minorOf(version)} |`)

/** npm's tag of a version: `next` while it is not final, so that `npm install countersign` does not take it. */
export const npmTag = (version: string): 'latest' | 'next' => (version.includes('-') ? 'next' : 'latest')

export interface Documents {
  readonly version: string
  readonly lockedVersion: string
  readonly changelog: string
  readonly security: string
  readonly repository: string | undefined
}

/** What keeps a tag from being published: each with what to do. */
export const releaseFaults = (tag: string, documents: Documents): ReadonlyArray<string> => {
  const { version, lockedVersion, changelog, security, repository } = documents
  const section = newestSection(changelog)
  const faults: ReadonlyArray<readonly [isFault: boolean, words: string]> = [
    [tag !== `v${version}`, `the tag is ${tag}, and package.json has ${version}: make both by npm version`],
    [lockedVersion !== version, `package-lock.json has ${lockedVersion}: npm install --package-lock-only`],
    [
      section?.version !== version,
      `CHANGELOG.md begins with ${section?.version ?? 'no version'}: put "## NEXT (unreleased)" above what is new, then run npm version`,
    ],
    [section !== undefined && section.date === undefined, 'CHANGELOG.md calls this version unreleased: give its day'],
    [section?.words === '', 'CHANGELOG.md says nothing of this version'],
    [!hasRow(security, minorOf(version)), `SECURITY.md has no row for ${minorOf(version)}`],
    [repository === undefined, 'package.json names no repository, without which npm takes no statement of provenance'],
  ]
  return faults.flatMap(([isFault, words]) => (isFault ? [words] : []))
}
