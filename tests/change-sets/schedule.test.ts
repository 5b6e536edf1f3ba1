import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { eventConfig } from '#db/schema/events.ts'
import { outbox } from '#db/schema/security.ts'
import { siteBuilds } from '#db/schema/site.ts'
import {
  MISSED_AFTER,
  ROLLBACK_FIXED,
  TIME_NOT_SHOWN,
  TIME_PAST,
  TIME_TOO_FAR,
  TRIED_AGAIN,
} from '#src/contract/change-set.ts'
import { checkSet } from '#src/domain/change-sets/check-set.ts'
import { resolveItem } from '#src/domain/change-sets/edit-set.ts'
import { countStoppedSets } from '#src/domain/change-sets/open-sets.ts'
import { readChangeSet } from '#src/domain/change-sets/read-change-sets.ts'
import { publishDueSets, scheduleSet, unscheduleSet } from '#src/domain/change-sets/schedule-set.ts'
import { updateEvent } from '#src/domain/events/update-event.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { NOON } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADA, aSet, BEN, checking, edited, publish, rollbackOf, rules, site, stored } from './set-ground.ts'

const HOUR = 3_600_000
const AT = NOON + HOUR

let opened: TestDb
let db: Db
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
  await preparePerson(db, { level: 1, approval: 'approved', roles: ['owner'] })
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [changeItems, changeSets, outbox, siteBuilds, eventConfig]) await db.delete(table)
})

/** A set that is scheduled, in an hour unless said otherwise, and the event that it changes. */
async function scheduled(at = AT): Promise<{ set: string; event: string }> {
  const event = await storeEvent(db, { heroTitle: 'Fix it' })
  const set = await aSet(db, 'Tomorrow', [{ type: 'event', id: event, fields: { heroTitle: 'Mend it' } }])
  await schedule(set, at)
  return { set, event }
}

async function schedule(set: string, at = AT): Promise<void> {
  const wall = new Date(at).toISOString()
  const { version } = await stored(db, set)
  const { checkedAt: readAt } = await checkSet(db, set, checking)
  const input = { day: wall.slice(0, 10), clock: wall.slice(11, 16), zone: 'UTC', at, readAt, version }
  await scheduleSet(db, set, input, { ...checking, actor: ADA })
}

const tick = (now: number) => publishDueSets(db, { now, rules, site, timeLeft: () => 1_000 })
const titleOf = async (event: string) =>
  (await db.select().from(eventConfig).where(eq(eventConfig.id, event)))[0]?.heroTitle
const mails = () =>
  db
    .select()
    .from(outbox)
    .where(inArray(outbox.template, ['change-set-stopped']))

describe('a scheduled set', () => {
  test('goes live at its minute and not before, once, with two runs in the same second', async () => {
    const { set, event } = await scheduled()
    expect(await tick(AT - 1_000)).toMatchObject({ published: 0 })
    const runs = await Promise.all([tick(AT + 20), tick(AT + 20), tick(AT + 20)])
    expect(runs.map(({ published }) => published).toSorted()).toEqual([0, 0, 1])
    expect(await titleOf(event)).toBe('Mend it')
    expect(await stored(db, set)).toMatchObject({ state: 'published', publishedBy: 'schedule' })
    expect(await db.$count(siteBuilds)).toBe(1)
    expect(await mails()).toEqual([])
  })

  test('that is late after an outage is not published: it asks', async () => {
    const { set, event } = await scheduled()
    expect(await tick(AT + MISSED_AFTER + 1)).toMatchObject({ published: 0, missed: 1, revision: null })
    expect(await titleOf(event)).toBe('Fix it')
    expect(await stored(db, set)).toMatchObject({ state: 'missed', fault: expect.stringContaining('did not run') })
    expect(await countStoppedSets(db)).toBe(1)
    expect(await mails()).toMatchObject([{ subject: 'Change set missed its time: Tomorrow' }])
    expect(await tick(AT + MISSED_AFTER + 2)).toMatchObject({ missed: 0 })
  })

  test('that is a few minutes late still goes live', async () => {
    const { event } = await scheduled()
    expect(await tick(AT + MISSED_AFTER)).toMatchObject({ published: 1 })
    expect(await titleOf(event)).toBe('Mend it')
  })

  test('that cannot be published fails with the reason, which is mailed, and holds up no other', async () => {
    const { set, event } = await scheduled()
    const other = await scheduled()
    const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, event))
    if (!row) throw new Error('no event')
    const { id, publishedAt: _at, createdAt: _made, updatedAt: _changed, createdBy: _by, ...fields } = row
    const { unpublishedRevision: _revision, ...input } = fields
    const theirs = { ...input, heroTitle: 'Theirs', eventTimeStart: '08:30', eventTimeEnd: '15:45' }
    await updateEvent(
      db,
      id,
      {
        ...theirs,
        registrationUrl: row.registrationUrl ?? '',
        earlyBirdPrice: 395,
        courseValue: 0 + (row.courseValue ?? 1),
      },
      BEN,
    )
    expect(await tick(AT)).toMatchObject({ published: 1, failed: 1 })
    expect(await stored(db, set)).toMatchObject({ state: 'failed', fault: expect.stringContaining('Hero title') })
    expect(await titleOf(event)).toBe('Theirs')
    expect(await titleOf(other.event)).toBe('Mend it')
    expect(await mails()).toMatchObject([{ subject: 'Change set could not be published: Tomorrow' }])
  })

  test('that a fault of the database stops holds up no other, and the run says so', async () => {
    const broken = await scheduled(AT - 120_000)
    const second = await scheduled(AT - 60_000)
    const other = await scheduled()
    const states = () => Promise.all([broken, second, other].map(async ({ set }) => (await stored(db, set)).state))
    await db.execute(sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'out of order'; end $$`)
    await db.execute(
      sql.raw(`create trigger refuse before update on event_config for each row
        when (new.id in ('${broken.event}', '${second.event}')) execute function refuse()`),
    )
    // The first fault takes all the time of its run.
    let looks = 0
    const short = { now: AT, rules, site, timeLeft: () => 1 - looks++ }
    await expect(publishDueSets(db, short)).rejects.toThrow('Failed query')
    expect(await states()).toEqual(['scheduled', 'scheduled', 'scheduled'])
    expect((await stored(db, broken.set)).fault).toBe(TRIED_AGAIN)
    looks = -1
    await expect(publishDueSets(db, short)).rejects.toThrow('Failed query')
    expect(await states()).toEqual(['scheduled', 'scheduled', 'published'])
    expect(await titleOf(other.event)).toBe('Mend it')

    await expect(tick(AT)).rejects.toThrow(AggregateError)
    await db.execute(sql`drop trigger refuse on event_config`)
    expect(await tick(AT)).toMatchObject({ published: 2 })
    expect(await stored(db, broken.set)).toMatchObject({ state: 'published', fault: null })
  })

  test('can be opened again, and is then not published', async () => {
    const { set, event } = await scheduled()
    await unscheduleSet(db, set, (await stored(db, set)).version, ADA)
    await tick(AT)
    expect(await titleOf(event)).toBe('Fix it')
    expect(await stored(db, set)).toMatchObject({ state: 'open', publishAt: null })
  })

  test('that takes another back waits again once its schedule is cancelled or it has failed', async () => {
    const event = await storeEvent(db, { heroTitle: 'Fix it' })
    const edit = { type: 'event', id: event, fields: { heroTitle: 'Mend it', city: 'Omaha' } } as const
    const published = await aSet(db, 'Now', [edit])
    await publish(db, published)
    const { id } = await rollbackOf(db, published)
    await schedule(id)
    await unscheduleSet(db, id, (await stored(db, id)).version, ADA)
    expect(await stored(db, id)).toMatchObject({ state: 'prepared', publishAt: null })
    const other = { ...edit, id: await storeEvent(db) }
    await expect(edited(db, id, other)).rejects.toThrow(ROLLBACK_FIXED)

    await schedule(id)
    await publish(db, await aSet(db, 'Other', [{ type: 'event', id: event, fields: { city: 'Dallas' } }]))
    expect(await tick(AT)).toMatchObject({ failed: 1 })
    const { changeItems: items } = await readChangeSet(db, id, { viewerId: ADA.id, now: NOON })
    const choice = { choices: { city: 'theirs' as const }, version: items[0]?.version ?? 0 }
    await resolveItem(db, { setId: id, itemId: items[0]?.id ?? '' }, choice, ADA)
    expect(await stored(db, id)).toMatchObject({ state: 'prepared', fault: null, publishAt: null })
  })

  test('is scheduled for a moment that its clock shows, ahead and within a year', async () => {
    const event = await storeEvent(db)
    const set = await aSet(db, 'Clock', [{ type: 'event', id: event, fields: { heroTitle: 'Mend it' } }])
    await expect(schedule(set, NOON - HOUR)).rejects.toThrow(TIME_PAST)
    await expect(schedule(set, NOON + 400 * 24 * HOUR)).rejects.toThrow(TIME_TOO_FAR)
    const { version } = await stored(db, set)
    const wrong = { day: '2026-11-20', clock: '20:00', zone: 'America/Chicago', at: AT, readAt: null, version }
    await expect(scheduleSet(db, set, wrong, { ...checking, actor: ADA })).rejects.toThrow(TIME_NOT_SHOWN)
  })
})
