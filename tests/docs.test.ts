import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** References in comments, tests and documents lead to what is there. CONTRIBUTING explains how they are written. */

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every file under a folder of the repository, as a path from its root. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

const folders = ['src', 'db', 'netlify', 'tests', 'bench', 'docs'].flatMap(filesIn)
const topLevel = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
const documents = [...folders, ...topLevel].filter((file) => file.endsWith('.md'))
/** What may cite: sources, tests and documents; not this file, which names what is wrong, nor migrations, which never change. */
const citing = [...folders, ...topLevel].filter(
  (file) => /\.(tsx?|astro|css|md|toml|sql)$/.test(file) && !/^(tests\/docs\.test\.ts|db\/migrations\/)/.test(file),
)
const testFiles = new Set(folders.filter((file) => /\.(test|spec)\.tsx?$/.test(file)).map((file) => basename(file)))

/** A document without its code blocks: nothing in them is a heading or a link. */
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')

function headingsOf(text: string): string[] {
  return [...prose(text).matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? '')
}

/** The fragment of a heading, as GitHub makes it. */
function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const PAGES = ['product', 'architecture', 'forum', 'reports']
const numbers = new Map(
  PAGES.map((page) => [page, headingsOf(read(`docs/${page}.md`)).map((heading) => /^(\d+)\. /.exec(heading)?.[1])]),
)
const rows = new Set(
  [...read('docs/security.md').matchAll(/^\| ([A-Z]{2}\d+|P-\d+) \|/gm)].map((match) => match[1] ?? ''),
)
const families = new Set([...rows].map((row) => row.replace(/\d+$/, '')))
const records = filesIn('docs/decisions').filter((file) => !file.endsWith('README.md'))
const recordNumbers = new Set(records.map((file) => basename(file).slice(0, 4)))

/** Text without the marks of comments, so that a reference may go over the end of a line. */
const unwrapped = (text: string) => text.replaceAll(/\n\s*(?:\*(?!\/)|\/\/|#|--)?[ \t]*/g, ' ')

/** The rows of `TL5`, `AN2-AN4` or `AN2`: a range has all between. */
function getRows(part: string): string[] {
  const [, family = '', from, to] = /^([A-Z]{2}|P-)(\d{1,2})(?:[-–]\1?(\d+))?$/.exec(part) ?? []
  if (from === undefined || !families.has(family)) return []
  const last = Number(to ?? from)
  return Array.from({ length: last - Number(from) + 1 }, (_, at) => `${family}${Number(from) + at}`)
}

/** References of one bracket that lead nowhere. A number without a word belongs to the word before it. */
function strayIn(bracket: string): string[] {
  let page: string | undefined
  return bracket.split(/[,;] ?/).flatMap((whole) => {
    const part = (whole.split(':')[0] ?? '').trim()
    const [, named, rest = part] =
      /^(product|architecture|forum|reports|security|decision) (?=[A-Z\d])(.*)$/.exec(part) ?? []
    page = named ?? (/^(\d+|[A-Z]{2}\d+|P-\d+)\b/.test(part) ? page : undefined)
    if (page === 'decision') return /^\d{4}$/.test(rest) && recordNumbers.has(rest) ? [] : [part]
    if (named === 'security' && getRows(rest).length === 0) return [part]
    if (page === undefined || page === 'security' || !/^\d/.test(rest))
      return getRows(rest).filter((row) => !rows.has(row))
    return numbers.get(page)?.includes(rest) ? [] : [part]
  })
}

function strayReferences(text: string): string[] {
  return [...unwrapped(text).matchAll(/\(([^()]{2,300})\)/g)].flatMap((match) => strayIn(match[1] ?? ''))
}

const OUTSIDE =
  /\((?:spec|design)\b|\b(?:spec|design|style) \d|\b(?:spec|design|style|performance)\.md\b|\b[Ss]pecification\b/

describe('references', () => {
  test('each leads to a heading, a row or a record', () => {
    const stray = citing.flatMap((file) => strayReferences(read(file)).map((part) => `${file}: ${part}`))
    expect(stray).toEqual([])
    expect(citing.length).toBeGreaterThan(1_000)
  })

  test('none names a document that is not in this repository', () => {
    expect(citing.filter((file) => OUTSIDE.test(unwrapped(read(file))))).toEqual([])
  })

  test.each([
    ['/** (product 10) */', 'product 10'],
    ['/** (architecture 7, 11) */', '11'],
    ['// (security TL99)', 'security TL99'],
    ['/** (product 5,\n * security AN99) */', 'security AN99'],
    ["test('refused (TL99)')", 'TL99'],
    ['/** (security AN2-AN99) */', 'AN99'],
    ['/** (decision 9999) */', 'decision 9999'],
    ['/** (forum 9: mails) */', 'forum 9: mails'],
  ])('a stray one would be noticed: %j', (text, part) => {
    expect(strayReferences(text).at(-1)).toBe(part.split(':')[0]?.replace(/^security (?=AN99|TL99)/, ''))
  })

  test.each(['(spec 4)', 'the words of spec 8', '(design 7,\n * 8)', '(performance.md)', 'the specification'])(
    'so would one to another document: %j',
    (text) => {
      expect(OUTSIDE.test(unwrapped(text))).toBe(true)
    },
  )
})

/** Relative links of a document that lead to no file, or to no heading of one. */
function strayLinks(file: string, text: string): string[] {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', fragment] = link.split('#')
    const target = path === '' ? file : normalize(join(dirname(file), path))
    if (!existsSync(join(root, target))) return true
    return fragment !== undefined && !headingsOf(read(target)).map(fragmentOf).includes(fragment)
  })
}

/** Paths in backquotes that are no file or folder; a name with a star or an ellipsis means several. */
function strayPaths(text: string): string[] {
  const named = [...prose(text).matchAll(/`((?:src|db|netlify|tests|bench|docs)\/[^`\s*…{]+)`/g)].map((m) => m[1] ?? '')
  return named.filter((path) => !existsSync(join(root, path)))
}

describe('documents', () => {
  test.each(documents)('%s has links that lead somewhere', (file) => {
    expect(strayLinks(file, read(file))).toEqual([])
  })

  test('a link that leads nowhere would be noticed', () => {
    expect(strayLinks('docs/tests.md', '[a](security.md) [b](nowhere.md) [c](security.md#nothing)')).toEqual([
      'nowhere.md',
      'security.md#nothing',
    ])
  })

  // Records tell of the past: a file they name may be gone.
  test('the files they name are there', () => {
    const current = documents.filter((file) => !file.startsWith('docs/decisions/'))
    expect(current.flatMap((file) => strayPaths(read(file)).map((path) => `${file}: ${path}`))).toEqual([])
    expect(strayPaths('`src/contract/nothing.ts`')).toEqual(['src/contract/nothing.ts'])
  })

  test.each(['docs/security.md', 'docs/tests.md'])('the test files that %s names are there', (file) => {
    const named = [...read(file).matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.(?:test|spec)\.tsx?)`/g)].map(
      (match) => match[1] ?? '',
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((name) => !testFiles.has(name))).toEqual([])
  })

  test('the browser tests that hold a fact now are there', () => {
    const cells = read('docs/tests.md')
      .split('\n')
      .map((line) => line.split(' | ').at(-1) ?? '')
    const specs = cells.flatMap((cell) =>
      [...cell.matchAll(/`([a-z][a-z-]+)`:/g)].map((match) => `${match[1]}.spec.ts`),
    )
    expect(specs.length).toBeGreaterThan(50)
    expect(specs.filter((name) => !testFiles.has(name))).toEqual([])
  })

  test('every row of a security target is there once, with its proof', () => {
    const lines = [
      ...(read('docs/security.md')
        .split('## Proof by area')[0]
        ?.matchAll(/^\| ([A-Z]{2}\d+|P-\d+) \|.*$/gm) ?? []),
    ]
    const ids = lines.map((match) => match[1])
    expect(ids.length).toBeGreaterThan(100)
    expect(new Set(ids).size).toBe(ids.length)
    expect(lines.filter((match) => match[0].split(' | ')[2]?.trim() === '').map((match) => match[1])).toEqual([])
  })

  test('the model of a library screen is as short as CONTRIBUTING says', () => {
    const [, folder, most] =
      /`(screens\/\w+)`: list, form and calls in at most (\d+) lines/.exec(read('CONTRIBUTING.md')) ?? []
    const parts = filesIn(`src/admin/${folder}`).filter((file) => /(Screen|Form)\.tsx$|-calls\.ts$/.test(file))
    expect(parts).toHaveLength(3)
    const lines = parts.map((file) => read(file).trimEnd().split('\n').length)
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(Number(most))
    expect(Number(most)).toBe(150)
  })

  test('every picture is shown by a document', () => {
    const pictures = filesIn('docs').filter((file) => /\.(png|jpe?g|webp|avif|svg)$/.test(file))
    const text = documents.map(read).join('\n')
    expect(pictures.length).toBeGreaterThan(0)
    expect(pictures.filter((file) => !text.includes(`${basename(dirname(file))}/${basename(file)})`))).toEqual([])
  })
})

describe('decisions', () => {
  const index = read('docs/decisions/README.md')
  const LAYOUT =
    /^# (\d{4}) .+\n\nDate: \d{4}-\d\d-\d\d · Status: (accepted|superseded by \[\d{4}\]\(.+\))\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Alternatives\n\n- [\s\S]+\n## Consequences\n\n[\s\S]+\n$/

  test.each(records)('%s is in the index, and has the layout', (file) => {
    const text = read(file)
    const [, number] = LAYOUT.exec(text) ?? []
    expect(number).toBe(basename(file).slice(0, 4))
    const title = /^# \d{4} (.+)$/m.exec(text)?.[1]
    const [, date] = /^Date: (\S+)/m.exec(text) ?? []
    expect(index).toContain(`| [${number}](${basename(file)}) | ${title} | ${date} |`)
    expect(headingsOf(text).filter((_, at) => at > 0)).toEqual(['Context', 'Decision', 'Alternatives', 'Consequences'])
  })

  test('their numbers follow each other', () => {
    expect(records.map((file) => Number(basename(file).slice(0, 4))).sort((a, b) => a - b)).toEqual(
      records.map((_, at) => at + 1),
    )
  })
})
