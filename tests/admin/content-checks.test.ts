import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkChecks } from '#db/schema/content-checks.ts'
import { menuItems } from '#db/schema/site.ts'
import type { ContentChecks } from '#src/contract/content-check.ts'
import { REGISTRATION_ORIGIN } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { expectAdminsOnly, siteAdminApi } from './site-admin-api.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

const keysOf = ({ findings }: Pick<ContentChecks, 'findings'>) => findings.map(({ key, field }) => [key, field])
const draft = {
  ...{ eventSlug: 'reno-2027', eventName: 'Reno Reliability Workshop', eventDate: '2027-03-04' },
  ...{ eventTimeStart: '08:30', eventTimeEnd: '15:45', registrationUrl: `${REGISTRATION_ORIGIN}/reno` },
  earlyBirdPrice: 395,
}

test('the whole site is checked, one event, and one that is not stored yet; admins alone see it', async () => {
  const { db } = opened
  const { ask, send } = await siteAdminApi(db)
  const registrationUrl = 'https://register.gauge.com/tulsa'
  const id = await storeEvent(db, { registrationUrl, heroSubtitle: 'Meet us on March 3.', eventSlug: 'tulsa-2027' })
  await storeEvent(db, { eventDate: '2026-01-21', earlyBirdDeadline: null, heroSubtitle: 'Over and and done' })
  await storeEvent(db, { isPublished: false, heroSubtitle: 'Not not yet', eventSlug: 'draft-2027' })
  await db.insert(menuItems).values({ label: 'Draft', href: '/event/draft-2027' })
  const checkedAt = new Date('2026-11-19T12:00:00Z')
  await db
    .insert(linkChecks)
    .values({ url: registrationUrl, status: 'gone', reason: 'is not there: HTTP 404', checkedAt, fails: 2 })
  const site = await ask<ContentChecks>('GET', 'content-checks')
  expect(keysOf(site)).toEqual([
    ['link.inside', 'href'],
    ['link.outside', 'registrationUrl'],
    ['fact.date', 'heroSubtitle'],
  ])
  expect(site.findings[2]).toMatchObject({ level: 'warning', href: `/admin/event/setup?id=${id}#heroSubtitle` })
  expect(site.outside).toMatchObject({ links: 1, waiting: 0, unknown: [] })
  expect(keysOf(await ask('GET', `content-checks/events/${id}`))).toHaveLength(2)
  const event = { ...draft, heroTitle: 'Find the the fault' }
  const fresh = crypto.randomUUID()
  expect(keysOf(await ask('POST', 'content-checks', { id: fresh, event }))).toEqual([['text.repeated', 'heroTitle']])
  const mended = { ...draft, heroSubtitle: 'Meet us on March 4.' }
  expect(keysOf(await ask('POST', 'content-checks', { id, event: mended }))).toEqual([])
  expect((await send('GET', `content-checks/events/${fresh}`)).status).toBe(404)
  expect((await send('POST', 'content-checks', { id: fresh, event: { ...draft, eventName: '' } })).status).toBe(400)
  await expectAdminsOnly(db, [
    ['GET', 'content-checks'],
    ['GET', `content-checks/events/${id}`],
    ['POST', 'content-checks', { id, event: draft }],
  ])
})
