import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#db/schema/index.ts'
import { IMAGE_GONE } from '#src/contract/forum.ts'
import { IMAGE_SENTENCE, type UploadedImage } from '#src/contract/medium.ts'
import { fromOurPage, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { forumArea } from './route-calls.ts'
import { type Member, writingApi } from './writing-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof writingApi>>
let ada: Member
beforeAll(async () => {
  opened = await testDb()
  api = await writingApi(opened.db, { area: forumArea })
  ada = await api.known()
})
beforeEach(() => api.forgetLimits())
afterAll(() => opened.close())

const picture = (width = 64) =>
  sharp({ create: { width, height: 48, channels: 3, background: '#2f7d5c' } })
    .png()
    .toBuffer()
const upload = (who: Member, bytes: Uint8Array, type = 'image/png') =>
  api.request('/api/forum/media', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { ...fromOurPage, 'Content-Type': type, Cookie: who.cookie },
  })

test('a member’s picture is stored, and shown in a post with its size; it is not audited', async () => {
  const before = await opened.db.$count(auditLog)
  const answer = await upload(ada, await picture())
  expect(answer.status).toBe(201)
  const { url, ...size }: UploadedImage = await answer.json()
  expect(size).toEqual({ width: 64, height: 48 })
  expect(await opened.db.$count(auditLog)).toBe(before)
  const { post } = await api.begin(ada, { source: `![The seal](${url}) ![far](https://a.example/x.png)` })
  expect(post.html).toBe(
    `<p><img src="${url}" alt="The seal" width="64" height="48" loading="lazy"> <a href="https://a.example/x.png" rel="nofollow ugc noopener">far</a></p>`,
  )
  expect((await api.begin(ada, { source: `![](${url})` })).post.html).toContain(url)
})

test('a picture that was not uploaded is reported; the preview shows its text', async () => {
  const source = `Look: ![The seal](/media/${'0'.repeat(64)})`
  expect(await (await api.call(ada, 'POST', 'preview', { source })).json()).toMatchObject({
    html: '<p>Look: The seal</p>',
  })
  const { topicId } = await api.begin(ada)
  const answer = await api.call(ada, 'POST', `topics/${topicId}/posts`, { source })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(IMAGE_GONE)])
})

test('a new member shows one picture in a post, anybody twenty', async () => {
  const { url }: UploadedImage = await (await upload(ada, await picture(80))).json()
  const { topicId } = await api.begin(ada)
  const send = async (who: Member, count: number) => {
    await api.forgetLimits()
    const source = `![a](${url}) `.repeat(count)
    return (await api.call(who, 'POST', `topics/${topicId}/posts`, { source })).status
  }
  const carol = await api.person()
  expect([await send(carol, 2), await send(carol, 1), await send(ada, 21), await send(ada, 20)]).toEqual([
    400, 201, 400, 201,
  ])
})

test('files that are not pictures are refused, and forty an hour are accepted', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>xss=1</script></svg>')
  for (const type of ['image/svg+xml', 'image/png', 'text/html'])
    expect(await problemOf(await upload(ada, svg, type))).toMatchObject({
      status: 415,
      detail: IMAGE_SENTENCE.wrongType,
    })
  for (let one = 3; one < 40; one += 1) expect((await upload(ada, svg)).status).toBe(415)
  expect((await upload(ada, await picture())).status).toBe(429)
})
