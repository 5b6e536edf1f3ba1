import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { linkTokens, users } from '#db/schema/accounts.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { MAIL_PLACEHOLDERS } from '#src/contract/mail-placeholder.ts'
import { sendTestMails } from '#src/domain/logistics/test-mails.ts'
import { saveSetting } from '#src/domain/settings/settings.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { logisticsApi, START } from './logistics-api.ts'

/** The workflows of the starter set for those who work at an event. */
const PLANNED = [
  'Partner briefing',
  'Team briefing',
  'The day before (team)',
  'Retrospective (team)',
  'Task reminder: 14 days before',
  'Task reminder: 7 days before',
  'Task reminder: 1 day before',
  'Task reminder: overdue',
]
const ELSEWHERE = 'elsewhere@gauge.example'

test('the test mails go to the administrator alone, whatever the data says, and end no link (LG11)', async () => {
  const { db, close } = await testDb()
  const api = await logisticsApi(db, START)
  const { id: ownId } = await preparePerson(db, { level: 1, approval: 'approved', roles: ['admin'] })
  const [own] = await db.select().from(users).where(eq(users.id, ownId))
  const eventId = await addEvent(db, 'trial')
  const { personId, token } = await api.invite(eventId)
  const send = () => sendTestMails(db, ownId, { eventId, personId }, { ...api.context(), actor: { id: ownId } })

  const bare = await send()
  expect(bare.mails.map(({ template }) => template)).toEqual([
    'logistics-link',
    'logistics-nudge',
    'logistics-decided',
    'task-returned',
    'vendor-invite',
    'vendor-sign-in',
    'vendor-nudge',
    'proposal-decided',
    ...Array(PLANNED.length).fill('event-mail'),
  ])
  expect(bare.mails.slice(-PLANNED.length).map(({ title }) => title)).toEqual(PLANNED)
  const emptyOf = (sent: typeof bare, wanted: string) => sent.mails.find(({ title }) => title === wanted)?.empty
  expect(emptyOf(bare, 'Task reminder: overdue')).toEqual(
    expect.arrayContaining(['Task', MAIL_PLACEHOLDERS['task.due'].label]),
  )
  expect(emptyOf(bare, 'Partner briefing')).toContain('Vendor')
  expect(emptyOf(bare, 'Link to the form')).toEqual(['Event contact'])
  expect(emptyOf(bare, 'Task returned')).toEqual(['Task', 'Note'])
  expect(emptyOf(bare, 'Invitation to the portal')).toEqual(['Vendor'])

  const words = `Bcc: ${ELSEWHERE}\r\nTo: ${ELSEWHERE}`
  const [vendor] = await db.insert(vendorLibrary).values({ vendorName: words, contactEmail: ELSEWHERE }).returning()
  const contact = { name: words, email: ELSEWHERE, emailKey: ELSEWHERE, invitedBy: 'cli', vendorId: vendor?.id ?? '' }
  const [known] = await db.insert(vendorContacts).values(contact).returning()
  await db.update(logisticsPeople).set({ name: words, vendorContactId: known?.id ?? '' })
  const task = { eventId, title: words, note: words, assigneeType: 'vendor', assigneeId: vendor?.id ?? '', dueDays: -7 }
  await db.insert(eventTasks).values({ ...task, assigneeType: 'vendor', state: 'returned' })
  await db.delete(outbox)
  const links = await db.$count(linkTokens)
  const site = { name: words, email: null, phone: null }
  await saveSetting(db, 'partner_contact', { value: site, version: null }, { id: ownId })
  const filled = await send()
  expect(filled.sentTo).toBe(own?.email)
  expect(filled.mails.slice(0, 8).map(({ empty }) => empty)).toEqual(Array(8).fill([]))
  expect(emptyOf(filled, 'Task reminder: overdue')).toEqual([])
  expect(emptyOf(filled, 'Partner briefing')).not.toContain('Vendor')
  const sent = await db.select().from(outbox)
  expect(sent.map(({ recipient }) => recipient)).toEqual(Array(8 + PLANNED.length).fill(own?.email))
  for (const { subject } of sent) expect(subject).toMatch(/^\[Test\] [^\r\n]+$/)
  expect(await db.$count(linkTokens)).toBe(links)
  expect((await api.look(token)).person.id).toBe(personId)
  await close()
})
