import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPages, contentSlots, siteCopy } from '#db/schema/content.ts'
import { type BlockEntry, blockNeedsEvent } from '#src/contract/content-block.ts'
import type { ContentPageEntry } from '#src/contract/content-page.ts'
import type { BlockUses, PlaceContent } from '#src/contract/content-place.ts'
import type { Page } from '#src/contract/page.ts'
import { SITE_COPY } from '#src/contract/site-copy.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import type { BlockPreview } from '#src/domain/content/preview-block.ts'
import { readSite } from '#src/domain/site/read-site.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { lastEntry, siteAdminApi } from './site-admin-api.ts'

const text = (markdown: string, changes: object = {}) => ({
  kind: 'text',
  title: 'How it works',
  body: { schemaVersion: 1, heading: '', markdown },
  tags: ['faq'],
  isActive: true,
  ...changes,
})
const aPage = (changes: object = {}) => ({
  slug: 'about',
  title: 'About us',
  metaTitle: null,
  metaDescription: null,
  isPublished: true,
  ...changes,
})

describe('content', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof siteAdminApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await db.delete(contentSlots)
    await db.delete(contentBlocks)
    await db.delete(contentPages)
    await db.delete(siteCopy)
    api = await siteAdminApi(db)
  })

  const addBlock = async (fields: object) =>
    (await api.ask<Changed<BlockEntry>>('POST', 'content-blocks', { id: randomUUID(), ...fields })).item
  const addPage = async (changes: object = {}) =>
    (await api.ask<Changed<ContentPageEntry>>('POST', 'content-pages', { id: randomUUID(), ...aPage(changes) })).item
  const put = (place: object, blockIds: string[], seen: string[] = []) =>
    api.ask<Changed<PlaceContent>>('PUT', 'content-places', { place, blockIds, seen })
  const everyEvent = { slot: 'questions', eventId: null }

  test('a block is saved with the HTML of its Markdown, found by kind and tag, and restored from its history', async () => {
    const { id } = await addBlock(text('It **holds**. <b>x</b>', { tags: ['pumps'] }))
    const [row] = await db.select().from(contentBlocks)
    expect(row?.html).toBe('<p>It <strong>holds</strong>. &#x3C;b>x&#x3C;/b></p>')
    await api.ask('PATCH', `content-blocks/${id}`, { ...text('Changed.', { title: 'Another name' }), version: 1 })
    const list = (query: string) => api.ask<Page<BlockEntry>>('GET', `content-blocks?${query}`)
    expect((await list('kind=text&tag=faq&q=another')).items).toMatchObject([{ id, version: 2, uses: 0 }])
    expect((await list('tag=pumps')).items).toEqual([])
    const { items } = await api.ask<{ items: { auditId: number; isVersion: boolean }[] }>(
      'GET',
      `content-blocks/${id}/history`,
    )
    expect(items.map(({ isVersion }) => isVersion)).toEqual([true, true])
    await api.ask('POST', `content-blocks/${id}/history/${items[1]?.auditId}/restore`, { version: 2 })
    expect(await api.ask('GET', `content-blocks/${id}`)).toMatchObject({ title: 'How it works', version: 3 })
    expect(await db.select().from(contentBlocks)).toMatchObject([{ html: row?.html }])
    const stale = await api.send('PATCH', `content-blocks/${id}`, { ...text('Late.'), version: 1 })
    expect(await problemOf(stale)).toMatchObject({ status: 409, detail: STALE })
  })

  test('a block that is used cannot be deleted, and the answer names the places', async () => {
    const { id } = await addBlock(text('Once.'))
    const { id: pageId } = await addPage()
    const eventId = await storeEvent(db, { eventName: 'Tulsa days', eventDate: '2027-01-21' })
    await put({ pageId }, [id])
    await put(everyEvent, [id])
    await put({ slot: 'quotes', eventId }, [id])
    const refusal = await problemOf(await api.send('DELETE', `content-blocks/${id}?version=1`))
    expect(refusal).toMatchObject({ status: 409 })
    expect(refusal.detail).toContain('the page About us')
    expect(refusal.detail).toContain('Questions and answers of every event')
    expect(refusal.detail).toContain('Quotes of Tulsa days (2027-01-21)')
    expect((await api.ask<BlockUses>('GET', `content-blocks/${id}/uses`)).items).toHaveLength(3)
  })

  test('a reference to a fact that there is not is refused, and so is one on a page, which has no event', async () => {
    const unknown = await api.send('POST', 'content-blocks', { id: randomUUID(), ...text('In {{town}}.') })
    expect(await problemOf(unknown)).toMatchObject({ status: 400, errors: [{ field: 'body.markdown' }] })
    const { id, title } = await addBlock(text('In {{city}}.'))
    const { id: pageId } = await addPage()
    const onPage = await api.send('PUT', 'content-places', { place: { pageId }, blockIds: [id], seen: [] })
    expect(await problemOf(onPage)).toMatchObject({ status: 409, detail: blockNeedsEvent(title) })
    const plain = await addBlock(text('Anywhere.'))
    await put({ pageId }, [plain.id])
    const change = await api.send('PATCH', `content-blocks/${plain.id}`, { ...text('In {{city}}.'), version: 1 })
    expect(await problemOf(change)).toMatchObject({ status: 409, detail: blockNeedsEvent(title) })
  })

  test('a place keeps its order, and is not overwritten by somebody who saw another one', async () => {
    const [one, two] = [await addBlock(text('One.')), await addBlock(text('Two.'))]
    await put(everyEvent, [one.id, two.id])
    const { item } = await put(everyEvent, [two.id, one.id], [one.id, two.id])
    expect(item.items.map(({ id }) => id)).toEqual([two.id, one.id])
    const late = await api.send('PUT', 'content-places', { place: everyEvent, blockIds: [], seen: [one.id, two.id] })
    expect(await problemOf(late)).toMatchObject({ status: 409, detail: STALE })
  })

  test('words that name a date, city, venue or price of an event are warned about', async () => {
    const event = { city: 'Tulsa', venueName: 'River Hall', earlyBirdPrice: 395, isPublished: true }
    await storeEvent(db, event)
    const body = { schemaVersion: 1, heading: '', markdown: 'On January 21 at River Hall, Tulsa: $395, since 2019.' }
    const { warnings } = await api.ask<BlockPreview>('POST', 'content-blocks/preview', { kind: 'text', body })
    expect(warnings.map((sentence) => /\{\{\w+\}\}/.exec(sentence)?.[0])).toEqual([
      '{{date}}',
      '{{venue}}',
      '{{city}}',
      '{{price}}',
    ])
  })

  test('the site has what is active: slots of every event, those of an event in their place, and published pages', async () => {
    await db.execute(`delete from event_config`)
    const [first, second] = [await storeEvent(db, { isPublished: true }), await storeEvent(db, { isPublished: true })]
    const [common, own, hidden] = [
      await addBlock(text('Common.')),
      await addBlock(text('Own.')),
      await addBlock(text('Hidden.', { isActive: false })),
    ]
    expect((await readSite(db, NOON)).events.map(({ content }) => content)).toEqual([undefined, undefined])
    await put(everyEvent, [hidden.id, common.id])
    await put({ slot: 'questions', eventId: second }, [own.id])
    const { id: pageId } = await addPage()
    await addPage({ slug: 'terms', isPublished: false })
    await put({ pageId }, [common.id, hidden.id])
    const site = await readSite(db, NOON)
    const blocksOf = (eventId: string) =>
      site.events.find(({ event }) => event.id === eventId)?.content?.slots.questions?.map(({ id }) => id)
    expect([blocksOf(first), blocksOf(second)]).toEqual([[common.id], [own.id]])
    expect(site.pages).toMatchObject([{ slug: 'about', blocks: [{ id: common.id }] }])
  })

  test('a page keeps its former address, which no other page may take, and no route of the site', async () => {
    const page = await addPage()
    const rename = { ...aPage({ slug: 'who-we-are' }), version: 1 }
    const { revision } = await api.ask<Changed<ContentPageEntry>>('PATCH', `content-pages/${page.id}`, rename)
    expect(revision).not.toBeNull()
    expect((await readSite(db, NOON)).pageRedirects).toEqual([{ oldSlug: 'about', slug: 'who-we-are' }])
    const taken = await api.send('POST', 'content-pages', { id: randomUUID(), ...aPage() })
    expect(await problemOf(taken)).toMatchObject({ status: 409, errors: [{ field: 'slug' }] })
    const reserved = await api.send('POST', 'content-pages', { id: randomUUID(), ...aPage({ slug: 'events' }) })
    expect(await problemOf(reserved)).toMatchObject({ status: 400, errors: [{ field: 'slug' }] })
    await api.ask('DELETE', `content-pages/${page.id}?version=2`)
    expect(await lastEntry(db)).toMatchObject({ action: 'content_page.delete', before: { title: 'About us' } })
  })

  test('a standing text is edited with its version, and the default comes back', async () => {
    const save = (text: string | null, version: number, key = 'about.title') =>
      api.send('PUT', `site-copy/${key}`, { text, version })
    expect((await save('Who we are', 0)).status).toBe(200)
    expect((await readSite(db, NOON)).copy).toEqual({ 'about.title': 'Who we are' })
    expect(await problemOf(await save('Late', 0))).toMatchObject({ status: 409, detail: STALE })
    expect((await save(null, 1)).status).toBe(200)
    expect((await readSite(db, NOON)).copy).toEqual({})
    const { text: mission } = SITE_COPY['about.title']
    expect(await lastEntry(db)).toMatchObject({ action: 'site_copy.reset', after: { text: mission } })
    expect((await save('In {{city}}', 0, 'footer.text')).status).toBe(400)
    expect((await save('In {{city}}', 0, 'about.mission')).status).toBe(200)
    expect(await db.$count(siteCopy, eq(siteCopy.key, 'about.mission'))).toBe(1)
  })
})
