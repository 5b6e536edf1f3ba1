import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { auditLog, siteBuilds } from '#db/schema/site.ts'
import { parseCommand } from '#netlify/local/event-command.ts'
import { SLUG_RESERVED, slugRedirects, slugTaken } from '#src/contract/slug.ts'
import { listEvents } from '#src/domain/events/list-events.ts'
import { publishEvent, unpublishEvent } from '#src/domain/events/publish-event.ts'
import { renameEvent } from '#src/domain/events/update-event.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addEvent, revisionOf, wishes } from './event-rows.ts'

const editor = { id: 'cli', requestId: 'r-1' }

describe('event commands', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  test('publishing changes the event, the audit log and the queue together', async () => {
    const { db } = opened
    const id = await addEvent(db, 'publish-me')
    const before = await revisionOf(db)
    const { item: event, revision } = await publishEvent(db, 'publish-me', editor)
    expect(event).toMatchObject({ isPublished: true, version: 2 })
    expect(revision).toBe(before + 1)
    expect(await revisionOf(db)).toBe(revision)
    expect(await wishes(db)).toContain(`${revision} queued published publish-me`)
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(entry).toMatchObject({ actor: 'cli', action: 'event.publish', requestId: 'r-1' })
    expect(entry?.before).toMatchObject({ isPublished: false, eventSlug: 'publish-me' })
    expect(entry?.after).toMatchObject({ isPublished: true })
  })

  test('the shell lists what the checks found, and publishes in spite of warnings only if it is told to', async () => {
    const { db } = opened
    await addEvent(db, 'by-shell')
    await db.update(eventConfig).set({ heroTitle: 'Find the the fault' }).where(eq(eventConfig.eventSlug, 'by-shell'))
    const run = (...words: string[]) =>
      parseCommand(['publish', 'by-shell', ...words], 'https://workshops.example')?.(db)
    await expect(run()).rejects.toThrow(
      /^1 warning\..*\nWarning: Event .*“the the” has a word twice\.\n.*--accept-warnings/,
    )
    expect(await run('--accept-warnings')).toMatchObject({ slug: 'by-shell', revision: await revisionOf(db) })
    expect(run('--force')).toBeUndefined()
  })

  test('publishing twice is publishing once, and so is unpublishing', async () => {
    const { db } = opened
    await addEvent(db, 'twice-over')
    await publishEvent(db, 'twice-over', editor)
    const published = await revisionOf(db)
    expect((await publishEvent(db, 'twice-over', editor)).revision).toBeNull()
    expect(await revisionOf(db)).toBe(published)
    expect((await unpublishEvent(db, 'twice-over', editor)).revision).toBe(published + 1)
    expect((await unpublishEvent(db, 'twice-over', editor)).revision).toBeNull()
    expect(await revisionOf(db)).toBe(published + 1)
  })

  test('the first publication is kept, whatever becomes of the event', async () => {
    const { db } = opened
    const id = await addEvent(db, 'since-then')
    const publishedAt = async () =>
      (await db.select({ at: eventConfig.publishedAt }).from(eventConfig).where(eq(eventConfig.id, id)))[0]?.at
    expect(await publishedAt()).toBeNull()
    const { item: event } = await publishEvent(db, 'since-then', editor)
    const first = await publishedAt()
    expect(first?.getTime()).toBe(event.publishedAt)
    await unpublishEvent(db, 'since-then', editor)
    await publishEvent(db, 'since-then', editor)
    expect(await publishedAt()).toEqual(first)
  })

  test('an event that is made published has a time of publication too', async () => {
    const { db } = opened
    await addEvent(db, 'born-public', { isPublished: true })
    const rows = await db.select().from(eventConfig).where(eq(eventConfig.eventSlug, 'born-public'))
    expect(rows.map(({ publishedAt }) => publishedAt)).toEqual([expect.any(Date)])
  })

  test('an incomplete event is refused with what it needs, and nothing changes', async () => {
    const { db } = opened
    await addEvent(db, 'half-done', {
      registrationUrl: null,
      eventTimezone: 'Mars/Olympus',
      eventDate: 'infinity',
      eventTimeStart: '09:00',
    })
    const before = await revisionOf(db)
    await expect(publishEvent(db, 'half-done', editor)).rejects.toMatchObject({
      kind: 'invalid',
      message:
        'half-done cannot be published yet. It needs a registration URL, a date that exists, a known time zone and both a start and an end time.',
    })
    expect(await revisionOf(db)).toBe(before)
  })

  test('an unknown or missing slug is refused', async () => {
    const { db } = opened
    await expect(publishEvent(db, 'no-such-event', editor)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(unpublishEvent(db, ' ', editor)).rejects.toThrow('Slug is required')
  })

  test('a change that fails leaves no revision and no wish behind', async () => {
    const { db } = opened
    const before = await revisionOf(db)
    const queued = (await db.select().from(siteBuilds)).length
    const failing = db.transaction(async (tx) => {
      await touchContent(tx, 'doomed', editor)
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect(await revisionOf(db)).toBe(before)
    expect((await db.select().from(siteBuilds)).length).toBe(queued)
  })

  test('renaming keeps every earlier slug as a redirect to the event, and renaming back takes it away', async () => {
    const { db } = opened
    const id = await addEvent(db, 'first-name')
    await renameEvent(db, 'first-name', 'second-name', editor)
    await renameEvent(db, 'second-name', 'third-name', editor)
    const redirects = () => db.select().from(eventSlugRedirects).where(eq(eventSlugRedirects.eventId, id))
    expect((await redirects()).map((row) => row.oldSlug).sort()).toEqual(['first-name', 'second-name'])
    const { item: event, revision } = await renameEvent(db, 'third-name', 'first-name', editor)
    expect(event.eventSlug).toBe('first-name')
    expect(revision).toBe(await revisionOf(db))
    expect((await redirects()).map((row) => row.oldSlug).sort()).toEqual(['second-name', 'third-name'])
    expect((await renameEvent(db, 'first-name', 'first-name', editor)).revision).toBeNull()
  })

  test('a slug that another event has or had is refused, and so is an unfit one', async () => {
    const { db } = opened
    await addEvent(db, 'the-owner')
    await addEvent(db, 'the-comer')
    await renameEvent(db, 'the-owner', 'the-owner-2', editor)
    const before = await revisionOf(db)
    const rename = (slug: string) => renameEvent(db, 'the-comer', slug, editor)
    await expect(rename('the-owner-2')).rejects.toThrow(slugTaken('the-owner-2'))
    await expect(rename('the-owner')).rejects.toThrow(slugRedirects('the-owner', 'the-owner-2'))
    await expect(rename('Not OK')).rejects.toMatchObject({ kind: 'invalid', field: 'eventSlug' })
    await expect(rename('setup')).rejects.toThrow(SLUG_RESERVED)
    expect(await revisionOf(db)).toBe(before)
  })

  test('the list pages through every event once, latest first', async () => {
    const { db } = opened
    for (let day = 1; day <= 9; day += 1) await addEvent(db, `paged-${day}`, { eventDate: `2030-01-0${(day % 3) + 1}` })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listEvents(db, { limit: 4, ...(cursor && { cursor }) })
      expect(page.items.length).toBeLessThanOrEqual(4)
      seen.push(...page.items.map((event) => `${event.eventDate} ${event.id}`))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(9)
    expect(
      seen
        .filter((line) => line.startsWith('2030'))
        .toSorted()
        .toReversed(),
    ).toEqual(seen.filter((line) => line.startsWith('2030')))
    expect((await listEvents(db, { limit: 1000 })).nextCursor).toBeNull()
    await expect(listEvents(db, { cursor: 'made-up' })).rejects.toThrow('This cursor is not one of ours')
  })
})
