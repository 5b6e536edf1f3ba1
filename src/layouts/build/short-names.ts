import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dirname, '../../')

/** What a page of an event can load later, with the styles that it then adopts. */
const LATER = [
  'layouts/{page-script,offline}/*.ts',
  'islands/{story,viewer}/*',
  'styles/{message,print,landing-print}.css',
]
/** The same for what brings its utilities itself, and has from the page the parts that all pages have. */
const LATER_WITH_UTILITIES = ['islands/{report,forms}/*.{ts,tsx,css}', 'islands/Toasts.tsx', 'ui/*.{ts,tsx}']

const CLASS = /\.((?:[a-zA-Z_]|\\.)(?:[\w-]|\\.)*)/g

/** What a layout gives a page that may have short names. */
const MARK = ' data-short-names="true"'

/** What selects in a rule of a minified style sheet; a condition such as `@media` does not. */
const SELECTORS = /(?<=^|[{}])[^{}@;][^{}]*(?=\{)/g

/** A declaration with a vendor's prefix that two steps of the build have added. */
const TWICE = /(-webkit-[\w-]+:[^;{}]+;)\1/g

let kept: ((name: string, isUtility: boolean) => boolean) | undefined

/** Tells which names have to stay: every word of a script that comes later might be one, and every class of a style sheet is. */
function keptNames() {
  if (kept) return kept
  const wordsOf = (patterns: string[]) => {
    const files = globSync(patterns, { cwd: SRC })
    const words = (file: string) =>
      readFileSync(join(SRC, file), 'utf8').match(file.endsWith('.css') ? /(?<=\.)[a-zA-Z][\w-]*/g : /[\w-]+/g) ?? []
    return new Set(files.flatMap(words))
  }
  const [all, parts] = [wordsOf(LATER), wordsOf(LATER_WITH_UTILITIES)]
  kept = (name, isUtility) => all.has(name) || (!isUtility && parts.has(name))
  return kept
}

/** `shortTag` gives an opening tag with short names in its `class` attribute. */
export type Sheet = { from: string; to: string; shortTag: (tag: string) => string }

/** One style sheet always has the same short names, whatever page it is in, so that its pages share a hash. */
const sheets = new Map<string, Sheet>()

/**
 * The page of an event with short names in its style sheet, and that sheet as it was and is, with which its tags get short names too. Other
 * pages stay as they are, and so does a page whose islands start at once: they render the names that they were written with. (decision 0067)
 */
export function shortenSheet(html: string): { html: string; sheet: Sheet | undefined } {
  const style = html.includes(MARK) ? contentAt(html, html.indexOf('<style>/*! tailwindcss'), 'style') : undefined
  if (style === undefined || hasEarlyIsland(html)) return { html: html.replace(MARK, ''), sheet: undefined }
  const sheet = sheets.get(style) ?? shorten(style)
  return { html: html.replace(MARK, '').replace(style, () => sheet.to), sheet }
}

/** True if an island of the page does not wait for an interaction. Looked for as text: an expression would take five times as long. */
export function hasEarlyIsland(html: string): boolean {
  for (let at = html.indexOf(DIRECTIVE); at !== -1; at = html.indexOf(DIRECTIVE, at + 1))
    if (!html.startsWith('interaction"', at + DIRECTIVE.length)) return true
  return false
}

const DIRECTIVE = ' client="'

/** The content of the element whose opening tag is at this place; undefined if it does not end, or there is none. */
export function contentAt(html: string, at: number, tag: 'script' | 'style'): string | undefined {
  const start = html.indexOf('>', at) + 1
  const end = at === -1 ? -1 : html.indexOf(`</${tag}>`, start)
  return end === -1 ? undefined : html.slice(start, end)
}

/** Without the framework's license as well, of which nothing but names is left in such a sheet. */
function shorten(from: string): Sheet {
  const names = shortNames(from)
  const to = from
    .replace(/^\/\*![^*]*\*\/\s*/, '')
    .replaceAll(TWICE, '$1')
    .replaceAll(SELECTORS, (selectors) =>
      selectors.replaceAll(CLASS, (whole, name) => (names.has(plain(name)) ? `.${names.get(plain(name))}` : whole)),
    )
  const shortList = (list: string) =>
    list
      .split(' ')
      .map((name) => names.get(name) ?? name)
      .join(' ')
  const shortTag = (tag: string) => tag.replace(/(?<= class=")[^"]*/, shortList)
  const sheet = { from, to, shortTag }
  sheets.set(from, sheet)
  return sheet
}

/** A name as the HTML has it. */
const plain = (name: string) => name.replaceAll(/\\(.)/g, '$1')

/** The shortest names for those that occur most often. */
function shortNames(style: string): Map<string, string> {
  const isKept = keptNames()
  const utilities = style.indexOf('@layer utilities{')
  const counts = new Map<string, number>()
  const kept = new Set<string>()
  for (const { 0: selectors, index } of style.matchAll(SELECTORS))
    for (const [, escaped = ''] of selectors.matchAll(CLASS)) {
      const name = plain(escaped)
      if (isKept(name, index > utilities)) kept.add(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  const free = shortest(kept)
  const byCount = [...counts].filter(([name]) => !kept.has(name)).sort((a, b) => b[1] - a[1])
  return new Map(byCount.map(([name]) => [name, free.next().value ?? name]))
}

/** `a` to `z`, then `aa` and so on, without those that are taken. */
function* shortest(taken: ReadonlySet<string>): Generator<string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  for (const name of [...letters, ...letters.flatMap((one) => letters.map((two) => one + two))])
    if (!taken.has(name)) yield name
}
