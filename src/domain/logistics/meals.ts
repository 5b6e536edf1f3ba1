import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { formatTimeRange } from '#src/contract/event-dates.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { daysAfter } from '#src/contract/logistics.ts'
import { LOGISTICS_SECTIONS } from '#src/contract/logistics-sections.ts'
import {
  ALREADY_MADE,
  type CatererLink,
  type CatererLinkInput,
  type CatererSheet,
  type MealCounts,
} from '#src/contract/run-sheet.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import {
  endSharedLink,
  issueSharedLink,
  listSharedLinks,
  openSharedLink,
  type SharedPurpose,
} from '../links/shared-link.ts'
import { requireEvent } from './board.ts'
import { readEnding } from './ending.ts'
import { listNames, readAnswersOf } from './people.ts'

const DAY = 86_400_000
/** A bound for the row alone. Whether a link opens anything follows from the event, which may move. (decision 0058) */
const ROW_LIFE = 2 * 365 * DAY
/** Links of one event that work at the same time. */
const MOST_LINKS = 20

/** How many people of an event eat what, without names. */
export async function countMeals(db: Db, eventId: string): Promise<MealCounts> {
  const items = await listNames(db, eventId)
  const ids = items.map(({ id }) => id)
  const answers = [...(await readAnswersOf(db, ids, ['meals'])).values()].map(([section]) => section?.answers ?? {})
  const options = LOGISTICS_SECTIONS.flatMap(({ fields }) => fields).find(({ key }) => key === 'meal')?.options ?? []
  const choices = options.map(([value, label]) => ({
    label,
    count: answers.filter(({ meal }) => meal?.value === value).length,
  }))
  const known = choices.reduce((sum, { count }) => sum + count, 0)
  const notes = answers.filter(({ allergies }) => (allergies?.value ?? null) !== null).length
  return { people: items.length, choices, unknown: items.length - known, notes }
}

/** The links of caterers that work. Throws `not_found`. */
export async function listCatererLinks(db: Db, eventId: string, now: Instant): Promise<CatererLink[]> {
  const { id: subjectId } = await requireEvent(db, eventId)
  const links = await listSharedLinks(db, { purpose: 'caterer', subjectId }, now)
  return links.map(({ id, note, createdAt }) => ({ id, note, createdAt }))
}

type EventLink = {
  purpose: Extract<SharedPurpose, 'caterer' | 'run-sheet'>
  subjectId: string
  id: string
  note: string
}

/** The token of a new link to something of an event, which is locked. Throws `conflict` for an id that is taken, and `invalid` for too many of caterers. */
export async function issueEventLink(tx: Db, link: EventLink, { actor, now }: Omit<CommandContext, 'site'>) {
  const links = await listSharedLinks(tx, link, now)
  if (links.some(({ id }) => id === link.id)) throw new Failure('conflict', ALREADY_MADE)
  if (link.purpose === 'caterer' && links.length >= MOST_LINKS)
    throw new Failure('invalid', `An event has at most ${MOST_LINKS} links for caterers. Revoke one first.`)
  // Nobody looks for old prints: the oldest ends.
  for (const { id } of links.slice(MOST_LINKS - 1)) await endSharedLink(tx, link, id, now)
  return issueSharedLink(tx, { ...link, by: actor.id, expiresAt: now + ROW_LIFE }, now)
}

/** The event of a board, locked until the transaction ends. Throws `not_found`. */
export async function lockEventRow(tx: Db, eventId: string) {
  const isThis = eq(eventConfig.id, eventId)
  const [event] = await tx.select().from(eventConfig).where(isThis).for('no key update')
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  return event
}

/** A link that shows a caterer the counts until the event ends. Its address is in this answer only. Throws as `issueEventLink` does. */
export async function createCatererLink(
  db: Db,
  eventId: string,
  { id, note }: CatererLinkInput,
  context: CommandContext,
): Promise<{ id: string; url: string }> {
  return db.transaction(async (tx) => {
    await lockEventRow(tx, eventId)
    const token = await issueEventLink(tx, { purpose: 'caterer', subjectId: eventId, id, note }, context)
    await recordAudit(tx, context.actor, { ...about(eventId, 'caterer.share'), after: { linkId: id, note } })
    return { id, url: `${context.site.siteUrl}/event-sheet#meals=${token}` }
  })
}

const about = (subjectId: string, action: string) => ({ action, subjectType: 'event', subjectId })

/** Ends a caterer's link at once. Throws `not_found` for one that no longer works. */
export async function revokeCatererLink(
  db: Db,
  { eventId, linkId }: { eventId: string; linkId: string },
  { actor, now }: Omit<CommandContext, 'site'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const link = await endSharedLink(tx, { purpose: 'caterer', subjectId: eventId }, linkId, now)
    if (!link) throw new Failure('not_found', NOT_FOUND.link)
    await recordAudit(tx, actor, { ...about(eventId, 'caterer.unshare'), before: { linkId, note: link.note } })
  })
}

/** The event that such a link opens. Throws `not_found` alike for every link that opens none, and from `days` after its end. (security TL5) */
export async function openEventLink(
  db: Db,
  { purpose, token, days }: { purpose: EventLink['purpose']; token: string; days: number },
  now: Instant,
) {
  const link = await openSharedLink(db, { purpose, token }, now)
  const [event] = link ? await db.select().from(eventConfig).where(eq(eventConfig.id, link.subjectId)) : []
  if (!event || now >= daysAfter(await readEnding(db, event), days)) throw new Failure('not_found', LINK_DEAD)
  return event
}

/** What a caterer sees. Throws `not_found` as `openEventLink` does. */
export async function readCatererSheet(db: Db, token: string, now: Instant): Promise<CatererSheet> {
  const event = await openEventLink(db, { purpose: 'caterer', token, days: 0 }, now)
  return {
    event: {
      name: event.eventName,
      day: event.eventDate,
      times: formatTimeRange(toEventConfig(event)),
      venue: [event.venueName, event.venueAddress].filter(Boolean).join(', '),
      isCancelled: event.status === 'cancelled',
    },
    counts: await countMeals(db, event.id),
    now,
  }
}
