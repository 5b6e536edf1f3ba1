import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { contentBlocks, contentPages, contentSlots } from '#db/schema/content.ts'
import { eventConfig } from '#db/schema/events.ts'
import { auditLog, menuItems } from '#db/schema/site.ts'
import { CHECKS_STOPPED, WARNINGS_UNREAD } from '#src/contract/change-set.ts'
import { checkSet } from '#src/domain/change-sets/check-set.ts'
import { publishSet } from '#src/domain/change-sets/publish-set.ts'
import { readChangeSet } from '#src/domain/change-sets/read-change-sets.ts'
import { publishDueSets, scheduleSet } from '#src/domain/change-sets/schedule-set.ts'
import { createPage } from '#src/domain/content/pages.ts'
import { createBlock } from '#src/domain/content/save-block.ts'
import { changePlace } from '#src/domain/content/slots.ts'
import { NOON } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADA, aSet, checking, edited, publish, rollbackOf, rules, site, stored } from './set-ground.ts'

const HOUR = 3_600_000
let opened: TestDb
let db: Db
let page: string
let block: string
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [changeItems, changeSets, contentSlots, contentPages, contentBlocks, menuItems, eventConfig])
    await db.delete(table)
  const body = { schemaVersion: 1 as const, heading: '', markdown: 'Bring gloves.' }
  const made = { id: randomUUID(), kind: 'text' as const, title: 'Gloves', tags: [], isActive: true, body }
  block = (await createBlock(db, made, ADA)).item.id
  const about = { id: randomUUID(), slug: 'about', title: 'About', metaTitle: null, metaDescription: null }
  page = (await createPage(db, { ...about, isPublished: true }, ADA)).item.id
  await changePlace(db, { place: { pageId: page }, blockIds: [block], seen: [] }, ADA)
  const shown = { isActive: true, isExternal: false, visibleToAnonymous: true, visibleToUser: true }
  const item = { displayOrder: 1, ...shown, visibleToAdmin: true }
  await db.insert(menuItems).values([
    { ...item, label: 'About', href: '/about' },
    { ...item, label: 'Old fault', href: '/nowhere' },
  ])
})

const put = async (id: string, readAt: number | null) =>
  publishSet(db, id, { version: (await stored(db, id)).version, readAt }, { ...checking, actor: ADA, rules })
const shownOf = async (id: string) => readChangeSet(db, id, { viewerId: ADA.id, now: NOON })
const ofBlock = (markdown: string) => ({
  type: 'content_block' as const,
  id: block,
  fields: { 'body.markdown': markdown },
})

describe('before a set goes live', () => {
  test('errors of its records and links that it breaks stop it, are kept with it and lead to the field', async () => {
    const set = await aSet(db, 'Away', [
      { type: 'content_page', id: page, fields: { isPublished: false } },
      ofBlock('See [it](/nothing).'),
    ])
    await expect(put(set, null)).rejects.toThrow(`${CHECKS_STOPPED} About: Address: the link leads to /about`)
    // The page is gone, so nobody sees its block; and what was broken before is no fault of this set.
    expect((await shownOf(set)).checks.findings).toMatchObject([{ key: 'link.inside', subject: { label: 'About' } }])

    const mended = await aSet(db, 'Mended', [ofBlock('See [the terms](/nothing).')])
    const { findings } = await checkSet(db, mended, checking)
    const [item] = (await shownOf(mended)).changeItems
    expect(findings).toMatchObject([
      { level: 'error', href: `/admin/content-studio/${mended}?edit=${item?.id}#body.markdown` },
    ])
    // A tick does not help against an error.
    await expect(put(mended, NOON)).rejects.toThrow(CHECKS_STOPPED)
    expect((await stored(db, mended)).state).toBe('open')
  })

  test('a link to what the set itself puts live is no error', async () => {
    const next = { id: randomUUID(), slug: 'terms', title: 'Terms', metaTitle: null, metaDescription: null }
    await createPage(db, { ...next, isPublished: false }, ADA)
    const set = await aSet(db, 'Both', [
      { type: 'content_page', id: next.id, fields: { isPublished: true, slug: 'our-terms' } },
      { type: 'content_page', id: page, fields: { slug: 'about-us' } },
      ofBlock('See [the terms](/our-terms) and [us](/about).'),
    ])
    await expect(put(set, null)).resolves.toBeDefined()
  })

  test('warnings need somebody who has read these, and it is kept who did', async () => {
    const set = await aSet(db, 'Twice', [ofBlock('Bring the the gloves.')])
    await expect(put(set, null)).rejects.toThrow(WARNINGS_UNREAD)
    const { checkedAt } = await checkSet(db, set, checking)
    await edited(db, set, { type: 'content_page', id: page, fields: { metaTitle: 'x'.repeat(70) } })
    // The edit voids what was read.
    await expect(put(set, checkedAt)).rejects.toThrow(WARNINGS_UNREAD)
    const again = await checkSet(db, set, { ...checking, now: NOON + 1 })
    expect(again.findings.map(({ key }) => key)).toEqual(['length.title', 'text.repeated'])
    await expect(put(set, NOON)).rejects.toThrow(WARNINGS_UNREAD)
    await put(set, again.checkedAt)
    const shown = await shownOf(set)
    expect(shown).toMatchObject({ state: 'published', warningsReadBy: expect.any(String), checks: again })
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, 'change_set.waive'))
    expect(entry).toMatchObject({
      actor: ADA.id,
      after: { name: 'Twice', warnings: again.findings.map(({ text }) => text) },
    })
  })

  test('a rollback is not checked: what it restores was live', async () => {
    await db.update(contentPages).set({ metaTitle: 'x'.repeat(70) })
    await db.update(menuItems).set({ href: '/events' })
    const set = await aSet(db, 'Meta', [
      { type: 'content_page', id: page, fields: { metaTitle: 'Us', slug: 'who-we-are' } },
    ])
    await publish(db, set)
    await expect(put((await rollbackOf(db, set)).id, null)).resolves.toBeDefined()
  })

  test('a scheduled set is checked when it is scheduled, and again at its time: then errors alone stop it', async () => {
    const at = NOON + HOUR
    const schedule = async (set: string, readAt: number | null) => {
      const { version } = await stored(db, set)
      const input = {
        day: '2026-11-20',
        clock: new Date(at).toISOString().slice(11, 16),
        zone: 'UTC',
        at,
        readAt,
        version,
      }
      await scheduleSet(db, set, input, { ...checking, actor: ADA })
    }
    const event = await storeEvent(db, { eventSlug: 'tulsa' })
    const set = await aSet(db, 'Late', [ofBlock('Bring the the gloves [here in Tulsa](/event/tulsa).')])
    await expect(schedule(set, null)).rejects.toThrow(WARNINGS_UNREAD)
    await schedule(set, (await checkSet(db, set, checking)).checkedAt)
    expect(await stored(db, set)).toMatchObject({ state: 'scheduled', warningsReadBy: ADA.id })
    await db.update(eventConfig).set({ isPublished: false }).where(eq(eventConfig.id, event))
    expect(await publishDueSets(db, { now: at, rules, site, timeLeft: () => 1_000 })).toMatchObject({ failed: 1 })
    expect(await stored(db, set)).toMatchObject({
      state: 'failed',
      fault: expect.stringContaining('an event that is not published'),
      findings: [{ key: 'link.inside', level: 'error' }],
    })
  })
})
