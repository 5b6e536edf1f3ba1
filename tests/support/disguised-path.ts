import fc from 'fast-check'

const percent = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Ways to write a path so that two programs may read it differently. */
const disguises: ((path: string, at: number) => string)[] = [
  (path, at) => replaceAt(path, at, percent),
  (path, at) => replaceAt(path, at, (char) => percent(char).toUpperCase()),
  (path, at) => replaceAt(path, at, (char) => percent('%') + percent(char).slice(1)),
  (path, at) => replaceAt(path, at, (char) => char.toUpperCase()),
  (path) => path.replaceAll('/', '//'),
  (path, at) => path.replace(/\//g, (slash, index) => (index >= at ? '%2f' : slash)),
  (path, at) => path.replace(/\//g, (slash, index) => (index >= at ? '%252F' : slash)),
  (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%5c'),
  (path) => `${path}/`,
  (path) => `${path};x=1`,
  (path) => path.replace(/\/(?=[^/]*$)/, ';a/'),
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/x/../api/'),
  (path) => path.replace('/api/', '/x/%2e%2e/api/'),
  (path) => `${path}#`,
  (path) => `${path}?`,
  (path) => `${path}%EF%BC%8F`,
]
const replaceAt = (path: string, at: number, by: (char: string) => string) =>
  [...path].map((char, index) => (index === 1 + (at % (path.length - 1)) ? by(char) : char)).join('')

/** The path as one to three of these write it; a leading slash stays. (security HD5) */
export const disguised = (path: string) =>
  fc
    .array(fc.tuple(fc.constantFrom(...disguises), fc.nat(60)), { minLength: 1, maxLength: 3 })
    .map((steps) => steps.reduce((text, [disguise, at]) => disguise(text, at), path).replace(/^[^/]/, '/$&'))
