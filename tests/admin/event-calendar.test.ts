import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { deliveries, logisticsAnswers, logisticsPeople, runItems } from '#db/schema/logistics.ts'
import { auditLog } from '#db/schema/site.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { plannedMails } from '#db/schema/workflows.ts'
import { type EventCalendar, lookOf, type MovePreview, SAME_DATE } from '#src/contract/event-calendar.ts'
import { conflictSentence } from '#src/contract/event-conflicts.ts'
import { getPhases } from '#src/contract/phases.ts'
import { previewMove } from '#src/domain/event-calendar/move-event.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { ruleLetters } from '#src/domain/mail-rules/rule-letters.ts'
import { fromOurPage, NOON, problemOf, SITE_URL } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { KNOWN, storePlannedMail, storeRule } from '#tests/support/mail-rows.ts'
import { type ChangedRecord, eventsApi } from './event-api.ts'
import { partsApi } from './event-part-api.ts'

const DAY = 86_400_000

let opened: TestDb
let api: Awaited<ReturnType<typeof eventsApi>>
let calendar: Awaited<ReturnType<typeof partsApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await eventsApi(opened.db)
  calendar = await partsApi(opened.db)
})
afterAll(() => opened.close())

const read = async (query: string): Promise<EventCalendar> => {
  const answer = await calendar.request(`/api/admin/calendar?${query}`, { headers: fromOurPage })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}
const preview = (id: string, date: string) => api.ask<MovePreview>(200, 'GET', `${id}/move-preview?date=${date}`)
const move = (id: string, date: string, version: number) =>
  api.ask<ChangedRecord>(200, 'POST', `${id}/move`, { date, version })

/** Somebody in the teams of these events. */
async function giveTeam(...eventIds: string[]): Promise<string> {
  const values = { fullName: 'Ada Quill', title: 'Trainer', bio: 'Ran a mill.', email: 'ada@plant.example' }
  const [ada] = await opened.db.insert(teamLibrary).values(values).returning()
  const teamLibraryId = ada?.id ?? ''
  for (const eventId of eventIds) await opened.db.insert(eventTeam).values({ eventId, teamLibraryId, displayOrder: 1 })
  return teamLibraryId
}

describe('the days of the calendar', () => {
  test('an event is on the day it has in its own time zone, with what it is and when', async () => {
    const honolulu = {
      eventName: 'Honolulu Workshop',
      eventDate: '2028-03-01',
      eventTimeStart: '23:30',
      eventTimeEnd: '23:50',
      eventTimezone: 'Pacific/Honolulu',
    }
    const id = await storeEvent(opened.db, { ...honolulu, city: 'Honolulu', earlyBirdDeadline: null })
    const { events, previous, next } = await read('from=2028-03-01&to=2028-03-01')
    expect(events).toEqual([
      {
        ...{ id, eventName: 'Honolulu Workshop', eventDate: '2028-03-01' },
        hours: '11:30 PM - 11:50 PM Hawaii-Aleutian Standard Time',
        ...{ place: 'Honolulu', venueName: null, isPublished: true, status: 'scheduled', isPast: false, version: 1 },
      },
    ])
    expect(events.map(lookOf)).toEqual(['published'])
    expect((await read('from=2028-03-02&to=2028-03-31')).events).toEqual([])
    expect([previous, next]).toEqual([null, null])
    expect(await read('from=2028-02-01&to=2028-02-29')).toMatchObject({ events: [], next: '2028-03-01' })
  })

  test('drafts, cancelled, postponed and past events look like what they are', async () => {
    const looks = async (changes: object) => {
      const id = await storeEvent(opened.db, { earlyBirdDeadline: null, eventDate: '2028-05-05', ...changes })
      const { events } = await read('from=2025-05-05&to=2025-05-05').then(async (past) =>
        past.events.length > 0 ? past : read('from=2028-05-05&to=2028-05-05'),
      )
      await opened.db.delete(eventConfig).where(eq(eventConfig.id, id))
      return events.map(lookOf)
    }
    expect(await looks({ isPublished: false })).toEqual(['draft'])
    expect(await looks({ status: 'postponed' })).toEqual(['postponed'])
    expect(await looks({ status: 'cancelled', isPublished: false })).toEqual(['cancelled'])
    expect(await looks({ eventDate: '2025-05-05' })).toEqual(['past'])
  })

  test('layers have what comes on these days, and only those that are asked for', async () => {
    const eventId = await storeEvent(opened.db, { eventDate: '2028-06-15', earlyBirdDeadline: '2028-06-01' })
    const ada = await giveTeam(eventId)
    const task = { eventId, title: 'Ship the samples', assigneeType: 'team', assigneeId: ada } as const
    await opened.db.insert(eventTasks).values([
      { ...task, dueDays: -5 },
      { ...task, title: 'Done', dueDays: -5, state: 'done', doneAt: new Date(NOON) },
    ])
    const rule = await storeRule(opened.db, 'The day before')
    // Half past ten in the evening in Chicago is the next day in UTC.
    const mail = {
      state: 'planned',
      dueAt: new Date('2028-06-14T03:30Z'),
      lateAt: new Date('2028-06-15T00:00Z'),
    } as const
    await storePlannedMail(opened.db, { ...rule, eventId }, mail)
    await storePlannedMail(opened.db, { ...rule, eventId }, mail)
    const person = {
      eventId,
      name: 'Ada',
      role: 'vendor',
      email: 'ada@gauge.example',
      emailKey: 'ada@gauge.example',
    } as const
    await opened.db.insert(logisticsPeople).values(person)
    const { entries } = await read('from=2028-06-01&to=2028-06-30&layers=boundaries.deadlines.mails.tasks')
    expect(entries.map(({ layer, day, text, note }) => [layer, day, text, note])).toEqual([
      ['deadlines', '2028-06-01', 'Early bird ends', 'end of day'],
      ['deadlines', '2028-06-08', 'Logistics closes: Booth and power', '6:00 PM'],
      ['deadlines', '2028-06-10', 'Logistics closes: Equipment and AV, Badge', '6:00 PM'],
      ['tasks', '2028-06-10', 'Ship the samples', 'Ada Quill'],
      ['deadlines', '2028-06-12', 'Logistics closes: Travel and arrival, Shipment, Meals and access', '6:00 PM'],
      ['mails', '2028-06-13', 'The day before', '2 recipients'],
      ['deadlines', '2028-06-14', 'Logistics closes: Emergency contact', '6:00 PM'],
      ['boundaries', '2028-06-15', 'Workshop starts', '8:30 AM'],
      ['boundaries', '2028-06-15', 'Workshop ends', '3:45 PM'],
      ['deadlines', '2028-06-15', 'Registration closes', '8:30 AM'],
      ['deadlines', '2028-06-15', 'Logistics closes: Consent to photographs', '11:59 PM'],
    ])
    expect((await read('from=2028-06-01&to=2028-06-30&layers=tasks')).entries).toHaveLength(1)
    expect((await read('from=2028-06-01&to=2028-06-30')).entries).toEqual([])
  })

  test('what is in the way of what is found across the edge of the days; what is called off is in nobody’s way', async () => {
    const tulsa = await storeEvent(opened.db, { eventDate: '2028-07-31', city: 'Tulsa' })
    const reno = await storeEvent(opened.db, { eventDate: '2028-08-01', city: 'Reno', eventName: 'Reno Workshop' })
    await giveTeam(tulsa, reno)
    const conflicts = async () => (await read('from=2028-08-01&to=2028-08-31')).conflicts.map(conflictSentence)
    expect(await conflicts()).toEqual([
      'Ada Quill is in Tulsa on Jul 31 for “Tulsa Reliability Workshop” and in Reno on Aug 1 for “Reno Workshop”, with no day to travel.',
    ])
    await opened.db.update(eventConfig).set({ status: 'cancelled' }).where(eq(eventConfig.id, tulsa))
    expect(await conflicts()).toEqual([])
  })

  test.each([
    'from=2028-02-30&to=2028-03-01',
    'from=2028-03-02&to=2028-03-01',
    'from=2028-01-01&to=2029-03-01',
    'to=x',
  ])('%s is refused', async (query) => {
    const answer = await calendar.request(`/api/admin/calendar?${query}`, { headers: fromOurPage })
    expect(await problemOf(answer)).toMatchObject({ status: 400 })
  })
})

describe('a move to another date', () => {
  test('keeps the local times across both changes of the clock, and moves the deadline by as many days', async () => {
    const { item } = await api.create({
      ...{ eventDate: '2027-03-13', earlyBirdDeadline: '2027-03-01', eventTimezone: 'America/Chicago' },
      isPublished: true,
    })
    const times = async () => {
      const record = await api.read(item.id)
      return [
        record.eventDate,
        record.earlyBirdDeadline,
        record.eventTimeStart,
        record.eventTimeEnd,
        record.eventTimezone,
      ]
    }
    const startsAt = async () => new Date(getPhases(await api.read(item.id)).startsAt).toISOString()
    expect(await startsAt()).toBe('2027-03-13T14:30:00.000Z')
    const spring = await move(item.id, '2027-03-14', item.version)
    expect(await times()).toEqual(['2027-03-14', '2027-03-02', '08:30:00', '15:45:00', 'America/Chicago'])
    // The clock was set forward that night.
    expect(await startsAt()).toBe('2027-03-14T13:30:00.000Z')
    await move(item.id, '2027-11-07', spring.item.version)
    expect(await times()).toEqual(['2027-11-07', '2027-10-26', '08:30:00', '15:45:00', 'America/Chicago'])
    // And back that night.
    expect(await startsAt()).toBe('2027-11-07T14:30:00.000Z')
  })

  test('asks for a build, is written down, and is undone by a move back', async () => {
    const before = (await api.create({ isPublished: true })).item
    const asked = api.builds.asked
    const { item, revision } = await move(before.id, '2027-06-30', before.version)
    expect(revision).not.toBeNull()
    expect(api.builds.asked).toBe(asked + 1)
    const [entry] = await opened.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({
      ...{ action: 'event.change_date', subjectId: before.id },
      ...{ before: { eventDate: '2027-05-20' }, after: { eventDate: '2027-06-30' } },
    })
    // What was seen before somebody else moved it moves nothing.
    expect(
      await problemOf(await api.send('POST', `${before.id}/move`, { date: '2027-07-01', version: 1 })),
    ).toMatchObject({
      status: 409,
    })
    // A second click does not.
    expect((await move(before.id, '2027-06-30', before.version)).revision).toBeNull()
    const back = (await move(before.id, '2027-05-20', item.version)).item
    const { version: _version, updatedAt: _updatedAt, ...rest } = before
    expect(back).toMatchObject(rest)
  })

  test('a draft is moved without a build', async () => {
    const { item } = await api.create()
    expect((await move(item.id, '2027-06-30', item.version)).revision).toBeNull()
  })
})

describe('the preview of a move', () => {
  test('says which deadline, tasks and conflicts come along, and who was sent another date', async () => {
    const eventId = await storeEvent(opened.db, {
      eventDate: '2029-02-20',
      earlyBirdDeadline: '2029-02-01',
      city: 'Tulsa',
    })
    const reno = await storeEvent(opened.db, { eventDate: '2029-03-02', city: 'Reno', eventName: 'Reno Workshop' })
    const ada = await giveTeam(eventId, reno)
    await opened.db
      .insert(eventTasks)
      .values({ eventId, title: 'Ship the samples', assigneeType: 'team', assigneeId: ada, dueDays: -2 })
    const rule = await storeRule(opened.db, `Briefing ${randomUUID()}`)
    await storePlannedMail(
      opened.db,
      { ...rule, eventId },
      { knownFacts: { ...KNOWN, eventDate: '2029-02-20', city: 'Tulsa' } },
    )
    const mark = await fingerprint(opened.db)
    const said = await preview(eventId, '2029-03-01')
    expect(said).toMatchObject({
      ...{ from: '2029-02-20', to: '2029-03-01', version: 1, isPublished: true, isPast: false, informed: 1 },
      earlyBird: { from: '2029-02-01', to: '2029-02-10' },
      registration: { from: Date.parse('2029-02-20T14:30Z'), to: Date.parse('2029-03-01T14:30Z') },
      tasks: [
        { title: 'Ship the samples', assigneeName: 'Ada Quill', from: '2029-02-18', to: '2029-02-27', isLate: false },
      ],
    })
    expect(said.conflicts.map(({ kind, second }) => [kind, second.eventName])).toEqual([['travel', 'Reno Workshop']])
    expect(await fingerprint(opened.db)).toBe(mark)
    expect((await preview(eventId, '2020-03-01')).isPast).toBe(true)
    expect(await problemOf(await api.send('GET', `${eventId}/move-preview?date=2029-02-20`))).toMatchObject({
      ...{ status: 400, detail: SAME_DATE },
    })
  })

  test('says when logistics closes and is deleted, and which days stay as they were typed in (CM1)', async () => {
    const { db } = opened
    const eventId = await storeEvent(db, { eventDate: '2029-04-20', earlyBirdDeadline: null })
    expect((await preview(eventId, '2029-04-21')).logistics).toBeNull()
    const ada = {
      eventId,
      name: 'Ada',
      role: 'vendor',
      email: 'ada@gauge.example',
      emailKey: 'ada@gauge.example',
    } as const
    const [person] = await db.insert(logisticsPeople).values(ada).returning()
    await db.insert(logisticsAnswers).values({
      ...{ personId: person?.id ?? '', sectionKey: 'travel', answeredBy: 'self' },
      value: { arrivalDate: { value: '2029-04-19', version: 1 } },
    })
    await db.insert(deliveries).values([
      { eventId, title: 'Banner', expectedOn: '2029-04-18' },
      { eventId, title: 'Some day' },
    ])
    await db.insert(runItems).values({ eventId, days: -1, startsAt: '16:00', title: 'Set up', kind: 'setup' })
    const said = (await preview(eventId, '2029-05-04')).logistics
    expect(said).toMatchObject({ people: 1, arrivals: 1, deliveries: 1, runItems: 1 })
    expect(said?.closes[1]).toEqual({
      titles: ['Equipment and AV', 'Badge'],
      ...{ from: Date.parse('2029-04-15T23:00Z'), to: Date.parse('2029-04-29T23:00Z'), isAtOnce: false },
    })
    expect(said?.deletes).toEqual([
      { titles: expect.arrayContaining(['Travel and arrival']), from: '2029-07-19', to: '2029-08-02' },
      { titles: ['Meals and access', 'Emergency contact'], from: '2029-05-04', to: '2029-05-18' },
    ])
    // Two days after now, most sections are closed by then.
    const soon = new Date(NOON + 2 * DAY).toISOString().slice(0, 10)
    const closed = (await preview(eventId, soon)).logistics?.closes.filter(({ isAtOnce }) => isAtOnce)
    expect(closed?.flatMap(({ titles }) => titles)).toContain('Travel and arrival')
  })

  test('says of emails what the planner then does: moved, sent at once, and no longer sent', async () => {
    const { db } = opened
    const eventId = await storeEvent(db, {
      ...{ eventDate: '2027-01-21', publishedAt: new Date(NOON - 90 * DAY) },
      earlyBirdDeadline: null,
    })
    await giveTeam(eventId)
    const since = { timing: { kind: 'day', days: -7, at: '09:00' }, audience: 'event-team' } as const
    const rules = {
      week: await storeRule(db, 'A week before', since),
      tail: await storeRule(db, 'Long before', {
        ...since,
        timing: { kind: 'day', days: -30, at: '09:00' },
        lateHours: 1,
      }),
    }
    const run = (now: number) =>
      advance(db, eventId, {
        now,
        letters: ruleLetters({ siteUrl: SITE_URL, siteName: 'Uptime Workshops' }),
        onFault: (fault) => {
          throw fault
        },
      })
    await run(NOON)
    // Seven days before the new date is this very day at nine, three hours ago.
    const [date, now] = ['2026-11-28', NOON + DAY]
    const { mails } = await previewMove(db, { eventId, date }, now)
    const own = mails.filter(({ title }) => title === 'A week before' || title === 'Long before')
    expect(own.map(({ title, to, isAtOnce }) => [title, to, isAtOnce])).toEqual([
      ['A week before', now, true],
      ['Long before', null, false],
    ])
    await move(eventId, date, 1)
    await run(now)
    const stateOf = async (ruleId: string) => {
      const isThis = and(eq(plannedMails.eventId, eventId), eq(plannedMails.ruleId, ruleId))
      return (await db.select().from(plannedMails).where(isThis)).map(({ state }) => state)
    }
    expect(await stateOf(rules.week.ruleId)).toEqual(['sent'])
    expect(await stateOf(rules.tail.ruleId)).not.toContain('planned')
  })
})
