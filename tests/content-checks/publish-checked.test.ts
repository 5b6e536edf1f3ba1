import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { eventAgenda, eventConfig, eventSlugRedirects, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { siteContent } from '#db/schema/site.ts'
import { findingCode } from '#src/contract/content-check.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import type { Problem } from '#src/contract/failure.ts'
import { type ChangedRecord, eventsApi, newEvent, savedAs } from '#tests/admin/event-api.ts'
import { problemOf, SITE_URL } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'

const WARNED = { heroSubtitle: 'Find the the fault' }

describe('an event is published only after its checks (decision 0065)', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    api = await eventsApi(db)
  })
  afterAll(() => opened.close())

  const draft = (changes: object = {}) => storeEvent(db, { isPublished: false, ...changes })
  const publish = (id: string, accepted: string[] = []) => api.send('POST', `${id}/publish`, { accepted })
  const refusalOf = async (answer: Response) => {
    expect(answer.status, await answer.clone().text()).toBe(422)
    const { code, findings = [] }: Problem = await problemOf(answer)
    expect(code).toBe('findings')
    return findings
  }

  test('errors stop it, whatever was accepted, and are answered with links to their fields', async () => {
    const id = await draft()
    const websiteUrl = `${SITE_URL}/event/nowhere`
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName: 'Gauge', websiteUrl }).returning()
    await db.insert(eventVendors).values({ eventId: id, vendorLibraryId: vendor?.id ?? '', displayOrder: 1 })
    const { asked } = api.builds
    const state = await fingerprint(db)
    const findings = await refusalOf(await publish(id))
    expect(findings).toMatchObject([
      { key: 'link.inside', level: 'error', href: `/admin/library/vendors?edit=${vendor?.id}#websiteUrl` },
    ])
    await refusalOf(await publish(id, findings.map(findingCode)))
    expect(await fingerprint(db)).toBe(state)
    expect(api.builds.asked).toBe(asked)
  })

  test('links to events are judged by the events that are there, under their slugs now and before', async () => {
    const id = await draft()
    const [published, hidden] = [
      await storeEvent(db, { eventSlug: 'now-2027' }),
      await draft({ eventSlug: 'hidden-2027' }),
    ]
    await db.insert(eventSlugRedirects).values([
      { oldSlug: 'before-2027', eventId: published },
      { oldSlug: 'hidden-before-2027', eventId: hidden },
    ])
    const paths = ['now-2027', 'before-2027', 'now-2027.ics', 'hidden-2027', 'hidden-before-2027', 'never-2027']
    for (const [at, path] of paths.entries()) {
      const vendor = { id: randomUUID(), vendorName: path, websiteUrl: `${SITE_URL}/event/${path}` }
      await db.insert(vendorLibrary).values(vendor)
      await db.insert(eventVendors).values({ eventId: id, vendorLibraryId: vendor.id, displayOrder: at + 1 })
    }
    const texts = (await refusalOf(await publish(id))).map(({ text }) => text)
    expect(texts).toEqual([
      expect.stringContaining('/event/hidden-2027, which is the page of an event that is not published'),
      expect.stringContaining('/event/hidden-before-2027, which is the page of an event that is not published'),
      expect.stringContaining('/event/never-2027, which is not a page of this site'),
    ])
  })

  test('warnings need to be accepted as they are; without findings one call publishes', async () => {
    const id = await draft(WARNED)
    const findings = await refusalOf(await publish(id))
    expect(findings).toMatchObject([{ key: 'text.repeated', href: `/admin/event/setup?id=${id}#heroSubtitle` }])
    const accepted = findings.map(findingCode)
    await db.update(eventConfig).set({ heroSubtitle: 'Find a a fault' }).where(eq(eventConfig.id, id))
    const others = await refusalOf(await publish(id, accepted))
    expect((await publish(id, others.map(findingCode))).status).toBe(200)
    expect((await publish(id)).status).toBe(200)
    expect((await publish(await draft())).status).toBe(200)
  })

  test('creating and saving an event that is published by it are judged the same way, and keep nothing when refused', async () => {
    const body = newEvent({ ...WARNED, isPublished: true })
    const findings = await refusalOf(await api.send('POST', '', body))
    expect((await api.send('GET', body.id)).status).toBe(404)
    const accepted = findings.map(findingCode)
    const { item } = await api.ask<ChangedRecord>(201, 'POST', '', { ...body, accepted })
    const id = await draft()
    const record = await api.read(id)
    await refusalOf(await api.send('PATCH', id, savedAs(record, { ...WARNED, isPublished: true })))
    expect(await api.read(id)).toEqual(record)
    // What is published already is edited without being judged.
    expect((await api.send('PATCH', item.id, savedAs(item, { heroTitle: 'The the title' }))).status).toBe(200)
  })

  test('an edit that comes between the press and the publication is judged with it', async () => {
    const id = await draft()
    const [slot] = await db
      .insert(eventAgenda)
      .values({ eventId: id, timeSlot: '8:30am', title: 'Welcome', displayOrder: 1 })
      .returning()
    const answer = await whileLocked(id, async (tx) => {
      const published = publish(id)
      await untilWaiting(tx)
      await tx
        .update(eventAgenda)
        .set({ title: 'Welcome welcome' })
        .where(eq(eventAgenda.id, slot?.id ?? ''))
      return { published }
    })
    expect(await refusalOf(await answer.published)).toMatchObject([{ key: 'text.repeated' }])
  })

  test('an event that somebody unpublished while it was being saved is judged again', async () => {
    const id = await storeEvent(db, WARNED)
    const record: EventRecord = await api.read(id)
    const body = savedAs({ ...record, version: record.version + 1 }, { heroTitle: 'A title', isPublished: true })
    const answer = await whileLocked(id, async (tx) => {
      const saved = api.send('PATCH', id, body)
      await untilWaiting(tx)
      await tx
        .update(eventConfig)
        .set({ isPublished: false, version: record.version + 1 })
        .where(eq(eventConfig.id, id))
      return { saved }
    })
    expect(await refusalOf(await answer.saved)).toMatchObject([{ key: 'text.repeated' }])
  })

  /** Runs `work` in a transaction of another connection that holds the event and all content, as an editor's change does. */
  async function whileLocked<T>(id: string, work: (tx: Db) => Promise<T>): Promise<T> {
    const other = openDb(opened.url)
    try {
      return await other.db.transaction(async (tx) => {
        await tx.select().from(eventConfig).where(eq(eventConfig.id, id)).for('update')
        await tx.select().from(siteContent).for('update')
        return work(tx)
      })
    } finally {
      await other.close()
    }
  }

  async function untilWaiting(tx: Db): Promise<void> {
    const waits = sql`(select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`
    await expect.poll(() => tx.$count(waits)).toBeGreaterThan(0)
  }
})

test('a finding is named by its subject and its words', () => {
  const subject = { type: 'event', id: randomUUID(), label: 'A' } as const
  const one = { key: 'text.repeated', subject, text: 'A “the the”.' } as const
  expect(findingCode(one)).toMatch(/^text\.repeated-[0-9a-z]{1,7}$/)
  expect(findingCode({ ...one })).toBe(findingCode(one))
  expect(findingCode({ ...one, text: 'A “a a”.' })).not.toBe(findingCode(one))
  expect(findingCode({ ...one, subject: { ...subject, id: randomUUID() } })).not.toBe(findingCode(one))
})
