/**
 * Placeholders of one part that few programs use: a dynamic variable of a tool for requests, a name in the notation of another tool, and
 * the end of a text that a program should have joined. `layouts.ts` has the usual ones.
 *
 *     {{$timestamp}}     {{ nonce }}     %NONCE%     " + nonce + "     @body.json
 */
import type { DraftParts } from '../Draft.ts'
import { dynamicVariables } from './dynamicVariables.ts'
import { lazily } from './lazily.ts'
import { fillHole, type Template } from './template.ts'

type Piece = keyof DraftParts

const notations: ReadonlyArray<Template> = [
  '{{ … }}',
  '<<…>>',
  '%…%',
  '{$…}',
  '$(…)',
  '<%= … %>',
  "' + … + '",
  '" + … + "',
]

const names: Readonly<Record<Piece, ReadonlyArray<string>>> = {
  method: ['method', 'METHOD'],
  target: ['path', 'PATH', 'url', 'URL', 'uri'],
  timestamp: ['timestamp', 'TIMESTAMP', 'ts', 'TS'],
  nonce: ['nonce', 'NONCE', 'nonce_str', 'NONCE_STR', 'nonceStr'],
  body: ['body', 'BODY', 'payload', 'data'],
}

/** The arguments of curl that name a file, not its content. */
const files = ['@body.json', '@request.json', '@job.json', '@data.json', '@payload.json', '@-']

const ofTools: Readonly<Record<Piece, () => ReadonlyArray<string>>> = {
  method: () => ['{{$request.method}}', '{{request.method}}'],
  target: () => ['{{$request.path}}', '{{request.path}}', '{{request.url}}'],
  timestamp: () => [...dynamicVariables('seconds'), ...dynamicVariables('milliseconds'), ...dynamicVariables('date')],
  nonce: () => dynamicVariables('uuid'),
  body: () => files,
}

const placeholdersOf = (part: Piece): ReadonlyArray<string> => [
  ...new Set([
    ...ofTools[part](),
    ...notations.flatMap((notation) => names[part].map((name) => fillHole(notation, name))),
  ]),
]

const byPart = {
  method: lazily(() => placeholdersOf('method')),
  target: lazily(() => placeholdersOf('target')),
  timestamp: lazily(() => placeholdersOf('timestamp')),
  nonce: lazily(() => placeholdersOf('nonce')),
  body: lazily(() => placeholdersOf('body')),
}

/** With `wanted`, at most this text. */
export const rarePlaceholders = (part: Piece, wanted?: string): ReadonlyArray<string> =>
  wanted === undefined ? byPart[part]() : byPart[part]().filter((placeholder) => placeholder === wanted)

/** Whether the text is a placeholder of the list. */
export const isRarePlaceholder = (text: string): boolean =>
  Object.values(byPart).some((placeholders) => placeholders().includes(text))
