import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashOf } from '#src/domain/site/hashed-file.ts'
import { openPageStore } from './page-store.ts'

const NOW = Date.now()
const finish = { scripts: ['sha256-a'], styles: [], runtime: 'start()' }

let folder: string
let store: string
let paths = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-store-'))
  store = join(folder, 'pages/of-this-code')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Where no file is yet. */
function aPath(): string {
  paths += 1
  return join(folder, `file-${paths}`)
}

/** A build that keeps these pages. */
function build(pages: Record<string, string>, now = NOW): void {
  const kept = openPageStore<string>(store)
  for (const [name, html] of Object.entries(pages)) {
    const path = aPath()
    if (kept.place(name, path)) continue
    writeFileSync(path, html)
    kept.keep(name, path, { finish, hash: hashOf(Buffer.from(html)) })
    kept.set(`value of ${name}`, html)
  }
  kept.save(now)
}

/** A build that shows these pages as they are kept. */
function useAgain(names: string[]): void {
  const kept = openPageStore<string>(store)
  for (const name of names) {
    kept.place(name, aPath())
    kept.get(`value of ${name}`)
  }
  kept.save(NOW)
}

/** What the next build finds under this name. */
function find(name: string): string | undefined {
  const path = aPath()
  return openPageStore<string>(store).place(name, path) && readFileSync(path, 'utf8')
}

const fileOf = (name: string) => join(store, name)
const namesIn = () => readdirSync(store).filter((name) => !name.startsWith('index.') && name !== 'swept')
const indexFiles = () => readdirSync(store).flatMap((name) => (name.startsWith('index.') ? fileOf(name) : []))

test('a page is found again with what it needs of the site, and so is a value', () => {
  build({ a: '<p>a</p>', b: '<p>b</p>' })
  expect(find('a')).toBe('<p>a</p>')
  expect(find('c')).toBeUndefined()
  const again = openPageStore<string>(store)
  expect(again.place('b', join(folder, 'b'))).toEqual({ finish })
  expect(again.get('value of a')).toBe('<p>a</p>')
})

describe('a page that is not what was stored is made again', () => {
  beforeEach(() => build({ a: '<p>a</p>', b: '<p>b</p>' }))

  test.each([
    ['cut short', '<p>'],
    ['empty', ''],
    ['longer', '<p>a</p><p>'],
    ['as long, with something else in it', '<p>x</p>'],
  ])('%s', (_, html) => {
    writeFileSync(fileOf('a'), html)
    expect(find('a')).toBeUndefined()
    expect(find('b')).toBe('<p>b</p>')
  })

  test('gone', () => {
    rmSync(fileOf('a'))
    expect(find('a')).toBeUndefined()
  })

  test('but one that only has another time, as in an unpacked cache, is what it was', () => {
    utimesSync(fileOf('a'), 1, 1)
    expect(find('a')).toBe('<p>a</p>')
  })

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, 60)],
    ['changed', (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('sha256-a', 'sha256-b'), 'latin1')],
    ['empty', () => Buffer.alloc(0)],
  ])('an index that is %s means an empty store', (_, change) => {
    for (const part of indexFiles()) writeFileSync(part, change(readFileSync(part)))
    expect(find('a')).toBeUndefined()
    build({ a: '<p>a</p>' })
    expect(find('a')).toBe('<p>a</p>')
  })

  test('a damaged part of the index loses its own pages alone', () => {
    const part = indexFiles().find((file) => readFileSync(file, 'latin1').includes('sha256-a'))
    writeFileSync(part ?? '', '')
    expect([find('a'), find('b')].filter((html) => html === undefined)).toHaveLength(1)
  })
})

test('a build that changes nothing writes nothing of the index, and one that changes a page writes its part', () => {
  build({ a: '<p>a</p>', b: '<p>b</p>', c: '<p>c</p>' })
  const parts = indexFiles()
  for (const part of parts) utimesSync(part, 1, 1)
  const written = () => parts.filter((part) => statSync(part).mtimeMs !== 1_000)
  useAgain(['a', 'b', 'c'])
  expect(written()).toEqual([])
  useAgain(['a', 'b'])
  expect(written()).toHaveLength(2) // its page and its value
})

test('the index outlives the hourly search for files that nothing names, however old it is', () => {
  build({ a: '<p>a</p>', b: '<p>b</p>' })
  const draft = fileOf('index.3.0.draft')
  writeFileSync(draft, '')
  for (const file of [...indexFiles(), fileOf('swept')]) utimesSync(file, 1, 1)
  useAgain(['a', 'b'])
  expect(existsSync(draft)).toBe(false)
  expect(find('a')).toBe('<p>a</p>')
})

test('a file that something else uses outlives that search, too', () => {
  build({ a: '<p>a</p>' })
  for (const name of ['used', 'unused']) writeFileSync(fileOf(name), '')
  for (const name of ['used', 'unused', 'swept']) utimesSync(fileOf(name), 1, 1)
  openPageStore<string>(store).save(NOW, (name) => name === 'used')
  expect(['used', 'unused'].map((name) => existsSync(fileOf(name)))).toEqual([true, false])
})

test('pages that need the same of the site store it once', () => {
  const runtime = 'start()'.repeat(1_000)
  const kept = openPageStore<string>(store)
  for (let page = 0; page < 5; page += 1) {
    const path = aPath()
    writeFileSync(path, 'page')
    kept.keep(`same-part-${page}`, path, { finish: { ...finish, runtime }, hash: hashOf(Buffer.from('page')) })
  }
  kept.save(NOW)
  const sizes = indexFiles().map((part) => statSync(part).size)
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThan(2 * runtime.length)
})

test('replacing a page of the site does not change the kept file', () => {
  build({ a: '<p>a</p>' })
  const path = join(folder, 'placed')
  openPageStore<string>(store).place('a', path)
  rmSync(path)
  writeFileSync(path, 'another')
  expect(find('a')).toBe('<p>a</p>')
})

test('a store that cannot be written ends no build', () => {
  const kept = openPageStore<string>(store)
  rmSync(join(folder, 'pages'), { recursive: true })
  writeFileSync(join(folder, 'pages'), 'a file where the folder was')
  const path = aPath()
  writeFileSync(path, '<p>a</p>')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  kept.keep('a', path, { finish, hash: hashOf(Buffer.from('<p>a</p>')) })
  kept.save(NOW)
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
  expect(readFileSync(path, 'utf8')).toBe('<p>a</p>')
})

test('two builds at once keep their pages, and neither loses its own', () => {
  const [one, two] = [openPageStore<string>(store), openPageStore<string>(store)]
  for (const [build, name] of [
    [one, 'one'],
    [two, 'two'],
  ] as const) {
    for (const page of [name, 'both']) {
      const path = join(folder, `${name}-${page}`)
      writeFileSync(path, page)
      build.keep(page, path, { finish, hash: hashOf(Buffer.from(page)) })
    }
  }
  one.save(NOW)
  expect(find('one')).toBe('one')
  two.save(NOW)
  expect(find('two')).toBe('two')
  expect(find('both')).toBe('both')
})

describe('what builds have no use for', () => {
  const later = NOW + 2 * 3_600_000

  test('is kept for two more builds, and then forgotten with its file', () => {
    build({ a: '<p>a</p>' })
    build({ b: '<p>b</p>' })
    build({ c: '<p>c</p>' })
    expect(find('a')).toBe('<p>a</p>')
    build({ d: '<p>d</p>' }, later)
    expect(find('a')).toBeUndefined()
    expect(namesIn().sort()).toEqual(['b', 'c', 'd'])
    expect(openPageStore<string>(store).get('value of a')).toBeUndefined()
  })

  test('of other states of the code is kept for the last few', () => {
    for (let code = 1; code <= 6; code += 1) {
      const other = join(folder, 'pages', `code-${code}`)
      mkdirSync(other, { recursive: true })
      utimesSync(other, code, code)
    }
    build({ a: '<p>a</p>' })
    expect(readdirSync(join(folder, 'pages')).sort()).toEqual(['code-5', 'code-6', 'of-this-code'])
    expect(statSync(store).mtimeMs).toBeGreaterThan(6_000)
  })
})
