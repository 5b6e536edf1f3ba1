import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { taskTemplates } from '#db/schema/tasks.ts'
import { mailPlanMarks, mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import { DEFAULT_MAIL_POLICY, type RuleState } from '#src/contract/mail-rule.ts'
import { STALE } from '#src/contract/versioned.ts'
import type { EventMailRule, MailRuleAnswer, MailRuleList } from '#src/contract/workflows.ts'
import { addStarterSet } from '#src/domain/mail-rules/add-starter-set.ts'
import { STARTER_RULES } from '#src/domain/mail-rules/starter-rules.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { adminCaller, storedViewer } from './calls/caller.ts'
import { BRIEFING } from './calls/rows.ts'

const RULES = '/api/admin/mail-rules'

let opened: TestDb
let db: Db
let api: Awaited<ReturnType<typeof adminCaller>>
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
  api = await adminCaller(db, await storedViewer(db, 'admin'))
})
afterAll(() => opened.close())

const take = <T>(method: string, path: string, body?: object) => api.groundOf(true).take<T>(method, path, body)
const refused = async (method: string, path: string, body: object) => {
  const [at, query] = path.split('?')
  const answer = await api.send({ method, path: at ?? path }, { body, ...(query !== undefined && { query }) })
  return problemOf(answer)
}
const newRule = async (given: object = {}) => {
  const rule = { id: randomUUID(), title: 'Briefing', definition: { ...BRIEFING, ...given } }
  return (await take<MailRuleAnswer>('POST', RULES, rule)).rule
}
const save = (id: string, version: number, given: object) =>
  take<MailRuleAnswer>('PATCH', `${RULES}/${id}`, { version, title: 'Briefing', definition: { ...BRIEFING, ...given } })

describe('the starter set', () => {
  test('is added once, in order of time before orders and figures, as drafts except for figures that nobody gets unasked, and what was deleted of it does not come back', async () => {
    for (const _ of [1, 2]) await addStarterSet(db)
    const task = { title: 'Retrospective', kind: 'form', assigneeType: 'team', dueDays: 3 }
    expect(await db.select().from(taskTemplates)).toMatchObject([task])
    await db.delete(taskTemplates)
    const { items } = await take<MailRuleList>('GET', RULES)
    expect(items.map(({ title }) => title)).toEqual([
      ...['Early bird ends (administrators)', 'Early bird ends (followers of the room)'],
      ...['Task reminder: 14 days before', 'Task reminder: 7 days before', 'Task reminder: 1 day before'],
      ...['Task reminder: overdue', 'Partner briefing'],
      ...['Team briefing', 'The day before (followers of the room)', 'The day before (team)'],
      ...['Retrospective (team)', 'Thank you (followers of the room)'],
      ...['How an event went'],
      ...['PO number missing: 3 days before', 'Invoice overdue: 1 day after', 'Invoice overdue: 14 days after'],
      ...['Figures of the week'],
    ])
    const ofStart = items.filter(({ definition }) => definition.audience !== 'buyers')
    expect(ofStart).toHaveLength(STARTER_RULES.length)
    expect(items).toHaveLength(STARTER_RULES.length + 3)
    for (const { definition, state, isStarter, onSince, mails } of ofStart) {
      const isOn = definition.audience === 'figure-readers'
      expect({ state, isStarter, onSince, ...mails }).toEqual({
        state: isOn ? 'on' : 'draft',
        isStarter: true,
        onSince: isOn ? expect.any(Number) : null,
        planned: 0,
        held: 0,
      })
    }
    const [first] = items
    await api.send({ method: 'DELETE', path: `${RULES}/${first?.id}` }, { query: 'version=1' })
    await addStarterSet(db)
    expect((await take<MailRuleList>('GET', RULES)).items).toHaveLength(items.length - 1)
    expect(await db.$count(taskTemplates)).toBe(0)
  })
})

describe('a rule', () => {
  test('is created once as a draft; the same id with another text is a conflict', async () => {
    const rule = { id: randomUUID(), title: 'Briefing', definition: BRIEFING }
    for (const _ of [1, 2])
      expect((await take<MailRuleAnswer>('POST', RULES, rule)).rule).toMatchObject({
        state: 'draft',
        version: 1,
        currentVersion: 1,
      })
    expect(await refused('POST', RULES, { ...rule, title: 'Another' })).toMatchObject({ status: 409, detail: STALE })
    expect(await db.$count(mailRuleVersions, eq(mailRuleVersions.ruleId, rule.id))).toBe(1)
  })

  test('gets a new version only if its definition changed, and goes back to an earlier one as a new version', async () => {
    const { id } = await newRule()
    const renamed = await take<MailRuleAnswer>('PATCH', `${RULES}/${id}`, {
      version: 1,
      title: 'New title',
      definition: BRIEFING,
    })
    expect(renamed.rule).toMatchObject({ title: 'New title', version: 2, currentVersion: 1 })
    expect((await save(id, 2, { subject: 'Two' })).rule).toMatchObject({ version: 3, currentVersion: 2 })
    const { rule, versions } = await take<MailRuleAnswer>('POST', `${RULES}/${id}/revert`, { version: 3, number: 1 })
    expect(rule).toMatchObject({ currentVersion: 3, definition: BRIEFING })
    expect(versions.map(({ number, definition }) => [number, definition.subject])).toEqual([
      [3, BRIEFING.subject],
      [2, 'Two'],
      [1, BRIEFING.subject],
    ])
    expect(await refused('POST', `${RULES}/${id}/revert`, { version: 4, number: 9 })).toMatchObject({ status: 404 })
    expect(await refused('PATCH', `${RULES}/${id}`, { version: 3, title: 'Late', definition: BRIEFING })).toMatchObject(
      {
        status: 409,
        detail: STALE,
      },
    )
  })

  test('remembers since when it is on; a pause does not change that, and a draft forgets it', async () => {
    const { id } = await newRule()
    const set = async (version: number, state: RuleState) =>
      (await take<MailRuleAnswer>('POST', `${RULES}/${id}/state`, { version, state })).rule.onSince
    expect(await set(1, 'on')).toBe(NOON)
    await db
      .update(mailRules)
      .set({ onSince: new Date(NOON - 1000) })
      .where(eq(mailRules.id, id))
    expect(await set(2, 'paused')).toBe(NOON - 1000)
    expect(await set(3, 'on')).toBe(NOON - 1000)
    expect(await set(4, 'draft')).toBeNull()
    expect(await set(5, 'on')).toBe(NOON)
  })

  test('is refused with a sentence at the field that is wrong', async () => {
    const wrong = (given: object) =>
      refused('POST', RULES, { id: randomUUID(), title: 'Briefing', definition: { ...BRIEFING, ...given } })
    expect(await wrong({ subject: 'About {{event.nam}}' })).toMatchObject({
      status: 400,
      errors: [{ field: 'definition.subject', message: '{{event.nam}} is not a placeholder' }],
    })
    expect(await wrong({ body: '[x](javascript:alert(1))' })).toMatchObject({
      status: 400,
      errors: [{ field: 'definition.body', message: expect.stringMatching(/^A link can lead/) }],
    })
  })
})

describe('an event', () => {
  const of = (rules: EventMailRule[], ruleId: string) => rules.find((rule) => rule.ruleId === ruleId)

  test('follows a rule except in the fields that it has differently, which can be reverted one by one', async () => {
    const { id } = await newRule()
    const eventId = await storeEvent(db)
    const path = `/api/admin/events/${eventId}/mail-rules`
    const put = (body: object) => take<EventMailRule>('PUT', path, { ruleId: id, isSkipped: false, ...body })
    const same = { lateHours: BRIEFING.lateHours }
    const made = await put({ version: 0, overrides: { ...same, subject: 'Here', weekend: 'after' } })
    expect(made).toMatchObject({
      differs: ['weekend', 'subject'],
      version: 1,
      effective: { subject: 'Here', lateHours: 12 },
    })
    await save(id, 1, { lateHours: 24, subject: 'Other' })
    expect(await put({ version: 1, overrides: { subject: 'Here' } })).toMatchObject({
      differs: ['subject'],
      version: 2,
      standard: { subject: 'Other' },
      effective: { subject: 'Here', lateHours: 24, weekend: 'send' },
    })
    expect((await take<MailRuleAnswer>('GET', `${RULES}/${id}`)).exceptions).toMatchObject([
      { eventId, isSkipped: false, differs: ['subject'] },
    ])
    expect(await refused('PUT', path, { ruleId: id, version: 1, isSkipped: true, overrides: {} })).toMatchObject({
      status: 409,
      detail: STALE,
    })
    await put({ version: 2, isSkipped: true, overrides: {} })
    const { items } = await take<{ items: EventMailRule[] }>('GET', path)
    expect(of(items, id)).toMatchObject({ isSkipped: true, differs: [], version: 3 })
    expect((await take<MailRuleAnswer>('GET', `${RULES}/${id}`)).rule).toMatchObject({ skippedBy: 1, changedBy: 0 })
  })

  test('cannot have a text that its rule could not send', async () => {
    const { id } = await newRule()
    const path = `/api/admin/events/${await storeEvent(db)}/mail-rules`
    expect(
      await refused('PUT', path, { ruleId: id, version: 0, isSkipped: false, overrides: { body: '{{task.title}}' } }),
    ).toMatchObject({
      status: 400,
      errors: [{ field: 'overrides.body' }],
    })
  })
})

describe('the mail policy', () => {
  test('has a default, is saved from the version that was read, and has all mails planned again', async () => {
    expect((await take<MailRuleList>('GET', RULES)).policy).toEqual({ policy: DEFAULT_MAIL_POLICY, version: null })
    await db.delete(mailPlanMarks)
    const policy = { ...DEFAULT_MAIL_POLICY, quietFrom: '22:00' }
    expect(await take('PUT', `${RULES}/policy`, { policy, version: null })).toEqual({ policy, version: 1 })
    expect(await db.select({ scope: mailPlanMarks.scope }).from(mailPlanMarks)).toEqual([{ scope: 'everything' }])
    const stale = { policy: { ...policy, mostPerDay: 2 }, version: null }
    expect(await refused('PUT', `${RULES}/policy`, stale)).toMatchObject({ status: 409, detail: STALE })
  })
})
