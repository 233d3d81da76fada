import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  type Documents,
  datedChangelog,
  newestSection,
  npmTag,
  releaseFaults,
  supportedVersions,
} from '../../scripts/release/changes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const release = suite('a release')

const changelog = readFileSync('CHANGELOG.md', 'utf8')
const security = readFileSync('SECURITY.md', 'utf8')

release('finds its section in the changes, and its row in SECURITY.md', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const section = newestSection(changelog)
  // Between two releases the newest section is that of the next.
  if (section?.date !== undefined) assert.is(section.version, version)
  assert.is(supportedVersions(security, version), security)
})

const ready: Documents = {
  version: '1.2.0',
  lockedVersion: '1.2.0',
  changelog: '# Changelog\n\n## 1.2.0 (2027-01-31)\n\n- More.\n\n## 1.1.0 (2027-01-01)\n\n- Less.\n',
  security: '| 1.2 | yes |',
  repository: 'https://example.com/countersign',
}

release('is published where everything names its version', () => assert.equal(releaseFaults('v1.2.0', ready), []))

const faults: ReadonlyArray<readonly [what: string, tag: string, documents: Documents, words: RegExp]> = [
  ['another tag', 'v1.2.1', ready, /^the tag is v1\.2\.1, and package\.json has 1\.2\.0/],
  [
    'another version in the lock file',
    'v1.2.0',
    { ...ready, lockedVersion: '1.1.0' },
    /^package-lock\.json has 1\.1\.0/,
  ],
  [
    'changes of another version',
    'v1.2.0',
    { ...ready, changelog: '## 1.1.0 (2027-01-01)\n\n- Less.\n' },
    /^CHANGELOG\.md begins with 1\.1\.0/,
  ],
  [
    'changes that are not released',
    'v1.2.0',
    { ...ready, changelog: '## 1.2.0 (unreleased)\n\n- More.\n' },
    /^CHANGELOG\.md calls this version unreleased/,
  ],
  [
    'no changes',
    'v1.2.0',
    { ...ready, changelog: '## 1.2.0 (2027-01-31)\n\n## 1.1.0 (2027-01-01)\n\n- Less.\n' },
    /^CHANGELOG\.md says nothing/,
  ],
  ['no row for its fixes', 'v1.2.0', { ...ready, security: '| 1.1 | yes |' }, /^SECURITY\.md has no row for 1\.2/],
  [
    'its minor version only as a figure of another table',
    'v1.2.0',
    { ...ready, security: '| 1.1 | yes |\n\n| a forgery | 1.2 |' },
    /^SECURITY\.md has no row for 1\.2/,
  ],
  ['no repository', 'v1.2.0', { ...ready, repository: undefined }, /^package\.json names no repository/],
]
for (const [what, tag, documents, words] of faults)
  release(`is not published with ${what}`, () => {
    const [fault, ...others] = releaseFaults(tag, documents)
    assert.match(fault ?? '', words)
    assert.equal(others, [])
  })

release('is dated by npm version, and its words end at the release before', () => {
  const dated = datedChangelog('# Changelog\n\n## 0.1.0 (unreleased)\n\n- All.\n', '1.0.0-rc.1', '2027-01-31')
  assert.equal(newestSection(dated), { version: '1.0.0-rc.1', date: '2027-01-31', words: '- All.' })
  assert.is(newestSection(ready.changelog)?.words, '- More.')
  const table = '| older | no |\n\n| a forgery | 1.0 |'
  assert.is(supportedVersions(`| 0.1 | yes |\n${table}`, '1.0.0-rc.1'), `| 1.0 | yes |\n${table}`)
})

const versions = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).map((numbers) => numbers.join('.'))
const days = fc.integer({ min: 1, max: 9 }).map((day) => `2027-01-0${day}`)

release('for all versions and days: dating changes only the head of what is unreleased, and only once', () =>
  forAll([versions, days, versions, days], (version, day, next, later) => {
    const older = `## ${version} (${day})\n\n- All.\n\n## 0.0 (unreleased)\n\n- Old.\n`
    const released = `# Changelog\n\n${older}`
    assert.is(datedChangelog(released, next, later), released)
    const open = `# Changelog\n\n## NEXT (unreleased)\n\n- More.\n\n${older}`
    const dated = datedChangelog(open, next, later)
    const isNew = next !== version
    assert.is(dated, isNew ? open.replace('## NEXT (unreleased)', `## ${next} (${later})`) : open)
    assert.is(datedChangelog(dated, next, later), dated)
    assert.is(dated.split(`\n## ${next} (`).length, 2)
  }),
)

release('that is not final is not what npm install takes', () =>
  assert.equal(['1.0.0-rc.1', '1.0.0', '1.2.3'].map(npmTag), ['next', 'latest', 'latest']),
)
