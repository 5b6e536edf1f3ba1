import { asc, eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { mailPlanMarks, mailRules, plannedMails } from '#db/schema/workflows.ts'
import type { PlainClock, PlainDay } from '#src/contract/instant.ts'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { addStarterSet } from '#src/domain/mail-rules/add-starter-set.ts'
import { aTask } from '#tests/event-tasks/task-rows.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { advancing, storeRule } from './plan-rows.ts'
import { withPlans } from './plan-suite.ts'

let db: Db
withPlans((opened) => {
  db = opened
})

const at = (day: PlainDay, clock: PlainClock = '10:00') => instantAt(day, clock, 'America/Chicago')

/** A task of a vendor that is due on January 20, 2027, the day before its event, and what its contact gets. */
async function aReminded() {
  const eventId = await storeEvent(db, { publishedAt: new Date(0) })
  const task = await aTask(db, { eventId, dueDays: -1 })
  const run = (day: PlainDay, clock?: PlainClock) => advance(db, eventId, advancing(at(day, clock)))
  /** What was sent to the contact, the first first. */
  const subjects = async () => {
    const rows = await db
      .select({ subject: outbox.subject })
      .from(plannedMails)
      .innerJoin(outbox, eq(outbox.id, plannedMails.outboxId))
      .where(eq(plannedMails.recipient, task.contact.email))
      .orderBy(asc(plannedMails.dueAt))
    return rows.map(({ subject }) => subject)
  }
  const states = async () => {
    const mails = await db.select().from(plannedMails).where(eq(plannedMails.eventId, eventId))
    return mails.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime()).map(({ state, reason }) => [state, reason])
  }
  return { ...task, run, subjects, states }
}

async function turnOnStarters() {
  await addStarterSet(db)
  await db
    .update(mailRules)
    .set({ state: 'on', onSince: new Date(0) })
    .where(like(mailRules.key, 'task-%'))
}

const REMINDER = 'Reminder: Send the logo, due on Wednesday, January 20, 2027 (Tulsa Reliability Workshop)'
const OVERDUE = 'Overdue: Send the logo (Tulsa Reliability Workshop)'

describe('the reminders of a task', () => {
  test('are sent two weeks, a week and a day before, and when it is overdue, each once (VT4)', async () => {
    await turnOnStarters()
    const { run, subjects } = await aReminded()
    const counts: number[] = []
    for (const day of [
      '2027-01-05',
      '2027-01-06',
      '2027-01-07',
      '2027-01-13',
      '2027-01-19',
      '2027-01-20',
      '2027-01-21',
    ])
      for (let twice = 0; twice < 2; twice += 1) {
        await run(day)
        counts.push((await subjects()).length)
      }
    expect(counts).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4])
    expect(await subjects()).toEqual([REMINDER, REMINDER, REMINDER, OVERDUE])
  })

  test.each<[string, PlainDay, PlainDay, string, (string | null)[]]>([
    ['three days over the first step', '2027-01-06', '2027-01-09', REMINDER, [null, null, null, null]],
    ['three days over the last two', '2027-01-18', '2027-01-21', OVERDUE, [null, null, MAIL_REASON.late, null]],
    ['two weeks', '2027-01-05', '2027-01-19', REMINDER, [MAIL_REASON.late, MAIL_REASON.late, null, null]],
  ])(
    'after an outage of %s, exactly one of them is caught up on, the most urgent (VT4)',
    async (_, last, back, subject, reasons) => {
      await turnOnStarters()
      const { run, subjects, states } = await aReminded()
      await run('2027-01-05', '08:00')
      await run('2027-01-06', '08:00')
      if (last > '2027-01-10') for (const day of ['2027-01-06', '2027-01-13', last]) await run(day)
      const before = (await subjects()).length
      for (const clock of ['09:30', '10:00', '17:00']) await run(back, clock)
      expect((await subjects()).slice(before)).toEqual([subject])
      expect((await states()).map(([, reason]) => reason)).toEqual(reasons)
    },
  )

  test('are caught up on by the latest one where their late windows overlap, whichever is planned first', async () => {
    for (const days of [-3, -2, -1])
      await storeRule(db, {
        ...{ anchor: 'task-due', audience: 'open-tasks', lateHours: 72, subject: `Step ${days}` },
        timing: { kind: 'day', days, at: '09:00' },
      })
    const { run, subjects, states } = await aReminded()
    await run('2027-01-16')
    for (const clock of ['09:30', '10:00', '11:00']) await run('2027-01-19', clock)
    expect(await subjects()).toEqual(['Step -1'])
    expect(await states()).toEqual([
      ['missed', MAIL_REASON.laterStep],
      ['missed', MAIL_REASON.laterStep],
      ['sent', null],
    ])
  })

  test('do not wait for the end of the quiet hours if a later one is due by then', async () => {
    for (const clock of ['02:30', '06:00'])
      await storeRule(db, {
        ...{ anchor: 'task-due', audience: 'open-tasks', lateHours: 12, subject: `Step at ${clock}` },
        timing: { kind: 'day', days: 0, at: clock },
      })
    const { run, subjects, states } = await aReminded()
    await run('2027-01-19')
    await run('2027-01-20', '04:00')
    expect(await states()).toEqual([
      ['missed', MAIL_REASON.laterStep],
      ['planned', null],
    ])
    for (const clock of ['06:00', '07:00', '08:00']) await run('2027-01-20', clock)
    expect(await subjects()).toEqual(['Step at 06:00'])
  })

  test('are about what is open or was returned, list all of it, and lead to the portal', async () => {
    await turnOnStarters()
    const { run, subjects, taskId, eventId, vendorId, contact } = await aReminded()
    const more = { eventId, assigneeType: 'vendor', assigneeId: vendorId, state: 'returned' } as const
    await db.insert(eventTasks).values({ ...more, title: 'Name the speakers', dueDays: 3 })
    await run('2027-01-06')
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, contact.email))
    expect(mail?.textBody).toContain(
      'All your open tasks: Send the logo (Wednesday, January 20, 2027) and Name the speakers (Sunday, January 24, 2027)',
    )
    expect(mail?.textBody).toContain('https://workshops.example/vendor-portal')
    await db.update(eventTasks).set({ state: 'submitted' }).where(eq(eventTasks.id, taskId))
    await run('2027-01-13')
    expect(await subjects()).toEqual([REMINDER, expect.stringContaining('Name the speakers')])
  })

  test('of six tasks that are due on one day are one mail for each step, which lists all of them (VT4)', async () => {
    await turnOnStarters()
    const { run, eventId, vendorId, contact } = await aReminded()
    const more = { eventId, assigneeType: 'vendor', assigneeId: vendorId, dueDays: -1 } as const
    const titles = [2, 3, 4, 5, 6].map((number) => `Task ${number}`)
    await db.insert(eventTasks).values(titles.map((title) => ({ ...more, title })))
    const mails = () => db.select().from(outbox).where(eq(outbox.recipient, contact.email))
    const counts: number[] = []
    for (const day of ['2027-01-05', '2027-01-06', '2027-01-07', '2027-01-13', '2027-01-19', '2027-01-21'])
      for (let twice = 0; twice < 2; twice += 1) {
        await run(day)
        counts.push((await mails()).length)
      }
    expect(counts).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4])
    for (const mail of await mails())
      for (const title of ['Send the logo', ...titles]) expect(mail.textBody).toContain(title)
  })

  test('are planned again when a contact gets or loses access (MP3)', async () => {
    const { contact, eventId } = await aReminded()
    await db.delete(mailPlanMarks)
    const revoked = { state: 'revoked', revokedAt: new Date(0), revokedBy: 'cli' } as const
    await db.update(vendorContacts).set(revoked).where(eq(vendorContacts.id, contact.id))
    expect((await db.select().from(mailPlanMarks)).map(({ scope }) => scope)).toEqual([eventId])
  })
})
