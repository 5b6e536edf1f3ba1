import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

/** `db.transaction((tx) => …)` and `inSnapshot(db, (tx) => …)`: what is before the work, and the work. */
const OPENINGS = [/\b(\w+)\.transaction\(/g, /\binSnapshot\((\w+),/g]

/** Places inside a transaction that use the database it was opened on: they see nothing of it, or wait for it for ever. (security DB6) */
function strays(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return OPENINGS.flatMap((opening) => [...code.matchAll(opening)]).flatMap(({ 0: text, 1: outer = '', index }) => {
    const work = upToClosing(code.slice(index + text.length))
    const [parameters = '', body = ''] = split(work)
    const isShadowed = new RegExp(`\\b${outer}\\b`).test(parameters)
    return !isShadowed && new RegExp(`(?<![.\\w])${outer}(?=[.,)\\s])`).test(body) ? [`${outer}: ${body.trim()}`] : []
  })
}

function split(work: string): [string, string] {
  const arrow = work.indexOf('=>')
  return arrow === -1 ? ['', ''] : [work.slice(0, arrow), work.slice(arrow + 2)]
}

function upToClosing(text: string): string {
  let depth = 1
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1
    if (text[place] === ')') depth -= 1
    if (depth === 0) return text.slice(0, place)
  }
  return text
}

test('nothing inside a transaction uses the database it was opened on', () => {
  const files = globSync(['src/**/*.{ts,tsx}', 'db/**/*.ts', 'netlify/**/*.ts'], { cwd: ROOT })
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((file) =>
    strays(readFileSync(join(ROOT, file), 'utf8')).map((stray) => `${file}: ${stray}`),
  )
  expect(found).toEqual([])
})

test.each([
  'db.transaction(async (tx) => { await tx.insert(a); return db.select() })',
  'db.transaction((tx) => list(db, tx))',
  'inSnapshot(db, async (tx) => [await tx.$count(a), await readMenu(db)])',
  'tx.transaction(async (inner) => { await tx.insert(a) })',
])('the check finds %s', (source) => {
  expect(strays(source)).toHaveLength(1)
})

test.each([
  'db.transaction(async (tx) => { await tx.insert(a) }); db.select()',
  'db.transaction(async (db) => { await db.insert(a) })',
  'inSnapshot(db, (tx) => readMenu(tx))',
])('the check lets %s pass', (source) => {
  expect(strays(source)).toEqual([])
})
