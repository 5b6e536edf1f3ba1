import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { someRows } from '#tests/support/event-fixture.ts'
import { getSources, mediaIn, preparePictures, prepareProductPictures } from './_pictures.ts'

const id = 'a'.repeat(64)
let folder = ''
let bytes: Uint8Array

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"/>')
  await writeFile(join(folder, 'broken.svg'), 'no image')
  bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
})
afterAll(() => rm(folder, { recursive: true }))

test('a file of this site is measured', async () => {
  const { findPicture } = await preparePictures(['/logo.svg'], [], { publicFolder: folder })
  expect(findPicture('/logo.svg')).toEqual({ src: '/logo.svg', width: 120, height: 40 })
})

test('what is not there, or is no image, is left out and reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findPicture } = await preparePictures(['/gone.svg', '/broken.svg', `/media/${id}`], [], {
    publicFolder: folder,
  })
  expect(['/gone.svg', '/broken.svg', `/media/${id}`].map(findPicture)).toEqual([null, null, null])
  expect(warn).toHaveBeenCalledTimes(3)
  warn.mockRestore()
})

test('a path cannot leave the public folder', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findPicture } = await preparePictures(['/../../etc/logo.svg', '/%2e%2e/x.svg'], [], { publicFolder: folder })
  expect(findPicture('/../../etc/logo.svg')).toBeNull()
  warn.mockRestore()
})

test('a picture elsewhere is named, never fetched', async () => {
  const { findPicture } = await preparePictures(['https://logos.example/x.png'], [], { publicFolder: folder })
  expect(findPicture('https://logos.example/x.png')).toEqual({ src: 'https://logos.example/x.png' })
})

test('an upload is made small and gets a size', async () => {
  const { findPicture, files } = await preparePictures([`/media/${id}`], [{ id, bytes }], { publicFolder: folder })
  const [[name = '', made] = []] = files
  expect(name).toMatch(/^[0-9a-f]{16}\.webp$/)
  expect(findPicture(`/media/${id}`)).toEqual({ src: `/_media/${name}`, width: 384, height: 288 })
  expect(made?.length).toBeLessThan(bytes.length)
})

test('the picture of a product is made in two sizes, and only once for all builds', async () => {
  const large = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const cache = { cacheDir: join(folder, 'cache'), usedAt: 1_800_000_000_000 }
  const prepare = (upload: Uint8Array) =>
    prepareProductPictures(new Set([`/media/${id}`]), async () => [{ id, bytes: upload }], cache)
  const { findPicture, files } = await prepare(large)
  const found = findPicture(`/media/${id}`)
  expect(found).toMatchObject({ width: 1200, height: 900 })
  const [, large1200, small] = /^(\S+) 1200w, (\S+) 600w$/.exec(found?.srcSet ?? '') ?? []
  expect(found?.src).toBe(large1200)
  const paths = [...files.keys()].map((name) => `/_media/${name}`).sort()
  expect(paths).toEqual([large1200, small].sort())
  expect(await readdir(cache.cacheDir)).toHaveLength(2)
  const again = await prepare(new Uint8Array())
  expect([...again.files.keys()].sort()).toEqual([...files.keys()].sort())
})

test('every picture is named once, uploads by id', () => {
  const person = { id: 't', fullName: 'A', title: 'B', bio: 'C', credentials: null, photoUrl: `/media/${id}` }
  const sources = getSources([someRows({}, { team: [person, person] })])
  expect([...sources]).toEqual([`/media/${id}`, '/demo/logos/gauge.svg'])
  expect(mediaIn(sources)).toEqual([id])
})
