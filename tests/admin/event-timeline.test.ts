import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { auditLog, siteBuilds } from '#db/schema/site.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { mailRuleVerdicts, plannedMails } from '#db/schema/workflows.ts'
import type { EventTimeline, ExplainedPerson, MailPerson, TimelineEntry } from '#src/contract/event-timeline.ts'
import { MAIL_REASON, NOT_JUDGED_YET, VERDICT } from '#src/contract/mail-reason.ts'
import { MAIL_AUDIENCES } from '#src/contract/mail-rule.ts'
import type { Page } from '#src/contract/page.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storePlannedMail, storeRule } from '#tests/support/mail-rows.ts'
import { eventsApi } from './event-api.ts'

const HOUR = 3_600_000
let opened: TestDb
let api: Awaited<ReturnType<typeof eventsApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await eventsApi(opened.db)
})
afterAll(() => opened.close())

const read = (eventId: string) => api.ask<EventTimeline>(200, 'GET', `${eventId}/timeline`)
const explain = async (eventId: string, q: string) =>
  (await api.ask<{ people: ExplainedPerson[] }>(200, 'GET', `${eventId}/explain?q=${encodeURIComponent(q)}`)).people
const entriesOf = <Kind extends TimelineEntry['kind']>({ entries }: EventTimeline, kind: Kind) =>
  entries.filter((entry): entry is Extract<TimelineEntry, { kind: Kind }> => entry.kind === kind)

test('everything about an event is in one list, sorted by time', async () => {
  const { item } = await api.create({ isPublished: true, eventDate: '2027-01-21', earlyBirdDeadline: '2026-12-31' })
  const rule = await storeRule(opened.db, 'The day before')
  await storePlannedMail(opened.db, { ...rule, eventId: item.id }, { state: 'planned' })
  const task = { eventId: item.id, title: 'Ship', assigneeType: 'team', assigneeId: randomUUID() } as const
  await opened.db.insert(eventTasks).values({ ...task, dueDays: 1 })
  await api.ask(201, 'POST', `${item.id}/share-links`, { id: randomUUID(), days: 7, note: 'The venue' })
  const timeline = await read(item.id)
  expect(timeline).toMatchObject({ now: NOON, timeZone: 'America/Los_Angeles', hasOlder: false, correction: null })
  const times = timeline.entries.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const future = timeline.entries.filter(({ kind }) => kind !== 'change')
  expect(future.map((entry) => (entry.kind === 'boundary' ? entry.what : entry.kind))).toEqual([
    'mail',
    'link',
    'early bird ends',
    'starts',
    'ends',
    'task',
  ])
  // The day after the event, to its end, in the zone of the event.
  expect(entriesOf(timeline, 'task')[0]?.at).toBe(Date.parse('2027-01-23T08:00:00Z'))
})

test('a change names the build that shows it, and one that no page shows names none', async () => {
  const { item } = await api.create({ isPublished: true })
  await api.ask(201, 'POST', `${item.id}/share-links`, { id: randomUUID(), days: 7, note: '' })
  const finished = new Date('2026-11-20T18:01:00Z')
  await opened.db.update(siteBuilds).set({ state: 'live', finishedAt: finished })
  const changes = entriesOf(await read(item.id), 'change')
  expect(changes.map(({ action, build }) => [action, build])).toEqual([
    ['event.create', { state: 'live', finishedAt: finished.getTime() }],
    ['event.share', null],
  ])
})

test('an event that is called off has no boundaries', async () => {
  const eventId = await storeEvent(opened.db, { status: 'cancelled' })
  expect(entriesOf(await read(eventId), 'boundary')).toEqual([])
})

test('the mails of a workflow are one entry for each occurrence, with people by state and reason', async () => {
  const eventId = await storeEvent(opened.db)
  const rule = await storeRule(opened.db, 'The day before')
  const store = (changes: object) => storePlannedMail(opened.db, { ...rule, eventId }, changes)
  for (const _person of [1, 2]) await store({ state: 'sent', sentAt: new Date(NOON + HOUR), dueAt: new Date(NOON) })
  const sent = { people: 2, state: 'sent', reason: null }
  await store({ state: 'skipped', reason: MAIL_REASON.banned, dueAt: new Date(NOON) })
  await store({
    state: 'planned',
    occurrence: '2027-03-04',
    dueAt: new Date(NOON + 9 * HOUR),
    lateAt: new Date(NOON + 21 * HOUR),
  })
  const [first, second] = entriesOf(await read(eventId), 'mail')
  expect(first).toMatchObject({
    title: 'The day before',
    occurrence: '2027-01-21',
    at: NOON + HOUR,
    dueAt: NOON,
    people: 3,
    shares: [sent, { people: 1, state: 'skipped', reason: MAIL_REASON.banned }],
  })
  expect(second).toMatchObject({ occurrence: '2027-03-04', at: NOON + 9 * HOUR, people: 1 })
})

test('the people of an entry are masked until an admin asks for one, which is written down', async () => {
  const eventId = await storeEvent(opened.db)
  const rule = await storeRule(opened.db, 'Briefing')
  const recipient = 'maria@plant.example'
  const mailId = await storePlannedMail(opened.db, { ...rule, eventId }, { recipient, name: 'Maria' })
  for (const _more of [1, 2]) await storePlannedMail(opened.db, { ...rule, eventId })
  const path = `${eventId}/timeline/people?rule=${rule.ruleId}&occurrence=2027-01-21&limit=2`
  const page = await api.ask<Page<MailPerson>>(200, 'GET', path)
  const next = await api.ask<Page<MailPerson>>(200, 'GET', `${path}&cursor=${page.nextCursor}`)
  const people = [...page.items, ...next.items]
  expect(people.map(({ id }) => id)).toHaveLength(3)
  const maria = people.find(({ id }) => id === mailId)
  expect(maria).toMatchObject({ name: 'Maria', recipient: 'm…@plant.example', state: 'sent', sentAt: NOON, version: 1 })
  const reveal = `${eventId}/timeline/people/${mailId}/recipient`
  expect(await api.ask(200, 'POST', reveal)).toEqual({ recipient })
  const [entry] = await opened.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(entry).toMatchObject({ action: 'planned_mail.reveal_recipient', subjectId: mailId })
  expect(JSON.stringify(entry)).not.toContain('maria')
  const other = await storeEvent(opened.db)
  expect((await problemOf(await api.send('POST', `${other}/timeline/people/${mailId}/recipient`))).status).toBe(404)
})

test('what a workflow means for the event is listed with its reason', async () => {
  const eventId = await storeEvent(opened.db)
  const { ruleId } = await storeRule(opened.db, 'Last places')
  const reason = VERDICT.draft
  await opened.db
    .insert(mailRuleVerdicts)
    .values({ eventId, ruleId, isWanted: false, reason, dueAt: new Date(NOON), decidedAt: new Date(NOON) })
  expect((await read(eventId)).rules).toEqual([
    {
      ruleId,
      title: 'Last places',
      isSkipped: false,
      overrides: {},
      version: 0,
      isWanted: false,
      reason,
      dueAt: NOON,
      people: 0,
    },
  ])
})

test('why somebody got a mail, and why not, is answered for every workflow from what was stored', async () => {
  const own = await testDb()
  const here = await eventsApi(own.db)
  const eventId = await storeEvent(own.db)
  const team = await storeRule(own.db, 'A briefing')
  const draft = await storeRule(own.db, 'B reminder', { audience: 'vendor-contacts' })
  await storeRule(own.db, 'C welcome', { anchor: 'sign-up', audience: 'member', timing: { kind: 'at-once' } })
  await storeRule(own.db, 'D not judged yet')
  const reason = VERDICT.draft
  const decided = { eventId, decidedAt: new Date(NOON) }
  await own.db.insert(mailRuleVerdicts).values([
    { ...decided, ruleId: draft.ruleId, isWanted: false, reason },
    { ...decided, ruleId: team.ruleId, isWanted: true, reason: VERDICT.applies },
  ])
  const recipient = 'Maria.Lopez@plant.example'
  await storePlannedMail(own.db, { ...team, eventId }, { recipient, name: 'Maria Lopez' })
  const ask = async (q: string) =>
    (await here.ask<{ people: ExplainedPerson[] }>(200, 'GET', `${eventId}/explain?q=${encodeURIComponent(q)}`)).people
  const maria = {
    name: 'Maria Lopez',
    recipient: 'M…@plant.example',
    explanations: [
      {
        title: 'A briefing',
        audience: MAIL_AUDIENCES['event-team'],
        mail: { state: 'sent', version: 1 },
        verdict: null,
      },
      { title: 'B reminder', audience: MAIL_AUDIENCES['vendor-contacts'], mail: null, verdict: reason },
      { title: 'D not judged yet', mail: null, verdict: NOT_JUDGED_YET },
    ],
  }
  expect(await ask('lopez')).toMatchObject([maria])
  expect(await ask('maria.lopez@PLANT.example')).toMatchObject([maria])
  expect(await ask('someone@else.example')).toMatchObject([
    {
      name: null,
      recipient: 's…@else.example',
      explanations: [
        { mail: null, verdict: null },
        { mail: null, verdict: reason },
        { mail: null, verdict: NOT_JUDGED_YET },
      ],
    },
  ])
  expect(await ask('nobody')).toEqual([])
  await own.close()
})

test('an unknown event has no timeline, and a deleted one none any longer', async () => {
  const eventId = await storeEvent(opened.db)
  const rule = await storeRule(opened.db, 'Briefing')
  await storePlannedMail(opened.db, { ...rule, eventId })
  await opened.db.delete(eventConfig).where(eq(eventConfig.id, eventId))
  for (const path of ['timeline', 'explain?q=ada', 'correction'])
    for (const id of [eventId, randomUUID()])
      expect((await problemOf(await api.send('GET', `${id}/${path}`))).status).toBe(404)
  expect(await opened.db.$count(plannedMails, eq(plannedMails.eventId, eventId))).toBe(1)
  expect(await explain(await storeEvent(opened.db), 'ada')).toEqual([])
})
