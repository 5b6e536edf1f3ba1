import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { someRows } from '#tests/support/event-fixture.ts'
import { getSources, mediaIn, preparePictures } from './_pictures.ts'

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
  const { findPicture } = await preparePictures(['/logo.svg'], [], folder)
  expect(findPicture('/logo.svg')).toEqual({ src: '/logo.svg', width: 120, height: 40 })
})

test('what is not there, or is no image, is left out and reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findPicture } = await preparePictures(['/gone.svg', '/broken.svg', `/media/${id}`], [], folder)
  expect(['/gone.svg', '/broken.svg', `/media/${id}`].map(findPicture)).toEqual([null, null, null])
  expect(warn).toHaveBeenCalledTimes(3)
  warn.mockRestore()
})

test('a path cannot leave the public folder', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findPicture } = await preparePictures(['/../../etc/logo.svg', '/%2e%2e/x.svg'], [], folder)
  expect(findPicture('/../../etc/logo.svg')).toBeNull()
  warn.mockRestore()
})

test('a picture elsewhere is named, never fetched', async () => {
  const { findPicture } = await preparePictures(['https://logos.example/x.png'], [], folder)
  expect(findPicture('https://logos.example/x.png')).toEqual({ src: 'https://logos.example/x.png' })
})

test('an upload is made small and gets a size', async () => {
  const { findPicture, files } = await preparePictures([`/media/${id}`], [{ id, bytes }], folder)
  const [[name = '', made] = []] = files
  expect(name).toMatch(/^[0-9a-f]{16}\.webp$/)
  expect(findPicture(`/media/${id}`)).toEqual({ src: `/_media/${name}`, width: 384, height: 288 })
  expect(made?.length).toBeLessThan(bytes.length)
})

test('every picture is named once, uploads by id', () => {
  const person = { id: 't', fullName: 'A', title: 'B', bio: 'C', credentials: null, photoUrl: `/media/${id}` }
  const sources = getSources([someRows({}, { team: [person, person] })])
  expect([...sources]).toEqual([`/media/${id}`, '/demo/logos/gauge.svg'])
  expect(mediaIn(sources)).toEqual([id])
})
