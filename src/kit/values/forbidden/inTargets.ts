/**
 * The forbidden normalizations of a target: of its path, and of the parameters of its query.
 */
import { type Normalization, normalization, pieces, wholes } from '../Normalization.ts'
import { forAny } from './inAnyPart.ts'
import { type ChangeText, cutAfter, percentDecode, percentEncode, replace, replaceEach } from './textChanges.ts'

// ---- The path and the query

const pathOf: ChangeText = (target) => target.split('?')[0] as string
const queryOf: ChangeText = (target) => target.slice(pathOf(target).length)
const onPath =
  (change: ChangeText): ChangeText =>
  (target) =>
    change(pathOf(target)) + queryOf(target)

type Parameters = ReadonlyArray<string>
/** A target without a query stays as it is. */
const onParameters =
  (change: (parameters: Parameters) => Parameters): ChangeText =>
  (target) =>
    target.includes('?') ? `${pathOf(target)}?${change(queryOf(target).slice(1).split('&')).join('&')}` : target
const onEachParameter = (change: ChangeText): ChangeText => onParameters((parameters) => parameters.map(change))
const keepParameters = (isKept: (parameter: string) => boolean): ChangeText =>
  onParameters((parameters) => parameters.filter(isKept))

/** Keeps the first or the last of the parameters with one name. */
const keepOneOfEach = (index: 'indexOf' | 'lastIndexOf'): ChangeText =>
  onParameters((parameters) => {
    const keys = parameters.map((parameter) => parameter.split('=')[0] as string)
    return parameters.filter((_, i) => keys[index](keys[i] as string) === i)
  })

/** `/a/../b` becomes `/b`, also where a dot is escaped. */
const resolveDots: ChangeText = (path) => {
  const segments: Array<string> = []
  for (const segment of path.split('/')) {
    const isParent = /^(?:\.|%2e){2}$/i.test(segment)
    const isHere = /^(?:\.|%2e)$/i.test(segment)
    if (isParent) segments.splice(Math.max(segments.length - 1, 1))
    else if (!isHere) segments.push(segment)
  }
  const endsInDots = /(?:^|\/)(?:\.|%2e){1,2}$/i.test(path)
  return endsInDots ? `${segments.join('/')}/` : segments.join('/')
}

const forQueries: ReadonlyArray<Normalization> = [
  normalization(
    'parameters sorted',
    onParameters((parameters) => parameters.toSorted()),
    pieces('&a', '&0=1'),
  ),
  normalization('only the last of equal parameters kept', keepOneOfEach('lastIndexOf'), pieces('&a=1', '&b')),
  normalization('only the first of equal parameters kept', keepOneOfEach('indexOf'), pieces('&a=3', '&b=')),
  normalization(
    'parameters that caches ignore dropped',
    keepParameters((parameter) => !/^(?:_|utm_\w+|fbclid|callback|sign|access_token)(?:=|$)/.test(parameter)),
    pieces('&_=1', '&utm_source=x', '&fbclid=x', '&callback=x', '&sign=x', '&access_token=x'),
  ),
  normalization(
    'empty parameters dropped',
    keepParameters((parameter) => parameter !== ''),
    pieces('&', '&&'),
  ),
  normalization(
    'parameters without a value dropped',
    keepParameters((parameter) => /=./.test(parameter)),
    pieces('&c', '&c='),
  ),
  normalization('= of an empty value dropped', onEachParameter(replace(/=$/)), pieces('&c=')),
  normalization('= of an empty value added', onEachParameter(replace(/^[^=]*$/, '$&=')), pieces('&c', '&')),
  normalization(
    '; replaced by &',
    onParameters((parameters) => parameters.flatMap((parameter) => parameter.split(';'))),
    pieces(';c=1'),
  ),
  normalization(
    'escaped as a value',
    onEachParameter(replaceEach(/[:/?@,$]/g, percentEncode)),
    pieces('&u=a:/?b', '&c=@', '&d=,$'),
  ),
]

// ---- A target

/** A program that puts the text into a template also fills the marks in the text. */
export const templatesFilled: Normalization = normalization(
  'placeholders of a template filled',
  replace(/\{[^}]*\}|\$[\w$&]+|%[s%]/g, 'x'),
  pieces('{id}', '$1', '%s', '{0}', '$$', '$&', '%%', '{nonce}'),
)

/** For a target without a query. */
export const forPaths: ReadonlyArray<Normalization> = [
  ...forAny,
  ...cutAfter(255, 1024, 2048, 4096, 8000),
  normalization(
    'dot segments resolved',
    onPath(resolveDots),
    pieces('/.', '/..', '/./', '/x/../', '/%2e/', '/x/%2E%2e/', './', '../'),
  ),
  normalization('slashes merged', replace(/\/{2,}/g, '/'), pieces('/', '//', '///')),
  normalization('a slash at the end dropped', onPath(replace(/(?<=.)\/+$/)), pieces('/')),
  normalization('a slash at the end added', onPath(replace(/[^/]$/, '$&/')), pieces('a')),
  normalization('a bare ? dropped', replace(/\?$/g), pieces('?')),
  normalization('the query dropped', pathOf, pieces('?x', '?')),
  normalization('a fragment dropped', replace(/#.*/gs), pieces('#', '#x', '#\n', '#/\0', '#\u00e9')),
  normalization('parameters of a segment dropped', onPath(replace(/;[^/]*/g)), pieces(';x=1', ';')),
  normalization('unreserved characters decoded', replace(/%(?:7e|41|5F)/g, 'A'), pieces('%7e', '%41', '%5F')),
  normalization('the path decoded', onPath(percentDecode), pieces('%20', '%3b', '%25', '%2f', '%3F')),
  normalization('decoded twice', (text) => percentDecode(percentDecode(text)), pieces('%2541', '%252F')),
  normalization(
    'escapes in upper case',
    replaceEach(/%../g, (escaped) => escaped.toUpperCase()),
    pieces('%c3%a9', '%2f'),
  ),
  normalization(
    'escapes in lower case',
    replaceEach(/%../g, (escaped) => escaped.toLowerCase()),
    pieces('%C3%A9', '%2F'),
  ),
  normalization('% without an escape written as %25', replace(/%(?![0-9A-Fa-f]{2})/g, '%25'), pieces('%', '%zz', '%4')),
  normalization('% without an escape dropped', replace(/%(?![0-9A-Fa-f]{2})/g), pieces('%', '%g1')),
  normalization(
    'escaped as in a path',
    replaceEach(/["<>^`{|}\\]/g, percentEncode),
    pieces('"', '<', '^', '`', '{', '|', '\\'),
  ),
  normalization('escaped as in a form', replaceEach(/[!'()*~]/g, percentEncode), pieces('!', "'", '(', '*', '~')),
  normalization('+ replaced by %20', replace(/\+/g, '%20'), pieces('+')),
  normalization('%20 replaced by +', replace(/%20/g, '+'), pieces('%20')),
  normalization('backslash replaced by slash', replace(/\\/g, '/'), pieces('\\', '\\\\')),
  normalization('the origin of any URL dropped', replace(/^.+:\/\/[^/?]*/g), pieces('?u=https://a.example/b')),
  normalization('// and a host dropped', replace(/^\/\/[^/]*/g), wholes('//jobs.example/v1')),
  normalization('a port or a user dropped', replace(/[^/]*@|:\d+/g), pieces(':443', 'user@', ':80')),
  normalization(
    'cut at an escape of a control character',
    replace(/%[01][0-9A-Fa-f].*/gs),
    pieces('%00', '%00x', '%0a', '%0D%0A'),
  ),
  normalization(
    'a default document dropped',
    replace(/(?<=\/)(?:index|default)\.\w+(?=\?|$)/g),
    pieces('index.html', 'index.php', 'default.aspx'),
  ),
  normalization(
    'names of files dropped',
    replace(/\/index\.html|\.json|\.php/g),
    pieces('/index.html', '.json', '.php'),
  ),
  templatesFilled,
  normalization(
    'the path in lower case',
    onPath((path) => path.toLowerCase()),
    pieces('A', 'Z'),
  ),
]

export const forTargets: ReadonlyArray<Normalization> = [...forPaths, ...forQueries]
