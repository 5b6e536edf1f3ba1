import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { contentBlocks, contentPages, contentSlots, siteCopy } from '#db/schema/content.ts'
import { agendaTemplateGroups, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import * as schema from '#db/schema/index.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { appSettings, auditLog, menuItems, siteBuilds } from '#db/schema/site.ts'
import { NOT_APPROVED, OWN_APPROVAL, ROLLBACK_FIXED, SET_LOCKED } from '#src/contract/change-set.ts'
import { STALE } from '#src/contract/versioned.ts'
import { deleteAgendaTemplate } from '#src/domain/agenda-templates/save-agenda-template.ts'
import { checkSet } from '#src/domain/change-sets/check-set.ts'
import { removeItem, resolveItem, saveItem } from '#src/domain/change-sets/edit-set.ts'
import { publishSet } from '#src/domain/change-sets/publish-set.ts'
import { readChangeSet } from '#src/domain/change-sets/read-change-sets.ts'
import { approveSet, askForReview } from '#src/domain/change-sets/review-set.ts'
import { readOverlay } from '#src/domain/change-sets/set-preview.ts'
import { createPage, deletePage } from '#src/domain/content/pages.ts'
import { createBlock, deleteBlock } from '#src/domain/content/save-block.ts'
import { changePlace } from '#src/domain/content/slots.ts'
import { deleteEvent } from '#src/domain/events/delete-event.ts'
import { deleteLocation } from '#src/domain/locations/save-location.ts'
import { deleteMenuItem } from '#src/domain/menu/menu-items.ts'
import { saveSetting } from '#src/domain/settings/settings.ts'
import { readSite, type Site } from '#src/domain/site/read-site.ts'
import { readContentVersion } from '#src/domain/site/touch-content.ts'
import { deleteTeamMember } from '#src/domain/team/save-team-member.ts'
import { deleteVendor, updateVendor } from '#src/domain/vendors/save-vendor.ts'
import { NOON } from '#tests/support/api.ts'
import { storeEvent, storeMenu } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { ADA, aSet, BEN, checking, edited, publish, rollbackOf, rules, stored } from './set-ground.ts'

let opened: TestDb
let db: Db
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
})
afterAll(() => opened.close())

type Ground = Record<'event' | 'vendor' | 'member' | 'location' | 'template' | 'item' | Content, string>
type Content = 'text' | 'second' | 'page'
let ground: Ground

beforeEach(async () => {
  for (const table of [changeItems, changeSets, eventTeam, eventVendors, eventConfig, vendorLibrary, teamLibrary])
    await db.delete(table)
  for (const table of [locationLibrary, agendaTemplateGroups, menuItems, appSettings]) await db.delete(table)
  for (const table of [contentSlots, contentPages, contentBlocks, siteCopy]) await db.delete(table)
  ground = await fill()
})

/** One row of each kind, all of them on a published page or in the bar. */
async function fill(): Promise<Ground> {
  const event = await storeEvent(db, { eventName: 'Tulsa Workshop', eventSlug: 'tulsa', heroTitle: 'Fix it' })
  await storeMenu(db)
  const made = { vendorName: 'Gauge', description: 'Meters' }
  const [vendor] = await db.insert(vendorLibrary).values(made).returning()
  const [member] = await db.insert(teamLibrary).values({ fullName: 'Ada', title: 'Trainer', bio: 'Mills' }).returning()
  const [location] = await db.insert(locationLibrary).values({ venueName: 'Hall', city: 'Tulsa' }).returning()
  const [template] = await db.insert(agendaTemplateGroups).values({ groupName: 'One day' }).returning()
  const [item] = await db.select().from(menuItems).where(eq(menuItems.label, 'Events'))
  if (!vendor || !member || !location || !template || !item) throw new Error('nothing was stored')
  await db.insert(eventVendors).values({ eventId: event, vendorLibraryId: vendor.id, displayOrder: 1 })
  await db.insert(eventTeam).values({ eventId: event, teamLibraryId: member.id, displayOrder: 1 })
  await saveSetting(db, 'partner_contact', { value: { name: 'Kim', email: null, phone: null }, version: null }, ADA)
  const ids = { vendor: vendor.id, member: member.id, location: location.id, template: template.id, item: item.id }
  return { event, ...ids, ...(await fillContent(event)) }
}

/** Two blocks of which a published page has the first, and a slot of the event the second. */
async function fillContent(event: string): Promise<Record<Content, string>> {
  const block = async (markdown: string) => {
    const body = { schemaVersion: 1 as const, heading: '', markdown }
    const made = { id: randomUUID(), kind: 'text' as const, title: markdown, tags: [], isActive: true, body }
    return (await createBlock(db, made, ADA)).item.id
  }
  const [text, second] = [await block('Bring gloves'), await block('Bring boots')]
  const made = { id: randomUUID(), slug: 'about', title: 'About', metaTitle: null, metaDescription: null }
  const page = (await createPage(db, { ...made, isPublished: true }, ADA)).item.id
  await changePlace(db, { place: { pageId: page }, blockIds: [text], seen: [] }, ADA)
  await changePlace(db, { place: { slot: 'bring', eventId: event }, blockIds: [second], seen: [] }, ADA)
  return { text, second, page }
}

/** What the static pages say, without what counts changes. */
async function publicContent() {
  return contentOf(await readSite(db, NOON))
}

function contentOf({ revision: _revision, events, featured: _featured, pages, ...rest }: Site) {
  const said = events.map(({ event: { version: _version, updatedAt: _updatedAt, ...event }, ...parts }) => ({
    ...event,
    ...parts,
  }))
  return { ...rest, events: said, pages: pages.map(({ updatedAt: _updatedAt, ...page }) => page) }
}

const everyKind = () =>
  [
    { type: 'event', id: ground.event, fields: { heroTitle: 'Mend it', earlyBirdPrice: 350 } },
    { type: 'vendor', id: ground.vendor, fields: { description: 'Meters and gauges' } },
    { type: 'team_member', id: ground.member, fields: { title: 'Lead trainer' } },
    { type: 'location', id: ground.location, fields: { notes: 'Park behind' } },
    {
      type: 'agenda_template',
      id: ground.template,
      fields: { items: [{ timeSlot: '8am', title: 'Start', description: null }] },
    },
    { type: 'content_block', id: ground.text, fields: { 'body.markdown': 'Bring **gloves** and goggles' } },
    { type: 'content_page', id: ground.page, fields: { title: 'About us', blockIds: [ground.second, ground.text] } },
    { type: 'content_place', id: `bring ${ground.event}`, fields: { blockIds: [ground.text] } },
    { type: 'content_place', id: 'terms', fields: { blockIds: [ground.second] } },
    { type: 'site_copy', id: 'about.mission', fields: { text: 'Less noise' } },
    { type: 'menu-item', id: ground.item, fields: { label: 'Workshops' } },
    { type: 'setting', id: 'partner_contact', fields: { name: 'Robin' } },
  ] as const

describe('publishing a set', () => {
  test('changes every kind of record in one revision with one build, and rolling back restores what pages say', async () => {
    const before = await publicContent()
    const revision = await readContentVersion(db)
    const set = await aSet(db, 'Spring', everyKind())
    expect(await publicContent()).toEqual(before)
    const previewed = await readSite(db, NOON, { overlay: await readOverlay(db, set) })

    expect(await publish(db, set)).toEqual({ item: { id: set }, revision: revision + 1 })
    const after = await publicContent()
    expect(after).not.toEqual(before)
    expect(after.events[0]).toMatchObject({ heroTitle: 'Mend it', earlyBirdPrice: 350 })
    expect(after.events[0]?.vendors).toMatchObject([{ description: 'Meters and gauges' }])
    expect(after.partnerContact).toMatchObject({ name: 'Robin' })
    expect(after.pages).toMatchObject([{ title: 'About us', blocks: [{ id: ground.second }, { id: ground.text }] }])
    expect(after.events[0]?.content?.slots).toMatchObject({
      bring: [{ id: ground.text, html: '<p>Bring <strong>gloves</strong> and goggles</p>' }],
      terms: [{ id: ground.second }],
    })
    expect(after.copy).toEqual({ 'about.mission': 'Less noise' })
    // What the preview showed is what is live.
    expect(contentOf(previewed)).toEqual(after)
    const builds = await db
      .select()
      .from(siteBuilds)
      .where(eq(siteBuilds.revision, revision + 1))
    expect(builds).toMatchObject([{ reason: 'published change set Spring' }])
    const entries = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(sql`${auditLog.after} ->> 'changeSet' = ${set}`)
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'agenda_template.update',
      'content_block.update',
      'content_page.update',
      'content_place.update',
      'content_place.update',
      'content_place.update',
      'event.update',
      'location.update',
      'menu-item.update',
      'setting.update',
      'site_copy.update',
      'team_member.update',
      'vendor.update',
    ])

    const back = await rollbackOf(db, set)
    await publish(db, back.id)
    expect(await publicContent()).toEqual(before)
    expect((await stored(db, set)).state).toBe('rolled_back')
    expect((await stored(db, back.id)).state).toBe('published')
  })

  test('keeps what somebody else has changed, and stops only at a field that both changed', async () => {
    const edit = { type: 'vendor', id: ground.vendor } as const
    const set = await aSet(db, 'Mine', [{ ...edit, fields: { description: 'Mine', tags: 'mine' } }])
    const save = async (fields: object) => {
      const [row] = await db.select().from(vendorLibrary).where(eq(vendorLibrary.id, ground.vendor))
      if (!row) throw new Error('no vendor')
      const { id, createdAt: _createdAt, updatedAt: _updatedAt, ...value } = row
      await updateVendor(db, id, { ...value, ...fields }, BEN)
    }
    await save({ contactName: 'Kim' })
    expect((await readChangeSet(db, set, { viewerId: ADA.id, now: NOON })).changeItems[0]).toMatchObject({
      changedSince: ['Contact name'],
      refusal: null,
    })
    await save({ description: 'Theirs' })
    const refused = 'Gauge: somebody else has changed Description too. Choose which value to keep.'
    await expect(publish(db, set)).rejects.toThrow(refused)
    const shown = await readChangeSet(db, set, { viewerId: ADA.id, now: NOON })
    const [item] = shown.changeItems
    expect(item?.changes.find(({ field }) => field === 'description')).toEqual({
      field: 'description',
      name: 'Description',
      before: 'Meters',
      after: 'Mine',
      now: 'Theirs',
      isConflict: true,
    })
    const key = { setId: set, itemId: item?.id ?? '' }
    const version = item?.version ?? 0
    await expect(resolveItem(db, key, { choices: {}, version }, ADA)).rejects.toThrow('Choose a value for Description.')
    await resolveItem(db, key, { choices: { description: 'theirs' }, version }, ADA)
    await publish(db, set)
    const [row] = await db.select().from(vendorLibrary).where(eq(vendorLibrary.id, ground.vendor))
    expect(row).toMatchObject({ description: 'Theirs', tags: 'mine', contactName: 'Kim' })
  })

  test('writes nothing if one record is refused', async () => {
    const before = await publicContent()
    const set = await aSet(db, 'Broken', everyKind())
    // Valid when it was edited: the rule of the record counts when it goes live.
    await db
      .update(changeItems)
      .set({ after: sql`jsonb_set(after, '{heroTitle}', to_jsonb(repeat('x', 300)))` })
      .where(eq(changeItems.subjectType, 'event'))
    await expect(publish(db, set)).rejects.toThrow('Tulsa Workshop: Hero title must be at most 200 characters')
    expect(await publicContent()).toEqual(before)
    expect((await stored(db, set)).state).toBe('open')
  })

  test('refuses a set that changed since it was read, and a second publication', async () => {
    const set = await aSet(db, 'Once', everyKind())
    const { version } = await stored(db, set)
    const { checkedAt: readAt } = await checkSet(db, set, checking)
    const by = { ...checking, actor: ADA, rules }
    await expect(publishSet(db, set, { version: version - 1, readAt }, by)).rejects.toThrow(STALE)
    const both = await Promise.allSettled([1, 2].map(() => publishSet(db, set, { version, readAt }, by)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a rollback keeps what was changed after it, and names a field that it would overwrite', async () => {
    const set = await aSet(db, 'First', [
      { type: 'event', id: ground.event, fields: { heroTitle: 'One', city: 'Tulsa' } },
    ])
    await publish(db, set)
    await publish(
      db,
      await aSet(db, 'Second', [{ type: 'event', id: ground.event, fields: { city: 'Dallas', state: 'TX' } }]),
    )
    const back = await rollbackOf(db, set)
    await expect(publish(db, back.id)).rejects.toThrow('Tulsa Workshop: somebody else has changed City too.')
    const { changeItems: items } = await readChangeSet(db, back.id, { viewerId: ADA.id, now: NOON })
    const [item] = items
    const choice = { choices: { city: 'theirs' as const }, version: item?.version ?? 0 }
    await resolveItem(db, { setId: back.id, itemId: item?.id ?? '' }, choice, ADA)
    await publish(db, back.id)
    const [event] = await db.select().from(eventConfig).where(eq(eventConfig.id, ground.event))
    expect(event).toMatchObject({ heroTitle: 'Fix it', city: 'Dallas', state: 'TX' })
  })
})

test('publishing takes few statements for each record, so that saves of others do not wait for long', async () => {
  const asked: string[] = []
  const pool = new pg.Pool({ connectionString: opened.url, max: 1 })
  const logger = { logQuery: (query: string) => void asked.push(query) }
  const counted = drizzle(pool, { schema, casing: 'snake_case', logger })
  const count = async (records: number) => {
    const made = Array.from({ length: records }, (_, n) => ({ vendorName: `Meter ${n}`, description: 'Reads' }))
    const rows = await db.insert(vendorLibrary).values(made).returning()
    const edits = rows.map(({ id }) => ({ type: 'vendor' as const, id, fields: { description: 'Reads all' } }))
    const set = await aSet(db, `${records} records`, edits)
    asked.length = 0
    await publish(counted, set)
    const ids = rows.map(({ id }) => id)
    expect(await db.$count(auditLog, inArray(auditLog.subjectId, ids))).toBe(records)
    return asked.length
  }
  const one = await count(1)
  const many = await count(20)
  await pool.end()
  // A savepoint and its end, the lock, whether a page shows it, the update, and the reading of it.
  expect(many - one).toBeLessThanOrEqual(19 * 6)
})

test('of two sets on one block or page the later keeps what the earlier changed, or a field is named', async () => {
  const { text, second, page } = ground
  const edits = [
    [{ type: 'content_block', id: text, fields: { 'body.heading': 'Clothes' } }, { 'body.markdown': 'Bring boots' }],
    [{ type: 'content_page', id: page, fields: { title: 'About us' } }, { blockIds: [second] }],
  ] as const
  const [block, own] = edits
  for (const [first, others] of [block, own]) {
    const sets = [await aSet(db, 'One', [first]), await aSet(db, 'Two', [{ ...first, fields: others }])]
    for (const set of sets.toReversed()) await publish(db, set)
  }
  const site = await publicContent()
  expect(site.pages).toMatchObject([{ title: 'About us', blocks: [{ id: second }] }])
  const [stored] = await db.select().from(contentBlocks).where(eq(contentBlocks.id, text))
  expect(stored).toMatchObject({
    body: { heading: 'Clothes', markdown: 'Bring boots' },
    html: '<p>Bring boots</p>',
    title: 'Bring gloves',
  })
  const clashing = [
    ['content_block', text, 'body.heading', 'Bring gloves: somebody else has changed Heading too.'],
    [
      'content_place',
      'terms',
      'blockIds',
      'Refund and substitution of every event: somebody else has changed Blocks too.',
    ],
    [
      'site_copy',
      'footer.text',
      'text',
      'Below the name of the site (Footer of every page): somebody else has changed Text too.',
    ],
  ] as const
  for (const [type, id, field, refused] of clashing) {
    const value = (words: string, ids: string[]) => ({ [field]: field === 'blockIds' ? ids : words })
    const one = await aSet(db, 'One', [{ type, id, fields: value('One', [text]) }])
    const two = await aSet(db, 'Two', [{ type, id, fields: value('Two', [second]) }])
    await publish(db, one)
    await expect(publish(db, two)).rejects.toThrow(refused)
  }
})

test('two sets on one event give the same text in both orders, or a named conflict', async () => {
  const fields = ['heroTitle', 'city', 'state', 'venueName', 'metaTitle'] as const
  const edit = fc.dictionary(fc.constantFrom(...fields), fc.constantFrom('a', 'b', null), { minKeys: 1 })
  const outcome = async (first: object, second: object) => {
    const id = await storeEvent(db, { heroTitle: 'Fix it', city: 'Tulsa' })
    const at = { type: 'event', id } as const
    const sets = [
      await aSet(db, 'One', [{ ...at, fields: { ...first } }]),
      await aSet(db, 'Two', [{ ...at, fields: { ...second } }]),
    ]
    return { id, sets }
  }
  const publishBoth = async (id: string, order: readonly string[]) => {
    try {
      for (const set of order) await publish(db, set)
    } catch (fault) {
      return String(fault).replace(/^.*too\. /, '')
    }
    const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, id))
    return Object.fromEntries(fields.map((field) => [field, row?.[field]]))
  }
  await fc.assert(
    fc.asyncProperty(edit, edit, async (one, two) => {
      const [a, b] = [await outcome(one, two), await outcome(one, two)]
      const forth = await publishBoth(a.id, a.sets)
      const back = await publishBoth(b.id, b.sets.toReversed())
      expect(back).toEqual(forth)
    }),
    { numRuns: atScale(12, 200) },
  )
}, 600_000)

test('a record that an open set changes cannot be deleted, and the refusal names the set', async () => {
  const set = await aSet(db, 'Summer', everyKind())
  const refused = /is part of the change set Summer\. Remove it there first\./
  const { event, vendor, member, location, template, item, text, second, page } = ground
  await db.delete(eventTeam)
  await db.delete(eventVendors)
  await expect(deleteEvent(db, event, 1, ADA)).rejects.toThrow(refused)
  await expect(deleteVendor(db, vendor, 1, ADA)).rejects.toThrow(refused)
  await expect(deleteTeamMember(db, member, 1, ADA)).rejects.toThrow(refused)
  await expect(deleteLocation(db, location, 1, ADA)).rejects.toThrow(refused)
  await expect(deleteAgendaTemplate(db, template, 1, ADA)).rejects.toThrow(refused)
  await expect(deleteMenuItem(db, item, ADA)).rejects.toThrow(refused)
  await expect(deletePage(db, page, 1, ADA)).rejects.toThrow(refused)
  await db.delete(contentSlots)
  // The set puts the second block somewhere, and changes the first.
  for (const block of [text, second]) await expect(deleteBlock(db, block, 1, ADA)).rejects.toThrow(refused)
  await db.delete(changeItems).where(inArray(changeItems.subjectType, ['event', 'content_page']))
  await expect(deleteEvent(db, event, 1, ADA)).rejects.toThrow(refused)
  await db.delete(changeItems).where(eq(changeItems.subjectType, 'content_place'))
  await publish(db, set)
  await expect(deleteVendor(db, vendor, 2, ADA)).resolves.toMatchObject({ id: vendor })
  // Its rollback says so.
  await expect(publish(db, (await rollbackOf(db, set)).id)).rejects.toThrow(
    'Gauge was deleted. Remove it from the set.',
  )
})

describe('a review', () => {
  const require = () => saveSetting(db, 'content_review', { value: { is_required: true }, version: null }, ADA)

  test('is given by somebody who has not changed the set, and an edit voids it', async () => {
    await require()
    const set = await aSet(db, 'Reviewed', [{ type: 'menu-item', id: ground.item, fields: { label: 'Dates' } }])
    const versionOf = async () => (await stored(db, set)).version
    await expect(publish(db, set)).rejects.toThrow(NOT_APPROVED)
    await askForReview(db, set, await versionOf(), ADA)
    await expect(approveSet(db, set, await versionOf(), { actor: ADA, now: NOON })).rejects.toThrow(OWN_APPROVAL)
    await approveSet(db, set, await versionOf(), { actor: BEN, now: NOON })
    await edited(db, set, { type: 'vendor', id: ground.vendor, fields: { tags: 'late' } })
    expect(await stored(db, set)).toMatchObject({ state: 'in_review', approvedBy: null })
    await expect(publish(db, set)).rejects.toThrow(NOT_APPROVED)
    await approveSet(db, set, await versionOf(), { actor: BEN, now: NOON })
    await publish(db, set)
    // What was live before needs no approval.
    await publish(db, (await rollbackOf(db, set)).id)
  })

  test('a rollback, which needs none, takes no other text: no record is added or edited', async () => {
    const edits = [
      { type: 'menu-item', id: ground.item, fields: { label: 'Dates' } },
      { type: 'vendor', id: ground.vendor, fields: { description: 'Mine' } },
    ] as const
    const set = await aSet(db, 'Reviewed', edits)
    await publish(db, set)
    await require()
    const { id } = await rollbackOf(db, set)
    const itemsOf = async () => (await readChangeSet(db, id, { viewerId: ADA.id, now: NOON })).changeItems
    const event = { type: 'event', id: ground.event, fields: { heroTitle: 'Anything' } } as const
    await expect(edited(db, id, event)).rejects.toThrow(ROLLBACK_FIXED)
    const [item, other] = await itemsOf()
    if (!item || !other) throw new Error('no items')
    const key = { setId: id, itemId: item.id }
    const input = { value: { ...item.value, label: 'Anything' }, version: item.version }
    await expect(saveItem(db, key, input, { actor: ADA, rules })).rejects.toThrow(ROLLBACK_FIXED)

    // Choosing between what was live before and what is live now is possible, and so is taking records out.
    await db.update(menuItems).set({ label: 'Calendar' }).where(eq(menuItems.id, ground.item))
    const choice = { choices: { label: 'mine' as const }, version: item.version }
    await resolveItem(db, key, choice, ADA)
    await removeItem(db, { setId: id, itemId: other.id }, other.version, ADA)
    const [left] = await itemsOf()
    await publish(db, id)
    expect(left?.value).toMatchObject({ label: 'Events' })
    const [row] = await db.select().from(menuItems).where(eq(menuItems.id, ground.item))
    expect(row).toMatchObject({ label: 'Events' })
  })

  test('a scheduled set is locked', async () => {
    const set = await aSet(db, 'Locked', [{ type: 'menu-item', id: ground.item, fields: { label: 'Dates' } }])
    await db
      .update(changeSets)
      .set({ state: 'scheduled', publishAt: new Date(NOON), publishZone: 'UTC' })
      .where(eq(changeSets.id, set))
    await expect(edited(db, set, { type: 'vendor', id: ground.vendor, fields: { tags: 'x' } })).rejects.toThrow(
      SET_LOCKED,
    )
  })
})
