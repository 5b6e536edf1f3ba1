import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailAlerts } from '#db/schema/deliveries.ts'
import { eventAgenda, eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorProposals } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import type { Dashboard } from '#src/contract/dashboard.ts'
import type { Role } from '#src/contract/viewer.ts'
import { NOON } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storePlannedMail, storeRule } from '#tests/support/mail-rows.ts'
import { siteAdminApi, someone } from './site-admin-api.ts'

/** The day and, in Chicago, the time at which these tests take place. */
const [TODAY, NOW] = ['2026-11-20', '12:00']

describe('the dashboard', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  beforeEach(() => opened.db.delete(eventConfig))
  afterAll(() => opened.close())

  const dashboard = async (role: Role): Promise<Dashboard> =>
    (await siteAdminApi(opened.db, someone(role))).ask('GET', 'dashboard')

  test('names the moments at which published pages change from now on, the soonest first', async () => {
    await storeEvent(opened.db, { eventName: 'Next year' })
    await storeEvent(opened.db, { eventName: 'A draft', isPublished: false })
    await storeEvent(opened.db, { eventName: 'Cancelled', status: 'cancelled' })
    await storeEvent(opened.db, { eventName: 'Postponed', status: 'postponed' })
    const today = { eventDate: TODAY, eventTimeStart: NOW, earlyBirdDeadline: null }
    await storeEvent(opened.db, { eventName: 'Today', ...today })
    const { boundaries } = await dashboard('admin')
    expect(boundaries?.[0]?.timeZone).toBe('America/Chicago')
    expect(boundaries?.map(({ eventName, kind }) => [eventName, kind])).toEqual([
      ['Today', 'ends'],
      ['Next year', 'early bird ends'],
      ['Next year', 'starts'],
      ['Next year', 'ends'],
    ])
  })

  test('names what upcoming events lack, drafts included', async () => {
    const { db } = opened
    const draft = { eventName: 'A draft', eventDate: '2027-01-20', isPublished: false, registrationUrl: null }
    const eventId = await storeEvent(db, draft)
    await db.insert(eventAgenda).values([
      { eventId, timeSlot: '8am', title: 'Walk', displayOrder: 1 },
      { eventId: await storeEvent(db), timeSlot: '8am', title: 'Walk', displayOrder: 1, isActive: false },
    ])
    await storeEvent(db, { eventDate: '2026-11-18', earlyBirdDeadline: null })
    const { incomplete } = await dashboard('admin')
    expect(incomplete?.map(({ eventDate, missing, fallback }) => [eventDate, missing, fallback])).toEqual([
      ['2027-01-20', ['a registration URL'], ['team', 'partners', 'venue']],
      ['2027-01-21', [], ['agenda', 'team', 'partners', 'venue']],
    ])
  })

  test('counts what vendors propose and nobody has decided', async () => {
    const { db } = opened
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName: 'Torque' }).returning()
    const proposal = { vendorId: vendor?.id ?? '', baseVersion: 1, base: {}, fields: { tags: 'torque' } }
    await db.insert(vendorProposals).values([proposal, { ...proposal, state: 'withdrawn' }])
    expect(await dashboard('admin')).toMatchObject({ proposals: 1 })
    await db.delete(vendorLibrary)
  })

  test('counts the tasks that vendors submitted and nobody has reviewed', async () => {
    const { db } = opened
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName: 'Torque' }).returning()
    const eventId = await storeEvent(db)
    const longAgo = await storeEvent(db, { eventDate: '2026-09-01', earlyBirdDeadline: null })
    const task = { eventId, title: 'Send the logo', kind: 'text', dueDays: -7 } as const
    const vendorTask = { ...task, assigneeType: 'vendor', assigneeId: vendor?.id ?? '' } as const
    await db.insert(eventTasks).values([
      { ...vendorTask, state: 'submitted' },
      { ...vendorTask, title: 'Ship the booth', state: 'open' },
      { ...vendorTask, eventId: longAgo, state: 'submitted' },
    ])
    expect(await dashboard('admin')).toMatchObject({ submittedTasks: 1 })
    await db.delete(vendorLibrary)
  })

  test('names what is wrong with mail, and the events about which people were sent something else', async () => {
    const { db } = opened
    const alert = { key: 'queue-age', sentence: '3 emails wait to be sent, the oldest for 3 hours.' }
    await db.insert(mailAlerts).values({ ...alert, since: new Date(NOON) })
    const eventId = await storeEvent(db, { eventTimeStart: '10:00' })
    await storePlannedMail(db, { ...(await storeRule(db, 'The day before')), eventId })
    expect(await dashboard('admin')).toMatchObject({
      mailAlerts: [{ ...alert, since: NOON }],
      corrections: [{ eventId, sentence: '1 person was sent the old time.' }],
    })
    await db.delete(mailAlerts)
  })

  test('says nothing of mail and events to a moderator', async () => {
    const onlyForAdmins = {
      proposals: null,
      submittedTasks: null,
      mail: null,
      mailAlerts: null,
      corrections: null,
      boundaries: null,
      incomplete: null,
    }
    expect(await dashboard('moderator')).toMatchObject({ pendingAccounts: 0, openReports: 0, ...onlyForAdmins })
    const everything = {
      proposals: 0,
      submittedTasks: 0,
      mail: { dead: 0, retrying: 0 },
      mailAlerts: [],
      corrections: [],
      boundaries: [],
      incomplete: [],
    }
    for (const role of ['admin', 'owner'] as const) expect(await dashboard(role)).toMatchObject(everything)
  })
})
