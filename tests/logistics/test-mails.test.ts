import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { linkTokens, users } from '#db/schema/accounts.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { sendTestMails } from '#src/domain/logistics/test-mails.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { logisticsApi, START } from './logistics-api.ts'

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
    'task-returned',
    'vendor-invite',
    'vendor-sign-in',
    'vendor-nudge',
    'proposal-decided',
  ])
  expect(bare.mails[2]?.empty).toEqual(['Task', 'Note'])
  expect(bare.mails[3]?.empty).toEqual(['Vendor'])

  const words = `Bcc: ${ELSEWHERE}\r\nTo: ${ELSEWHERE}`
  const [vendor] = await db.insert(vendorLibrary).values({ vendorName: words, contactEmail: ELSEWHERE }).returning()
  const contact = { name: words, email: ELSEWHERE, emailKey: ELSEWHERE, invitedBy: 'cli', vendorId: vendor?.id ?? '' }
  const [known] = await db.insert(vendorContacts).values(contact).returning()
  await db.update(logisticsPeople).set({ name: words, vendorContactId: known?.id ?? '' })
  const task = { eventId, title: words, note: words, assigneeType: 'vendor', assigneeId: vendor?.id ?? '', dueDays: -7 }
  await db.insert(eventTasks).values({ ...task, assigneeType: 'vendor', state: 'returned' })
  await db.delete(outbox)
  const links = await db.$count(linkTokens)
  expect(await send()).toMatchObject({ sentTo: own?.email, mails: Array(7).fill({ empty: [] }) })
  const sent = await db.select().from(outbox)
  expect(sent.map(({ recipient }) => recipient)).toEqual(Array(7).fill(own?.email))
  for (const { subject } of sent) expect(subject).toMatch(/^\[Test\] [^\r\n]+$/)
  expect(await db.$count(linkTokens)).toBe(links)
  expect((await api.look(token)).person.id).toBe(personId)
  await close()
})
