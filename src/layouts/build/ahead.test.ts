import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeHashed } from '#src/domain/site/hashed-file.ts'
import { linkForNext, startAhead, writeLayout } from './ahead.ts'

let folder: string
let stores: { pages: string; cards: string }
let code: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ahead-'))
  stores = { pages: join(folder, 'pages'), cards: join(folder, 'cards') }
  code = join(stores.pages, 'of-this-code')
  mkdirSync(code, { recursive: true })
  mkdirSync(stores.cards)
  for (const name of ['1.html', '2.html', '3.html']) writeFileSync(join(code, name), name)
  writeFileSync(join(stores.cards, '1.png'), 'card')
  const layout = ['1.html', '2.html', '3.html', 'gone.html'].map((name): [string, string] => [`event/${name}`, name])
  writeLayout(code, new Map([...layout, ['og/1.png', '1.png']]))
})
afterEach(() => rmSync(folder, { recursive: true }))

const links = () => ({ ready: join(folder, 'ready'), draft: join(folder, 'ahead') })
const start = (least = 0) => startAhead(stores, links(), least)
const site = (name: string) => join(folder, 'site', name)

test('files of the last build are in their place, and those that this build does not want are removed', async () => {
  const ahead = start()
  const taken = await ahead?.take(site(''), 'event')
  expect(taken?.find('event/1.html', '1.html')).toMatchObject({ size: '1.html'.length })
  expect(readFileSync(site('event/1.html'), 'utf8')).toBe('1.html')
  expect(taken?.find('event/2.html', 'another.html')).toBeUndefined()
  expect(taken?.find('event/gone.html', 'gone.html')).toBeUndefined()
  expect(readdirSync(site('event')).sort()).toEqual(['1.html', '3.html'])
  taken?.clear()
  expect(readdirSync(site('event'))).toEqual(['1.html'])
  expect(readFileSync(join(code, '3.html'), 'utf8')).toBe('3.html')
  const cards = await ahead?.take(site(''), 'og')
  expect(cards?.find('og/1.png', '1.png')).toMatchObject({ size: 'card'.length })
})

test('a second attempt of a build finds nothing, and what nobody took is removed', async () => {
  const ahead = start()
  await ahead?.take(site(''), 'event')
  rmSync(site('event'), { recursive: true })
  const again = await ahead?.take(site(''), 'event')
  expect(again?.find('event/1.html', '1.html')).toBeUndefined()
  await ahead?.clear()
  expect(readdirSync(folder).sort()).toEqual(['cards', 'pages', 'site'])
})

describe('links that lie ready', () => {
  const namesIn = (name: string) => readdirSync(join(folder, name))
  beforeEach(() => linkForNext(stores, links(), 0))

  test('are taken by the next build alone', async () => {
    expect(namesIn('ready')).toHaveLength(1)
    rmSync(join(code, '1.html'))
    const taken = await start()?.take(site(''), 'event')
    expect(namesIn('ready')).toEqual([])
    expect(taken?.find('event/1.html', '1.html')).toMatchObject({ size: '1.html'.length })
    expect(taken?.find('event/gone.html', 'gone.html')).toBeUndefined()
  })

  test('are not taken, and make way for others, once there is another layout', async () => {
    const [before] = namesIn('ready')
    writeLayout(code, new Map([['event/2.html', '3.html']]))
    const taken = await start()?.take(site(''), 'event')
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
  writeHashed(join(code, 'index.2.0'), small)
  writeHashed(join(code, 'index.2.1'), large)
  writeHashed(join(stores.cards, 'index.2.63'), small)
  writeFileSync(join(code, 'index.2.2'), large)
  const parts = (await start()?.parts()) ?? new Map()
  expect([...parts.keys()].sort()).toEqual([
    join(stores.cards, 'index.2.63'),
    ...['index.2.0', 'index.2.1'].map((name) => join(code, name)),
  ])
  expect(Buffer.from(parts.get(join(code, 'index.2.1'))).equals(large)).toBe(true)
  expect(Buffer.from(parts.get(join(stores.cards, 'index.2.63'))).equals(small)).toBe(true)
})

test('nothing is linked or read by a layout that is damaged, and no thread is started for few files', async () => {
  expect(start(1_000)).toBeUndefined()
  writeFileSync(join(code, 'layout'), '[["event/../../outside.html","1.html"]]')
  const ahead = start()
  const taken = await ahead?.take(site(''), 'event')
  expect(taken?.find('event/../../outside.html', '1.html')).toBeUndefined()
  expect(await ahead?.parts()).toEqual(new Map())
  expect(readdirSync(site(''))).toEqual([])
  rmSync(stores.pages, { recursive: true })
  expect(start()).toBeUndefined()
})
