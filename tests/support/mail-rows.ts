import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { mailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { emailKey } from '#src/contract/email.ts'
import type { EventFacts, MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { NOON } from './api.ts'

const definition: MailRuleDefinition = {
  anchor: 'event-start',
  timing: { kind: 'day', days: -7, at: '09:00' },
  audience: 'event-team',
  conditions: [],
  lateHours: 12,
  weekend: 'send',
  subject: 'One week left',
  body: 'See you there.',
}

/** A rule that is on, with one version. */
export async function storeRule(db: Db, title: string, changes: Partial<MailRuleDefinition> = {}) {
  const [ruleId, versionId] = [randomUUID(), randomUUID()]
  await db.insert(mailRules).values({ id: ruleId, title, state: 'on', onSince: new Date(NOON) })
  const version = { id: versionId, ruleId, number: 1, madeBy: 'cli' }
  await db.insert(mailRuleVersions).values({ ...version, definition: { ...definition, ...changes } })
  return { ruleId, versionId }
}

/** What `storeEvent` stores of an event, as a mail tells it. */
export const KNOWN: EventFacts = {
  eventDate: '2027-01-21',
  timeStart: '08:30:00',
  timeEnd: '15:45:00',
  timeZone: 'America/Chicago',
  venue: null,
  address: null,
  city: null,
  status: 'scheduled',
}

type Planned = Partial<Omit<typeof plannedMails.$inferInsert, 'ruleId' | 'versionId' | 'eventId'>>

/** A mail of a rule for somebody; sent, unless `changes` say otherwise. */
export async function storePlannedMail(
  db: Db,
  mail: { ruleId: string; versionId: string; eventId: string },
  changes: Planned = {},
): Promise<string> {
  const id = randomUUID()
  const recipient = changes.recipient ?? `${id.slice(0, 8)}@plant.example`
  const isSent = (changes.state ?? 'sent') === 'sent'
  const at = new Date(NOON)
  await db.insert(plannedMails).values({
    id,
    ...mail,
    subjectId: `team:${id}`,
    recipientKey: emailKey(recipient),
    occurrence: '2027-01-21',
    zone: 'America/Chicago',
    anchorAt: new Date('2027-01-21T14:30:00Z'),
    dueAt: at,
    lateAt: new Date(NOON + 12 * 3_600_000),
    state: 'sent',
    ...(isSent && { sentAt: at, knownFacts: KNOWN }),
    ...changes,
    recipient,
  })
  return id
}
