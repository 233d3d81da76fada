/**
 * Which usual serializers write one JSON text of another: a framework, a gateway or a client that parses a body and serializes it again.
 *
 *     rewritersOf('{ "a": 1.0 }', '{"a":1}')   JSON.stringify, json_encode of PHP
 */
import { treeOf, writerOf } from './forms/jsonText.ts'
import { usualStyles } from './forms/serializers.ts'

/** The styles of serializers.ts in which each program writes JSON, unless it is told otherwise. */
const programs: Readonly<Record<string, ReadonlyArray<string>>> = {
  'JSON.stringify': ['compact'],
  'json_encode of PHP': ['php', 'php, decoded before'],
  'json.dumps of Python': ['python'],
  Jackson: ['compact'],
}

/** The programs that write `writtenText` after they parsed `json`. Both are JSON. */
export const rewritersOf = (json: string, writtenText: string): ReadonlyArray<string> => {
  const writer = writerOf(treeOf(json), { most: 2 * writtenText.length + 16, wanted: writtenText })
  const styles = usualStyles().filter(([, style]) => writer.write(style) !== undefined)
  const styleNames = styles.map(([styleName]) => styleName)
  const byStyle = Object.entries(programs).filter(([, names]) =>
    names.some((styleName) => styleNames.includes(styleName)),
  )
  const names = byStyle.map(([programName]) => programName)
  const isStringified = JSON.stringify(JSON.parse(json)) === writtenText
  return isStringified && !names.includes('JSON.stringify') ? ['JSON.stringify', ...names] : names
}
