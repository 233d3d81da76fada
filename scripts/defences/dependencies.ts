// Defences against what gets in by a package.
import { type Defence, inFile } from './defence.ts'

const imports = inFile('src/core/Bytes.ts', 'project/dependencies')
const manifest = inFile('package.json', 'project/dependencies')

export const dependencies: ReadonlyArray<Defence> = [
  imports(
    'T26',
    'the protocol may import any package',
    '\n\nexport type Bytes = Uint8Array',
    "\nimport 'picocolors'\n\nexport type Bytes = Uint8Array",
  ),
  manifest(
    'T26',
    'the package may depend on any other',
    '"fp-ts": "2.16.11",',
    '"fp-ts": "2.16.11",\n    "picocolors": "1.1.1",',
  ),
  manifest('T26', 'the package may depend on any version', '"fp-ts": "2.16.11",', '"fp-ts": "^2.16.11",'),
  inFile('src/ambient/clock.ts', 'project/dependencies')(
    'T26',
    'the platform’s interpreters may import any package',
    'import type { Clock }',
    "import 'picocolors'\nimport type { Clock }",
  ),
]
