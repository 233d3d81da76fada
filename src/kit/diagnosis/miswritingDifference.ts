/** The words for a target that a program changed which is not made for URLs, by the way in which it did so. */
import { type Miswriting, miswrittenTargets } from './forms/miswrittenTargets.ts'
import type { Telling } from './Telling.ts'

const signSent = 'Sign the target that is sent.'

const words: Readonly<Record<Miswriting, readonly [what: string, remedy: string]>> = {
  'JSON escapes': [
    'The caller signed the target with escapes of JSON, such as \\/ for a slash or \\u0026 for an ampersand.',
    'Sign the target itself, not its text within JSON.',
  ],
  'character reference': [
    'The caller signed another character where & and the beginning of a name were sent: HTML reads &times and &copy as characters, even without a semicolon. The target went through a web page or an HTML parser.',
    'Do not write the URL into HTML before you sign it, or write & as &amp; there.',
  ],
  'doubled percent signs': [
    'The caller signed two percent signs for each that was sent. Formats of printf need %% for a percent sign, but this text was not used as a format.',
    'Write each percent sign once. Then sign and send this target.',
  ],
  'without invisible characters': [
    'The target arrived with the escape of a character that nobody sees, such as a space without width. The caller did not sign it. Perhaps the value was copied out of a document or a chat.',
    'Remove the invisible character from the URL that is called.',
  ],
  'without shell variables': [
    'The caller signed the target without the dollar signs and the names after them. A shell takes them for variables, and so does a text in double quotes of PHP or Perl. Variables without a value become nothing.',
    'Put the target into single quotation marks. Then sign and send the same text.',
  ],
  'line ends between parameters': [
    'The caller signed line ends within the target, which were not sent. Perhaps the URL stands on several lines in the source code.',
    'Write the target on one line. Then sign and send this target.',
  ],
  'query alone': [
    'The caller signed only the query, without the path.',
    'Sign the path with its query, as they are sent.',
  ],
  'parameters joined to the path': [
    'The caller signed the parameters of the query without the marks between them, or without the question mark, as some other schemes do.',
    'Sign path and query exactly as they are sent, with ?, = and &.',
  ],
  'stray & marks': [
    'The caller signed the query with a stray &, but it arrived without this.',
    'Write one & between two parameters, and none at the ends. Then sign and send this query.',
  ],
  'hyphens and underscores': [
    'The caller signed hyphens where underscores were sent in the path, or the reverse.',
    signSent,
  ],
  'template of the query': [
    'The caller signed the template of the query, with the names of the parameters in braces. The values were filled in after signing.',
    'Put the values into the template before you sign the target.',
  ],
  'path of Windows': [
    'The caller signed a folder of Windows before the path. Git Bash and MSYS change an argument that begins with a slash to such a path.',
    'Set MSYS_NO_PATHCONV=1, or begin the argument with two slashes for these shells. Then sign the path that is sent.',
  ],
  'list of segments': [
    'The caller signed the segments of the path as a list. A program printed the list and did not join it.',
    'Join the segments with slashes. Then sign and send this path.',
  ],
  'hash of a page': [
    'The caller signed a # before the path, as the address of a page in a browser has it.',
    'Sign only the path and the query that are sent.',
  ],
  'route of a gateway': [
    'The caller signed a route of a gateway or a framework, which matches many paths, not the path that was sent.',
    'Sign the path that is sent, not the route that fits it.',
  ],
  'another mark': [
    'The caller signed another mark between the path and the query, or between two parameters.',
    signSent,
  ],
  'request line': [
    'The caller signed the method a second time, before the target.',
    'Sign only the target on its line: the path and the query.',
  ],
}

/** Undefined for any other difference. */
export const miswritingDifference = (signed: string, sent: string, method: string): Telling | undefined => {
  for (const [miswriting, text] of miswrittenTargets(sent, method))
    if (text === signed && text !== sent)
      return { what: words[miswriting][0], remedy: words[miswriting][1], detail: miswriting }
  return undefined
}
