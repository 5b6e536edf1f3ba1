import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventVendors } from '#db/schema/events.ts'
import { forumCategories } from '#db/schema/forum.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { formatDay } from '#src/contract/event-dates.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailKind } from '#src/contract/mail-kind.ts'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { ORDER_PAGE } from '#src/contract/shop-order-view.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { readEventOutcome } from '../analytics/read-event-outcome.ts'
import { readWeekFigures } from '../analytics/read-week-figures.ts'
import { readTeam } from '../events/read-event-parts.ts'
import { readContactOf } from '../logistics/event-contact.ts'
import { issueFormPath } from '../logistics/links.ts'
import type { LetterWriter } from '../mail-plan/advance.ts'
import { isOfOrder } from '../mail-plan/occasions.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { mailedPath } from '../shop-orders/order-links.ts'
import { requireOrder } from '../shop-orders/order-row.ts'
import { issueMailUnsubscribe } from '../suppressions/mail-unsubscribe.ts'
import type { FigureFacts } from './figure-values.ts'
import {
  leadsToOrder,
  type MailEvent,
  type MailFacts,
  mayUnsubscribe,
  type OrderFacts,
  renderRuleMail,
} from './render-rule-mail.ts'

/** Writes the letters of the rules for one event, for the accounts or for the orders, from what the database says of it now. */
export function ruleLetters(site: LetterSite): LetterWriter {
  return async (tx, { event, now }) => {
    const factsOf = await readMailFacts(tx, event)
    const figuresOf = figureReader(tx, { event, now })
    return async ({ rule, ...mail }) => {
      const { definition } = rule
      const unsubscribeToken = mayUnsubscribe(definition.audience)
        ? await issueMailUnsubscribe(tx, { email: mail.recipient, kind: mailKindOf(definition) }, now)
        : null
      const facts = await factsOf(mail)
      const isTeamTask = facts.task !== null && mail.subjectId.startsWith('team:')
      const path =
        event !== null && isTeamTask && usesTaskPage(definition)
          ? await issueFormPath(tx, { eventId: event.id, address: mail.recipient }, now)
          : null
      const task = facts.task && { ...facts.task, path: facts.task.path ?? path }
      const order = facts.order && { ...facts.order, path: await issueOrderPath(tx, { mail, definition }, now) }
      const figures = await figuresOf(definition)
      return renderRuleMail(site, { ...facts, task, order, figures, definition, unsubscribeToken })
    }
  }
}

/** Figures are ended separately from all other mails of workflows. */
const mailKindOf = ({ audience }: Pick<MailRuleDefinition, 'audience'>): MailKind =>
  audience === 'figure-readers' ? 'figures' : 'event-mail'

type About = { event: EventConfig | null; now: Instant }

/** Resolves with the figures for a rule whose mails have some. All mails of one run have the same, which are read once. */
export function figureReader(db: Db, { event, now }: About) {
  const read = async (): Promise<FigureFacts> =>
    event === null ? { week: await readWeekFigures(db, now) } : { outcome: await readEventOutcome(db, event, now) }
  let known: Promise<FigureFacts> | undefined
  return async ({ audience }: Pick<MailRuleDefinition, 'audience'>): Promise<FigureFacts | null> => {
    if (audience !== 'figure-readers') return null
    known ??= read()
    return known
  }
}

/** True for a text that leads to the page where a task is answered. */
const usesTaskPage = ({ body }: { body: string }) => body.includes('{{task.page}}')

/** The path of a new link to the order that a mail is about; null if its text leads to no order, or the links were ended. */
async function issueOrderPath(
  tx: Db,
  { mail, definition }: { mail: MailAbout; definition: { body: string } },
  now: Instant,
): Promise<string | null> {
  if (!leadsToOrder(definition)) return null
  return mailedPath(tx, await requireOrder(tx, mail.itemId), now)
}

/** For whom and about what a mail is, as the planner says it. */
type MailAbout = { subjectId: string; itemId: string; name: string | null }

/** Resolves with what fills a mail of this event for each recipient; null for mails about accounts and orders. */
export async function readMailFacts(
  db: Db,
  event: EventConfig | null,
): Promise<(about: MailAbout) => Promise<MailFacts>> {
  if (event === null) {
    return async (about) => {
      const order = isOfOrder(about) ? await readOrderFacts(db, about.itemId) : null
      return { event: null, recipient: { name: order ? null : about.name, vendorName: null }, task: null, order }
    }
  }
  const filled = await readMailEvent(db, event)
  const vendors = await readVendorNames(db, event.id)
  const tasks = await readTasks(db, event)
  return async ({ subjectId, itemId, name }) => {
    const task = tasks.find(({ id }) => id === itemId)
    const open = tasks.filter((one) => one.isOpen && one.subjectId === subjectId)
    const path = subjectId.startsWith('vendor:') ? '/vendor-portal' : null
    return {
      event: filled,
      recipient: { name, vendorName: vendors.get(subjectId) ?? null },
      task: task ? { ...task, open, path } : null,
      order: null,
    }
  }
}

/** Nothing that the buyer typed: anybody could have a mail with it sent to anybody. The path is that of its page, without a link. (security OB6) */
async function readOrderFacts(db: Db, orderId: string): Promise<OrderFacts> {
  const { number, totalCents, poDueAt, dueOn } = await requireOrder(db, orderId)
  const due = poDueAt === null ? dueOn && formatDay(dueOn) : formatSiteTime(poDueAt.getTime())
  return { number, totalCents, due, path: ORDER_PAGE }
}

async function readMailEvent(db: Db, event: EventConfig): Promise<MailEvent> {
  const [room] = await db
    .select({ slug: forumCategories.slug })
    .from(forumCategories)
    .where(eq(forumCategories.eventId, event.id))
  const team = await readTeam(db, [event.id])
  const contact = await readContactOf(db, event.id)
  return { ...event, roomSlug: room?.slug ?? null, team: team.map(({ fullName }) => fullName), contact }
}

/** The names of the vendors that take part in the event or have a task there, by the subject that their contact is. */
async function readVendorNames(db: Db, eventId: string): Promise<Map<string, string>> {
  const { id, vendorName } = vendorLibrary
  const present = db
    .select({ id: eventVendors.vendorLibraryId })
    .from(eventVendors)
    .where(eq(eventVendors.eventId, eventId))
  const busy = db.select({ id: eventTasks.assigneeId }).from(eventTasks).where(eq(eventTasks.eventId, eventId))
  const rows = await db
    .select({ id, vendorName })
    .from(vendorLibrary)
    .where(or(inArray(id, present), inArray(id, busy)))
  return new Map(rows.map((row) => [`vendor:${row.id}`, row.vendorName]))
}

/** The tasks of an event by due day, each with the subject that its assignee is. */
async function readTasks(db: Db, { id: eventId, eventDate }: EventConfig) {
  const { id, title, dueDays, assigneeType, assigneeId, state } = eventTasks
  const rows = await db
    .select({ id, title, dueDays, state, subjectId: sql<string>`${assigneeType} || ':' || ${assigneeId}` })
    .from(eventTasks)
    .where(eq(eventTasks.eventId, eventId))
    .orderBy(asc(dueDays), asc(title), asc(id))
  return rows.map((task) => ({
    ...task,
    dueDay: addDays(eventDate, task.dueDays),
    isOpen: task.state === 'open' || task.state === 'returned',
  }))
}
