import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { contentBlocks } from '#db/schema/content.ts'
import { BLOCK_NOWHERE, ROLLBACK_FIXED, TEXT_NOWHERE } from '#src/contract/change-set.ts'
import { removeItem, renameSet } from '#src/domain/change-sets/edit-set.ts'
import { replaceEverywhere } from '#src/domain/change-sets/replace-everywhere.ts'
import { createPage } from '#src/domain/content/pages.ts'
import { readBlockUses } from '#src/domain/content/read-blocks.ts'
import { createBlock } from '#src/domain/content/save-block.ts'
import { changePlace } from '#src/domain/content/slots.ts'
import { NOON } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADA, publish, rollbackOf, rules, stored } from './set-ground.ts'

let opened: TestDb
let db: Db
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
})
afterAll(() => opened.close())

const by = { actor: ADA, rules, now: NOON }

async function aBlock(title: string, markdown: string): Promise<string> {
  const body = { schemaVersion: 1 as const, heading: '', markdown }
  const made = { id: randomUUID(), kind: 'text' as const, title, tags: [], isActive: true, body }
  return (await createBlock(db, made, ADA)).item.id
}

const itemsOf = async (id: string) =>
  (await db.select().from(changeItems).where(eq(changeItems.setId, id))).toSorted((a, b) =>
    a.label < b.label ? -1 : 1,
  )

test('a block is replaced wherever it is, in one set, which can be rolled back', async () => {
  const [old, other, third] = [await aBlock('Old', 'Old'), await aBlock('New', 'New'), await aBlock('Third', 'Third')]
  const about = { id: randomUUID(), slug: 'about', title: 'About', metaTitle: null, metaDescription: null }
  const page = (await createPage(db, { ...about, isPublished: true }, ADA)).item.id
  const event = await storeEvent(db)
  await changePlace(db, { place: { pageId: page }, blockIds: [third, old], seen: [] }, ADA)
  await changePlace(db, { place: { slot: 'bring', eventId: null }, blockIds: [old, other], seen: [] }, ADA)
  await changePlace(db, { place: { slot: 'terms', eventId: event }, blockIds: [old], seen: [] }, ADA)
  const ask = { id: randomUUID(), blockId: old, byId: other }
  await expect(replaceEverywhere(db, { ...ask, blockId: other, byId: old }, by)).resolves.toBeDefined()
  await db.delete(changeSets)
  await replaceEverywhere(db, ask, by)
  await replaceEverywhere(db, ask, by)
  expect(
    (await itemsOf(ask.id)).map(({ subjectType, subjectId, after }) => [subjectType, subjectId, after.blockIds]),
  ).toEqual([
    ['content_page', page, [third, other]],
    ['content_place', `terms ${event}`, [other]],
    // It was there already, and is there once.
    ['content_place', 'bring', [other]],
  ])
  await publish(db, ask.id)
  expect(await readBlockUses(db, old)).toEqual([])
  await publish(db, (await rollbackOf(db, ask.id)).id)
  expect(await readBlockUses(db, old)).toHaveLength(3)
  const about2 = await aBlock('About an event', 'In {{city}}')
  await expect(replaceEverywhere(db, { ...ask, id: randomUUID(), byId: about2 }, by)).rejects.toThrow(
    'About an event refers to',
  )
  const unused = { id: randomUUID(), blockId: about2, byId: old }
  await expect(replaceEverywhere(db, unused, by)).rejects.toThrow(BLOCK_NOWHERE)
})

test('words are replaced in no address and in no reference to a fact, unless that is what is looked for', async () => {
  await db.delete(changeSets)
  const written = [
    'Plants near Quux: [Quux guide](/quux/Quux "Quux") and ![A Quux](https://a.example/Quux.png), [more][Quux].',
    'See https://a.example/Quux, <https://a.example/Quux> and [a *Quux* b](/Quux). The Quux price is {{price}}.',
    '[Quux]: /about/Quux',
  ]
  const block = await aBlock('Addresses', written.join('\n\n'))
  const replaced = async (find: string, text: string) => {
    const ask = { id: randomUUID(), find, by: text }
    await replaceEverywhere(db, ask, by)
    return (await itemsOf(ask.id)).find(({ subjectId }) => subjectId === block)?.after['body.markdown']
  }
  expect(await replaced('Quux', 'Omaha')).toBe(
    [
      'Plants near Omaha: [Omaha guide](/quux/Quux "Quux") and ![A Omaha](https://a.example/Quux.png), [more][Omaha].',
      'See https://a.example/Quux, <https://a.example/Quux> and [a *Omaha* b](/Quux). The Omaha price is {{price}}.',
      '[Omaha]: /about/Quux',
    ].join('\n\n'),
  )
  expect(await replaced('price', 'fee')).toContain('The Quux fee is {{price}}.')
  expect(await replaced('https://a.example/', 'https://b.example/')).toContain('(https://b.example/Quux.png)')
})

test('words are not replaced by way of a rollback whose records were taken out, whatever its name', async () => {
  await db.delete(changeSets)
  const block = await aBlock('Spare', 'Bring a Plumb.')
  const ask = { id: randomUUID(), find: 'Plumb', by: 'Level' }
  await replaceEverywhere(db, ask, by)
  const { name } = await stored(db, ask.id)
  await publish(db, ask.id)
  await db
    .update(contentBlocks)
    .set({ body: { schemaVersion: 1, heading: '', markdown: 'Bring a Plumb.' } })
    .where(eq(contentBlocks.id, block))
  const back = await rollbackOf(db, ask.id)
  const [item] = await itemsOf(back.id)
  await removeItem(db, { setId: back.id, itemId: item?.id ?? '' }, item?.version ?? 0, ADA)
  await renameSet(db, back.id, { name, note: '', version: (await stored(db, back.id)).version }, ADA)
  await expect(replaceEverywhere(db, { ...ask, id: back.id }, by)).rejects.toThrow(ROLLBACK_FIXED)
})

test('words are replaced in every text that visitors read, and in no page address, name of a block or event that is over', async () => {
  await db.delete(changeSets)
  const [, block] = [await aBlock('Zorb', 'Nothing'), await aBlock('Rules of Zorb', 'Bring the "Zorb".')]
  const event = await storeEvent(db, { eventName: 'Zorb Day', eventSlug: 'zorb', workshopBenefits: ['Own a Zorb'] })
  await storeEvent(db, { eventName: 'Zorb Past', eventDate: '2025-01-21', earlyBirdDeadline: null })
  await db
    .update(contentBlocks)
    .set({ tags: ['zorb'] })
    .where(eq(contentBlocks.id, block))
  const ask = { id: randomUUID(), find: 'Zorb', by: 'Ball $&' }
  await replaceEverywhere(db, ask, by)
  const items = await itemsOf(ask.id)
  expect(items.map(({ subjectType, subjectId }) => [subjectType, subjectId])).toEqual([
    ['content_block', block],
    ['event', event],
  ])
  const [ofBlock, ofEvent] = items
  expect(ofBlock?.after).toMatchObject({
    title: 'Rules of Zorb',
    'body.markdown': expect.stringContaining('Bring the "Ball $&"'),
  })
  expect(ofEvent?.after).toMatchObject({
    eventName: 'Ball $& Day',
    eventSlug: 'zorb',
    workshopBenefits: ['Own a Ball $&'],
  })
  await expect(replaceEverywhere(db, { id: randomUUID(), find: 'Xylo', by: '' }, by)).rejects.toThrow(TEXT_NOWHERE)
  // What would not fit is named, and no set is left.
  const long = { id: randomUUID(), find: 'Zorb Day', by: 'x'.repeat(500) }
  await expect(replaceEverywhere(db, long, by)).rejects.toThrow('Zorb Day: Event name')
  expect(await db.$count(changeSets)).toBe(1)
  const copy = { id: randomUUID(), find: 'one-day', by: 'two-day' }
  await replaceEverywhere(db, copy, by)
  expect((await itemsOf(copy.id)).map(({ subjectId }) => subjectId).toSorted()).toEqual([
    'about.mission',
    'letter.opening',
  ])
})
