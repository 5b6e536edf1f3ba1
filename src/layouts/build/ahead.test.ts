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
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeHashed } from '#src/domain/site/hashed-file.ts'
import { linkForNext, startAhead } from './ahead.ts'
import type { Finish } from './finish-page.ts'
import { type LaidFile, type LaidGroup, readGroup, writeGroup, writeLayout } from './layout.ts'

const finish: Finish = { scripts: ['sha256-a'], styles: [], runtime: undefined }

let folder: string
let stores: { pages: string; cards: string }
let code: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ahead-'))
  stores = { pages: join(folder, 'pages'), cards: join(folder, 'cards') }
  code = join(stores.pages, 'of-this-code')
  mkdirSync(code, { recursive: true })
  mkdirSync(stores.cards)
  for (const name of ['1.html', '2.html', '3.html', '4.html']) writeFileSync(join(code, name), name)
  writeFileSync(join(stores.cards, '1.png'), 'card')
  const first = ['event/1.html', 'event/2.html', 'og/1.png'].map(laid)
  const second = ['event/3.html', 'event/4.html'].map(laid)
  layOut({ key: 'first', files: first }, { key: 'second', files: second })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A file as it was kept, under its own name. */
function laid(file: string): LaidFile {
  const name = basename(file)
  const { size, mtimeMs } = statSync(kept(name))
  return { file, name, size, writtenAt: mtimeMs, finish: name.endsWith('.html') ? finish : null }
}

const kept = (name: string) => join(name.endsWith('.png') ? stores.cards : code, name)
const layOut = (...groups: LaidGroup[]) => writeLayout(code, groups.map(writeGroup))
const links = () => ({ ready: join(folder, 'ready'), draft: join(folder, 'ahead') })
const start = (least = 0) => startAhead(stores, links(), least)
const take = () => start()?.take(site(''), code)
const site = (name: string) => join(folder, 'site', name)

test('files of the last build are in their place, and those that this build does not want are removed', async () => {
  const taken = await take()
  expect(taken?.find('event/1.html', '1.html')).toMatchObject({ finish: { scripts: ['sha256-a'] } })
  expect(taken?.find('og/1.png', '1.png')).toMatchObject({ finish: null })
  expect(readFileSync(site('event/1.html'), 'utf8')).toBe('1.html')
  expect(readFileSync(site('og/1.png'), 'utf8')).toBe('card')
  expect(taken?.find('event/2.html', 'another.html')).toBeUndefined()
  expect(readdirSync(site('event')).sort()).toEqual(['1.html', '3.html', '4.html'])
  taken?.clear()
  expect(readdirSync(site('event'))).toEqual(['1.html'])
  expect(readFileSync(join(code, '3.html'), 'utf8')).toBe('3.html')
})

test('a group is taken as a whole by its key, with one page for all that need the same of the site', async () => {
  const taken = await take()
  expect(['second', 'third'].map((key) => taken?.takeGroup(key))).toEqual([true, false])
  taken?.clear()
  expect(readdirSync(site('event')).sort()).toEqual(['3.html', '4.html'])
  const { lines = [], pages } = taken?.groups() ?? {}
  expect(lines.map(readGroup)).toEqual([{ key: 'second', files: ['event/3.html', 'event/4.html'].map(laid) }])
  expect(pages).toEqual([['event/4.html', { scripts: ['sha256-a'], styles: [] }]])
})

describe('a group of which a file is not what was kept is not taken, and that file is removed:', () => {
  const damages: [string, (file: string) => void][] = [
    ['one of another size', (file) => writeFileSync(file, 'damaged')],
    ['one of another time', (file) => utimesSync(file, 1, 1)],
    ['one that is gone', (file) => rmSync(file)],
  ]
  const cases = damages.flatMap(([what, damage]) => ['1.html', '1.png'].map((name) => ({ what, damage, name })))

  test.each(cases)('$what, $name', async ({ damage, name }) => {
    damage(kept(name))
    const taken = await take()
    expect(['first', 'second'].map((key) => taken?.takeGroup(key))).toEqual([false, true])
    const files = ['event/1.html', 'event/2.html', 'og/1.png']
    const found = files.filter((file) => taken?.find(file, basename(file)))
    expect(found).toEqual(files.filter((file) => basename(file) !== name))
    expect(files.filter((file) => existsSync(site(file)))).toEqual(found)
  })

  test('one that was damaged after the links for the next build were made', async () => {
    linkForNext(stores, links(), 0)
    writeFileSync(kept('2.html'), 'damaged')
    const taken = await take()
    expect(taken?.takeGroup('first')).toBe(false)
    expect(taken?.find('event/2.html', '2.html')).toBeUndefined()
    expect(existsSync(site('event/2.html'))).toBe(false)
    expect(readFileSync(kept('2.html'), 'utf8')).toBe('damaged')
  })
})

test('what another state of the code has kept under the same names is not taken', async () => {
  const ahead = start()
  const taken = await ahead?.take(site(''), join(stores.pages, 'of-other-code'))
  expect(taken?.takeGroup('first')).toBe(false)
  expect(taken?.find('event/1.html', '1.html')).toBeUndefined()
  await ahead?.clear()
  expect(readdirSync(folder).sort()).toEqual(['cards', 'pages'])
})

test('a second attempt of a build finds nothing, and what nobody took is removed', async () => {
  const ahead = start()
  await ahead?.take(site(''), code)
  rmSync(site('event'), { recursive: true })
  const again = await ahead?.take(site(''), code)
  expect(again?.find('event/1.html', '1.html')).toBeUndefined()
  await ahead?.clear()
  expect(readdirSync(folder).sort()).toEqual(['cards', 'pages', 'site'])
})

describe('links that lie ready', () => {
  const namesIn = (name: string) => readdirSync(join(folder, name))
  beforeEach(() => linkForNext(stores, links(), 0))

  test('are taken by the next build alone', async () => {
    expect(namesIn('ready')).toHaveLength(1)
    rmSync(kept('1.html'))
    const taken = await take()
    expect(namesIn('ready')).toEqual([])
    expect(taken?.takeGroup('first')).toBe(true)
    expect(readFileSync(site('event/1.html'), 'utf8')).toBe('1.html')
  })

  test('are not taken, and make way for others, once there is another layout', async () => {
    const [before] = namesIn('ready')
    layOut({ key: null, files: [{ ...laid('event/3.html'), file: 'event/2.html' }] })
    const taken = await take()
    expect(taken?.find('event/2.html', '3.html')).toBeDefined()
    expect(readFileSync(site('event/2.html'), 'utf8')).toBe('3.html')
    expect(namesIn('ready')).toEqual([before])
    linkForNext(stores, links(), 0)
    expect(namesIn('ready')).toHaveLength(1)
    expect(namesIn('ready')).not.toContain(before)
  })

  test('are not made for few files', () => {
    rmSync(join(folder, 'ready'), { recursive: true })
    linkForNext(stores, links(), 1_000)
    expect(readdirSync(folder).sort()).toEqual(['cards', 'pages'])
  })
})

test('the parts of both indexes are read, small and large ones, but for those that are damaged', async () => {
  const [small, large] = [Buffer.from('small'), Buffer.alloc(100_000, 'large')]
  writeHashed(join(code, 'index.3.0'), small)
  writeHashed(join(code, 'index.3.1'), large)
  writeHashed(join(stores.cards, 'index.3.63'), small)
  writeFileSync(join(code, 'index.3.2'), large)
  const parts = (await start()?.parts()) ?? new Map()
  expect([...parts.keys()].sort()).toEqual([
    join(stores.cards, 'index.3.63'),
    ...['index.3.0', 'index.3.1'].map((name) => join(code, name)),
  ])
  expect(Buffer.from(parts.get(join(code, 'index.3.1'))).equals(large)).toBe(true)
  expect(Buffer.from(parts.get(join(stores.cards, 'index.3.63'))).equals(small)).toBe(true)
})

test('nothing is linked or read by a layout that is damaged, and no thread is started for few files', async () => {
  expect(start(1_000)).toBeUndefined()
  writeFileSync(join(code, 'layout'), '[["event/../../outside.html","1.html"]]')
  const ahead = start()
  const taken = await ahead?.take(site(''), code)
  expect(taken?.find('event/../../outside.html', '1.html')).toBeUndefined()
  expect(await ahead?.parts()).toEqual(new Map())
  expect(existsSync(site(''))).toBe(false)
  rmSync(stores.pages, { recursive: true })
  expect(start()).toBeUndefined()
})
