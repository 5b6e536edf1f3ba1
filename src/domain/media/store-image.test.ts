import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { media } from '#db/schema/site.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { readMedium } from './read-medium.ts'
import { imageFormat, storeImage } from './store-image.ts'

let open: TestDb
beforeAll(async () => {
  open = await testDb()
})
afterAll(() => open.close())

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f7d5c' }, limitInputPixels: false })
const encoded = {
  png: () => canvas(64, 48).png().toBuffer(),
  jpeg: () => canvas(64, 48).jpeg().toBuffer(),
  webp: () => canvas(64, 48).webp().toBuffer(),
  avif: () => canvas(64, 48).avif().toBuffer(),
}
const script = '<script>alert(document.domain)</script>'

describe('an upload', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'a %s is kept as WebP under the hash of its bytes',
    async (format) => {
      const bytes = await encoded[format]()
      expect(imageFormat(bytes)).toBe(format)
      const image = await storeImage(open.db, bytes)
      expect(image).toMatchObject({ contentType: 'image/webp', width: 64, height: 48, url: `/media/${image.id}` })
      const kept = await readMedium(open.db, image.id)
      expect(imageFormat(kept.bytes)).toBe('webp')
      expect(image.id).toBe(Buffer.from(await crypto.subtle.digest('SHA-256', kept.bytes)).toString('hex'))
    },
  )

  test('the same picture is kept once', async () => {
    const first = await storeImage(open.db, await encoded.png())
    const second = await storeImage(open.db, await encoded.png())
    expect(second).toEqual(first)
    expect(await open.db.select({ id: media.id }).from(media).where(eq(media.id, first.id))).toHaveLength(1)
  })

  test('a large photo is reduced, turned upright and loses what the camera wrote', async () => {
    const photo = await canvas(3000, 2000)
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const image = await storeImage(open.db, photo)
    expect(image).toMatchObject({ width: 1067, height: 1600 })
    const { bytes } = await readMedium(open.db, image.id)
    const { exif, orientation } = await sharp(bytes).metadata()
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
  })

  test('a transparent logo stays transparent', async () => {
    const logo = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const { bytes } = await readMedium(open.db, (await storeImage(open.db, logo)).id)
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
  })
})

describe('hostile files', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)('a script behind a %s is not kept', async (format) => {
    const polyglot = Buffer.concat([await encoded[format](), Buffer.from(script)])
    const { bytes } = await readMedium(open.db, (await storeImage(open.db, polyglot)).id)
    expect(Buffer.from(bytes).includes('script')).toBe(false)
  })

  test('a script in the comment of a picture is not kept', async () => {
    const png = await canvas(32, 32)
      .withExif({ IFD0: { ImageDescription: script } })
      .png()
      .toBuffer()
    expect(png.includes('alert')).toBe(true)
    const { bytes } = await readMedium(open.db, (await storeImage(open.db, png)).id)
    expect(Buffer.from(bytes).includes('alert')).toBe(false)
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>1</script></svg>'],
    ['SVG behind an XML head', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', `<!doctype html>${script}`],
    ['a GIF that is a script', 'GIF89a/*\x01\x00*/=1;alert(1)'],
    ['a film', '\0\0\0\x20ftypavis\0\0\0\0avismsf1avif'],
    ['a HEIC photo', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a PDF', '%PDF-1.7'],
    ['nothing', ''],
  ])('%s is refused', async (_, text) => {
    await expect(storeImage(open.db, Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      kind: 'unsupported_media_type',
    })
  })

  test.each([
    ['PNG', '\x89PNG\r\n\x1a\n'],
    ['JPEG', '\xff\xd8\xff\xe0'],
    ['WebP', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['AVIF', '\0\0\0\x18ftypavif\0\0\0\0avifmif1'],
  ])('a script that begins like a %s is refused', async (_, magic) => {
    await expect(storeImage(open.db, Buffer.from(`${magic}${script}`, 'latin1'))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The image could not be read.',
    })
  })

  test('half a picture is refused', async () => {
    const whole = await sharp(await noise())
      .png()
      .toBuffer()
    await expect(storeImage(open.db, whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('a small file that holds a gigantic picture is refused before it is decoded', async () => {
    const bomb = await canvas(5000, 5000).png().toBuffer()
    expect(bomb.length).toBeLessThan(500_000)
    await expect(storeImage(open.db, bomb)).rejects.toMatchObject({
      message: 'The image must have at most 24 megapixels.',
    })
  })

  test('a file over 2 MB, and a picture of one pixel, are refused', async () => {
    const large = Buffer.concat([await encoded.png(), Buffer.alloc(2 * 1024 * 1024)])
    await expect(storeImage(open.db, large)).rejects.toMatchObject({ kind: 'too_large' })
    await expect(storeImage(open.db, await canvas(1, 1).png().toBuffer())).rejects.toMatchObject({ kind: 'invalid' })
  })
})

const noise = () =>
  sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '#000',
    },
  })
    .png()
    .toBuffer()
