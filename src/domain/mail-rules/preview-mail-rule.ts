import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { emailKey } from '#src/contract/email.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { type MailPreview, MOST_RECIPIENTS, type PreviewRecipient } from '#src/contract/workflow-trial.ts'
import { type MailRulePreviewInput, type NextAudiences, NOT_IN_AUDIENCE } from '#src/contract/workflows.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import { toHash } from '../links/link.ts'
import { readAccountMembers, readAudience, readWeekReaders } from '../mail-plan/audiences.ts'
import type { Member } from '../mail-plan/occasions.ts'
import { readOrderMembers } from '../mail-plan/order-members.ts'
import type { Letter, LetterSite } from '../outbox/letter.ts'
import { maskEmail } from '../outbox/templates/account-letters.ts'
import { requireBody } from './mail-rule.ts'
import { findEmptyPlaceholders, renderRuleMail } from './render-rule-mail.ts'
import { figureReader, readMailFacts } from './rule-letters.ts'

type Reading = { site: LetterSite; now: Instant }
type Previewed = { letter: Letter; preview: MailPreview }

/**
 * A mail as one person of its audience would get it, from what the database says now, except that a sentence replaces the link that
 * ends such mails: it would be theirs. Writes nothing. Throws `not_found` for an event that does not exist or a person who is not in the audience, and `invalid` for a text that cannot be sent.
 */
export async function previewMailRule(db: Db, input: MailRulePreviewInput, { site, now }: Reading): Promise<Previewed> {
  const { definition, eventId, recipientId } = input
  requireBody(definition.body, 'definition.body')
  const event = eventId === null ? null : await readEvent(db, eventId)
  const members = await readMembers(db, definition, { event, now })
  const chosen = recipientId === null ? members[0] : members.find((member) => toRecipientId(member) === recipientId)
  if (recipientId !== null && chosen === undefined) throw new Failure('not_found', NOT_IN_AUDIENCE)
  const itemId = chosen?.task?.id ?? chosen?.orderId ?? ''
  const about = { subjectId: chosen?.subjectId ?? '', itemId, name: chosen?.name ?? null }
  const figures = await figureReader(db, { event, now })(definition)
  const facts = { ...(await (await readMailFacts(db, event))(about)), figures }
  const letter = renderRuleMail(site, { ...facts, definition, unsubscribeToken: null, isSample: true })
  const { subject, html, text } = letter
  return {
    letter,
    preview: {
      ...{ subject, html, text },
      empty: findEmptyPlaceholders(site, definition, facts),
      recipient: chosen ? toRecipient(chosen) : null,
      recipients: members.slice(0, MOST_RECIPIENTS).map(toRecipient),
      people: countPeople(members),
    },
  }
}

async function readEvent(db: Db, eventId: string): Promise<EventConfig> {
  const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
  return toEventConfig(row)
}

/**
 * The audience by name; of a rule about an account, the accounts that signed up or were approved lately; of one about an order, the
 * buyers by the numbers of their orders.
 */
async function readMembers(
  db: Db,
  { anchor, audience }: MailRuleDefinition,
  { event, now }: { event: EventConfig | null; now: Instant },
): Promise<Member[]> {
  const readThem = (): Promise<Member[]> | Member[] => {
    if (audience === 'member') return readAccountMembers(db, anchor, now)
    if (audience === 'buyers') return readOrderMembers(db, anchor, now)
    if (anchor === 'week') return readWeekReaders(db, now)
    return event === null ? [] : readAudience(db, audience, { eventId: event.id, now })
  }
  const members = await readThem()
  const nameOf = ({ name, address }: Member) => (name ?? address).toLowerCase()
  return members.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** Each address counts once, as each gets one mail. */
function countPeople(members: readonly Member[]): number {
  return new Set(members.map(({ address }) => emailKey(address))).size
}

/** Names someone of an audience without the address that some subjects contain. */
function toRecipientId({ subjectId, task }: Member): string {
  return toHash(`${subjectId} ${task?.id ?? ''}`).slice(0, 32)
}

function toRecipient(member: Member): PreviewRecipient {
  return { recipientId: toRecipientId(member), name: member.name, masked: maskEmail(member.address) }
}

/** The next published event that takes place, and the live size of each audience there; null if none is ahead. */
export async function readNextAudiences(db: Db, now: Instant): Promise<NextAudiences | null> {
  const { id, eventName, eventDate, isPublished, status } = eventConfig
  const [next] = await db
    .select({ eventId: id, eventName, eventDate })
    .from(eventConfig)
    .where(
      and(
        eq(isPublished, true),
        inArray(status, ['scheduled', 'moved']),
        gte(eventDate, dayIn(DEFAULT_TIME_ZONE, now)),
      ),
    )
    .orderBy(asc(eventDate), asc(id))
    .limit(1)
  if (!next) return null
  const count = async (audience: keyof NextAudiences['people']) =>
    countPeople(await readAudience(db, audience, { eventId: next.eventId, now }))
  return {
    ...next,
    people: {
      'event-team': await count('event-team'),
      'vendor-contacts': await count('vendor-contacts'),
      'open-tasks': await count('open-tasks'),
      'room-followers': await count('room-followers'),
      reporters: await count('reporters'),
      administrators: await count('administrators'),
      'figure-readers': await count('figure-readers'),
    },
  }
}
