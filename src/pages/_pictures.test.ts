import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { someRows } from '#tests/support/event-fixture.ts'
import { getSources, LARGE_WIDTHS, preparePictures, type Uploads } from './_pictures.ts'

const id = 'a'.repeat(64)
let folder = ''
let bytes: Uint8Array
/** Nothing was uploaded. */
const NOTHING: Uploads = { find: async () => [], read: async () => [] }
const prepare = (sources: string[], uploads = NOTHING, more = {}) =>
  preparePictures(new Set(sources), uploads, { publicFolder: folder, cacheDir: join(folder, 'cache'), ...more })

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
  const { findPicture } = await prepare(['/logo.svg'])
  expect(findPicture('/logo.svg')).toEqual({ src: '/logo.svg', width: 120, height: 40 })
})

test('what is not there, or is no image, is left out and reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findPicture } = await prepare(['/gone.svg', '/broken.svg', `/media/${id}`])
  expect(['/gone.svg', '/broken.svg', `/media/${id}`].map(findPicture)).toEqual([null, null, null])
  expect(warn).toHaveBeenCalledTimes(3)
  warn.mockRestore()
})

test('a path cannot leave the public folder', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findPicture } = await prepare(['/../../etc/logo.svg', '/%2e%2e/x.svg'])
  expect(findPicture('/../../etc/logo.svg')).toBeNull()
  warn.mockRestore()
})

test('a picture elsewhere is named, never fetched', async () => {
  const { findPicture } = await prepare(['https://logos.example/x.png'])
  expect(findPicture('https://logos.example/x.png')).toEqual({ src: 'https://logos.example/x.png' })
})

/** Uploads of which this is the only one, and how many of them were read. */
function uploaded(only: Uint8Array) {
  const asked = { reads: 0 }
  const read = async () => {
    asked.reads += 1
    return [{ id, bytes: only }]
  }
  return { asked, find: async () => [id], read }
}

test('an upload is made small and gets a size', async () => {
  const { findPicture, files } = await prepare([`/media/${id}`], uploaded(bytes))
  const [[name = '', made] = []] = files
  expect(name).toMatch(/^[0-9a-f]{16}\.webp$/)
  expect(findPicture(`/media/${id}`)).toEqual({ src: `/_media/${name}`, width: 384, height: 288 })
  expect(made?.length).toBeLessThan(bytes.length)
})

test('the picture of a product is made in two sizes; later builds neither make nor read it again, and leave it out once it is gone', async () => {
  const large = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const own = { cacheDir: join(folder, 'large'), widths: LARGE_WIDTHS }
  const uploads = uploaded(large)
  const { findPicture, files } = await prepare([`/media/${id}`], uploads, own)
  const found = findPicture(`/media/${id}`)
  expect(found).toMatchObject({ width: 1200, height: 900 })
  const [, large1200, small] = /^(\S+) 1200w, (\S+) 600w$/.exec(found?.srcSet ?? '') ?? []
  expect(found?.src).toBe(large1200)
  const paths = [...files.keys()].map((name) => `/_media/${name}`).sort()
  expect(paths).toEqual([large1200, small].sort())
  expect(await readdir(own.cacheDir)).toHaveLength(2)
  expect(await prepare([`/media/${id}`], uploads, own)).toMatchObject({ files })
  expect(uploads.asked.reads).toBe(1)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect((await prepare([`/media/${id}`], NOTHING, own)).findPicture(`/media/${id}`)).toBeNull()
  warn.mockRestore()
})

test('a picture that cannot be kept is shown', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findPicture } = await prepare([`/media/${id}`], uploaded(bytes), { cacheDir: join(folder, 'logo.svg') })
  expect(findPicture(`/media/${id}`)).toMatchObject({ width: 384 })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('is not kept'))
  warn.mockRestore()
})

test('an upload that is no image is left out and reported, and the others are made', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const other = 'b'.repeat(64)
  const read = async () => [
    { id: other, bytes: new Uint8Array(9) },
    { id, bytes },
  ]
  const sources = [`/media/${other}`, `/media/${id}`]
  const { findPicture } = await prepare(
    sources,
    { find: async () => [other, id], read },
    { cacheDir: join(folder, 'x') },
  )
  expect(sources.map((source) => findPicture(source)?.width)).toEqual([undefined, 384])
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
})

test('every picture is named once', () => {
  const person = { id: 't', fullName: 'A', title: 'B', bio: 'C', credentials: null, photoUrl: `/media/${id}` }
  const sources = getSources([someRows({}, { team: [person, person] })])
  expect([...sources]).toEqual([`/media/${id}`, '/demo/logos/gauge.svg'])
})
