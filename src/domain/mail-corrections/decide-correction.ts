import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mailCorrections, plannedMails } from '#db/schema/workflows.ts'
import { toEventFacts } from '#src/contract/event-facts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  CORRECTION_DECIDED,
  type CorrectionInput,
  type CorrectionOutcome,
  type CorrectionPreview,
  FACTS_CHANGED,
} from '#src/contract/mail-correction.ts'
import { isSame } from '#src/contract/versioned.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { lockEvent } from '../events/change-event.ts'
import { findRow } from '../events/create-event.ts'
import { mayUnsubscribe } from '../mail-rules/render-rule-mail.ts'
import { enqueueLetters } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { eventCorrection } from '../outbox/templates/event-letters.ts'
import { issueMailUnsubscribe } from '../suppressions/mail-unsubscribe.ts'
import { findInformed, type InformedGroup, toOpenCorrection } from './open-correction.ts'

/** In the links of a mail that is only looked at. They lead nowhere. */
const NO_TOKEN = 'preview'

type Ask = { eventId: string; note: string | null; site: LetterSite; now: Instant }

/** The question whether to send a correction, with the mails as they would be sent. Throws `not_found`, and `conflict` without one. */
export async function previewCorrection(db: Db, { eventId, note, site, now }: Ask): Promise<CorrectionPreview> {
  const event = await findRow(db, eventId)
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  const groups = await findInformed(db, event, now)
  const open = toOpenCorrection(event, groups)
  if (!open) throw new Failure('conflict', CORRECTION_DECIDED)
  const letters = groups.flatMap(({ people: [first, ...others], ...difference }) => {
    if (!first) return []
    const { name: recipientName, audience } = first
    const unsubscribeToken = mayUnsubscribe(audience) ? NO_TOKEN : null
    const { subject, text } = eventCorrection(site, { event, difference, note, recipientName, unsubscribeToken })
    return [{ people: others.length + 1, name: recipientName, subject, text }]
  })
  return { ...open, letters }
}

/**
 * Sends one correction to each person who was sent something that is no longer true, or stores that none is sent. All of them or
 * none: the mails, what the people know from then on and the decision are one transaction, and the event stays locked. Throws
 * `not_found`, and `conflict` if somebody else has decided or if the event has changed since it was looked at. (security MT1)
 */
export async function decideCorrection(
  db: Db,
  eventId: string,
  { decision, note, facts }: CorrectionInput,
  { actor, site, now }: CommandContext,
): Promise<CorrectionOutcome> {
  return db.transaction(async (tx) => {
    const event = await lockEvent(tx, { id: eventId })
    const groups = await findInformed(tx, event, now)
    if (groups.length === 0) throw new Failure('conflict', CORRECTION_DECIDED)
    const current = toEventFacts(event)
    if (!isSame(current, facts)) throw new Failure('conflict', FACTS_CHANGED)
    const informed = groups.flatMap(({ people }) => people)
    if (decision === 'sent') {
      for (const group of groups) await send(tx, group, { event, note, site, now })
      await learn(tx, eventId, { people: informed.map(({ recipientKey }) => recipientKey), facts: current })
    }
    const people = informed.length
    const decided = { eventId, facts: current, decision, note, people, decidedBy: actor.id, createdAt: new Date(now) }
    await tx.insert(mailCorrections).values(decided)
    const action = `event.correction.${decision === 'sent' ? 'send' : 'decline'}`
    await recordAudit(tx, actor, { action, subjectType: 'event', subjectId: eventId, after: { people, note } })
    return { decision, people, decidedAt: now }
  })
}

/** One letter to each person of the group. Those to whom such mails are no work can end them. (decision 0054) */
async function send(
  tx: Db,
  { people, ...difference }: InformedGroup,
  { event, note, site, now }: Omit<Ask, 'eventId'> & { event: Awaited<ReturnType<typeof lockEvent>> },
): Promise<void> {
  const letters: Parameters<typeof enqueueLetters>[1][number][] = []
  for (const { recipient: to, name: recipientName, audience } of people) {
    const unsubscribeToken = mayUnsubscribe(audience)
      ? await issueMailUnsubscribe(tx, { email: to, kind: 'event-mail' }, now)
      : null
    const letter = eventCorrection(site, { event, difference, note, recipientName, unsubscribeToken })
    letters.push({ id: randomUUID(), to, ...letter })
  }
  await enqueueLetters(tx, letters)
}

/** From now on these people know the event as it is. */
async function learn(
  tx: Db,
  eventId: string,
  { people, facts }: { people: string[]; facts: ReturnType<typeof toEventFacts> },
): Promise<void> {
  await tx
    .update(plannedMails)
    .set({ knownFacts: facts })
    .where(
      and(
        eq(plannedMails.eventId, eventId),
        eq(plannedMails.state, 'sent'),
        inArray(plannedMails.recipientKey, people),
      ),
    )
}
