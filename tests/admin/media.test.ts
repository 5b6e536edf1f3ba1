import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { media } from '#db/schema/site.ts'
import { publicApi } from '#src/api/public-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { adminMediaApi } from '#src/api/uploads-api.ts'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { fromOurPage, problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADMIN_ID, auditOf, someone } from './library-api.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f7d5c' } })
const png = (width = 64, height = 48) => canvas(width, height).png().toBuffer()

type Body = Uint8Array | ReadableStream<Uint8Array> | string

async function upload(body: Body, headers: Record<string, string> = {}, as: Viewer | null = someone('admin')) {
  const api = await testApi({ db: opened.db, area: adminMediaApi, as })
  return api.request('/api/admin/media', {
    method: 'POST',
    body: typeof body === 'string' || body instanceof ReadableStream ? body : new Uint8Array(body),
    headers: { ...fromOurPage, 'Content-Type': 'image/png', ...headers },
    ...{ duplex: 'half' },
  })
}

/** A body that never says how long it is, and how much of it was read. */
function chunked(bytes: number) {
  const read = { bytes: 0 }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (read.bytes >= bytes) return controller.close()
      read.bytes += 65_536
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  return { stream, read }
}

test('uploads are for admins, and say so', async () => {
  expect(declaredRoutes(adminMediaApi)).toEqual([{ method: 'POST', path: '/api/admin/media', policy: 'admin' }])
})

describe('an upload', () => {
  test('is kept, served to everybody and written down', async () => {
    const answer = await upload(await png())
    expect(answer.status).toBe(201)
    const image = await answer.json()
    expect(image).toEqual({ url: expect.stringMatching(/^\/media\/[0-9a-f]{64}$/), width: 64, height: 48 })
    const shown = await (await testApi({ db: opened.db, area: publicApi })).request(image.url)
    expect(shown.headers.get('Content-Type')).toBe('image/webp')
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(shown.headers.get('Content-Disposition')).toMatch(/^inline; filename="[0-9a-f]{12}\.webp"$/)
    const [entry] = await auditOf(opened.db, image.url.slice('/media/'.length))
    expect(entry).toMatchObject({ action: 'media.upload', actor: ADMIN_ID, before: null, after: image })
  })

  test.each(['image/jpeg', 'image/webp', 'image/avif'])('may be an %s', async (type) => {
    const format = type.slice('image/'.length) as 'jpeg' | 'webp' | 'avif'
    const answer = await upload(await canvas(40, 40).toFormat(format).toBuffer(), { 'Content-Type': type })
    expect(answer.status).toBe(201)
  })

  test.each([
    ['nobody', null, 401],
    ['a member', someone(), 403],
    ['a moderator', someone('moderator'), 403],
  ] as const)('is refused from %s', async (_who, as, status) => {
    expect((await upload(await png(), {}, as)).status).toBe(status)
  })

  test('is refused from another site', async () => {
    for (const from of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }])
      expect((await upload(await png(), from)).status).toBe(403)
  })
})

describe('files that are not accepted as images', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  test.each([
    ['SVG', svg, 'image/svg+xml'],
    ['SVG that says it is a PNG', svg, 'image/png'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html'],
    ['HTML that says it is a JPEG', '<!doctype html><script>alert(1)</script>', 'image/jpeg'],
    ['a GIF', 'GIF89a/*\u0001*/=1', 'image/gif'],
    ['JSON', '{}', 'application/json'],
    ['a form', 'a=b', 'multipart/form-data; boundary=x'],
    ['a type with more to it', 'a', 'image/png; charset=utf-8'],
    ['nothing', '', 'image/png'],
  ])('%s is refused with 415', async (_what, body, type) => {
    const problem = await problemOf(await upload(body, { 'Content-Type': type }))
    expect(problem).toMatchObject({ status: 415, detail: IMAGE_SENTENCE.wrongType })
  })

  test('a compressed body is refused with 415', async () => {
    expect((await upload(await png(), { 'Content-Encoding': 'gzip' })).status).toBe(415)
  })

  test('half a picture, a script that begins like one and a picture of one pixel are refused with 400', async () => {
    const whole = await png(400, 300)
    for (const body of [whole.subarray(0, whole.length / 2), `\u0089PNG\r\n\u001a\n${svg}`, await png(1, 1)]) {
      const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
      expect(await problemOf(await upload(bytes))).toMatchObject({ status: 400, code: 'invalid' })
    }
  })

  test('a gigantic picture in a small file is refused with 400', async () => {
    const bomb = await png(5000, 5000)
    expect(bomb.length).toBeLessThan(MOST_UPLOAD_BYTES)
    const problem = await problemOf(await upload(bomb))
    expect(problem).toMatchObject({ status: 400, detail: 'The image must have at most 24 megapixels.' })
  })

  test('what follows a picture is not kept', async () => {
    const answer = await upload(Buffer.concat([await png(), Buffer.from(svg)]))
    const { url } = await answer.json()
    const kept = await (await testApi({ db: opened.db })).request(url)
    expect(Buffer.from(await kept.arrayBuffer()).includes('script')).toBe(false)
  })
})

describe('more than 2 MB', () => {
  test('is refused by what it says', async () => {
    const large = Buffer.concat([await png(), Buffer.alloc(MOST_UPLOAD_BYTES)])
    const problem = await problemOf(await upload(large, { 'Content-Length': String(large.length) }))
    expect(problem).toMatchObject({ status: 413, detail: IMAGE_SENTENCE.tooLarge })
  })

  test('is refused while it arrives, when it does not say', async () => {
    const { stream, read } = chunked(50 * MOST_UPLOAD_BYTES)
    expect(await problemOf(await upload(stream))).toMatchObject({ status: 413, detail: IMAGE_SENTENCE.tooLarge })
    expect(read.bytes).toBeLessThan(2 * MOST_UPLOAD_BYTES)
  })

  test('exactly 2 MB are looked at', async () => {
    const whole = await png()
    const exact = Buffer.concat([whole, Buffer.alloc(MOST_UPLOAD_BYTES - whole.length)])
    expect((await upload(exact)).status).toBe(201)
    expect((await upload(Buffer.concat([exact, Buffer.alloc(1)]))).status).toBe(413)
  })
})

test('nothing that was refused is kept', async () => {
  const before = await opened.db.$count(media)
  await upload('<svg/>')
  expect(await opened.db.$count(media)).toBe(before)
})
