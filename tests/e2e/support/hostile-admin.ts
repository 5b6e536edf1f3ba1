import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { linkTokens, profiles, users } from '#db/schema/accounts.ts'
import { analyticsDays, analyticsVisits } from '#db/schema/analytics.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { agendaTemplateGroups, agendaTemplateItems } from '#db/schema/events.ts'
import { locationLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { deliveries, logisticsAnswers, logisticsPeople, runItems } from '#db/schema/logistics.ts'
import { vendorContacts, vendorInvites, vendorProposals } from '#db/schema/partners.ts'
import { bans, outbox } from '#db/schema/security.ts'
import { menuItems, siteBuilds } from '#db/schema/site.ts'
import { eventTasks, taskSubmissions, taskTemplates } from '#db/schema/tasks.ts'
import { mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { storeHostileContent } from './hostile-content.ts'
import { fixedId, hostileEvent, storeHostileEvent } from './hostile-event.ts'
import { storeHostileImports } from './hostile-imports.ts'
import { storeHostilePost } from './hostile-posts.ts'
import { storeHostileOrders, storeHostileProducts } from './hostile-products.ts'
import { storeHostileReports } from './hostile-reports.ts'
import { storeHostileSets } from './hostile-sets.ts'
import { storeHostileWishes } from './hostile-wishes.ts'
import { CORPUS } from './xss-corpus.ts'

/** A draft that carries every text in its lists, and one for each of some texts that carries it in every field. */
export const CROWDED = fixedId(1)
export const DRAFTS = CORPUS.filter((_, at) => at % 6 === 0).map((text, at) => ({ id: fixedId(100 + at), text, at }))
/** Somebody whose name, reason and past hold such texts. */
export const VICTIM = fixedId(2)

/** A workflow whose title and text are such texts. */
export const HOSTILE_RULE = fixedId(300)

/** A task whose words are such texts, and what was handed in for it. */
export const HOSTILE_TASK = fixedId(301)

/** A person of an event whose answers are such texts. */
export const HOSTILE_PERSON = fixedId(302)

/** A proposal whose values, before and after, are such texts. */
export const HOSTILE_PROPOSAL = fixedId(303)

const cut = (text: string, most: number) => [...text].slice(0, most).join('').padEnd(3, '.')

/** Rows of everything that the admin area shows. None of them is on a page that is built. */
export async function storeForAdmins(tx: Db): Promise<void> {
  const drafts = DRAFTS.map(({ id, text, at }) => ({ ...hostileEvent(`draft-${at}`, text, '2090-02-01'), id }))
  for (const draft of drafts) await storeHostileEvent(tx, { ...draft, isPublished: false }, [])
  const crowded = hostileEvent('crowded-draft', CORPUS.join(' ').slice(0, 200), '2090-12-31')
  await storeHostileEvent(tx, { ...crowded, id: CROWDED, isPublished: false }, CORPUS)
  for (const [at, text] of CORPUS.entries()) await storeText(tx, text, at)
  await storeHostileReports(tx, CORPUS)
  await storeHostileWishes(tx, CORPUS)
  await storeHostileImports(tx, CORPUS)
  await storeHostileProducts(tx, CORPUS)
  await storeHostileOrders(tx, CORPUS, CROWDED)
  await storeHostileContent(tx, CORPUS, CROWDED)
  await storeHostileSets(tx, CORPUS)
  await storeVictim(tx)
}

/** One row of everything that the admin area lists, made of one text. */
async function storeText(tx: Db, text: string, at: number): Promise<void> {
  const place = {
    venueName: cut(text, 200),
    venueAddress: text,
    city: cut(text, 100),
    state: cut(text, 50),
    notes: text,
  }
  await tx.insert(locationLibrary).values(place)
  const groupId = randomUUID()
  await tx.insert(agendaTemplateGroups).values({ id: groupId, groupName: cut(text, 100) })
  const item = { groupId, timeSlot: cut(text, 50), title: text, description: text, displayOrder: 1 }
  await tx.insert(agendaTemplateItems).values(item)
  await tx.insert(menuItems).values({ label: cut(text, 100), href: `https://menu.example/${text}`, displayOrder: 1 })
  const personId = randomUUID()
  await storePerson(tx, personId, text)
  await storeHostilePost(tx, personId, text, at)
  const ban = { subjectType: 'address', subject: cut(text, 100), reason: text, actor: text } as const
  await tx.insert(bans).values(ban)
  await storeRule(tx, text, at)
  await storeTask(tx, text, at)
  await storeProposal(tx, text, at)
  await storeLogistics(tx, text, at)
  const message = { channel: 'mail', recipient: `${text}@gauge.example`, subject: text, textBody: text } as const
  await tx.insert(outbox).values({ ...message, template: text, state: 'dead', lastError: text, attempts: 9 })
  const stopped = { emailHash: randomUUID(), masked: cut(text, 100), reason: 'manual', source: text } as const
  await tx.insert(suppressions).values({ ...stopped, note: cut(text, 500) })
  await storeVisit(tx, text)
  const build = { revision: 1, state: 'failed', reason: text, actor: text, error: text } as const
  await tx.insert(siteBuilds).values({ ...build, finishedAt: new Date() })
  await recordAudit(tx, { id: text, address: text, requestId: text }, { action: text, ...aboutText(text) })
}

/** A person at a vendor whose invitation was not sent, and what they proposed. */
async function storeProposal(tx: Db, text: string, at: number): Promise<void> {
  const [vendorId, contactId] = [randomUUID(), randomUUID()]
  await tx.insert(vendorLibrary).values({ id: vendorId, vendorName: cut(text, 100), description: cut(text, 500) })
  const email = `${text}@vendor.example`
  const contact = { id: contactId, vendorId, name: cut(text, 100), email, emailKey: email, invitedBy: text }
  await tx.insert(vendorContacts).values(contact)
  const message = { channel: 'mail', recipient: email, subject: text, textBody: text, template: text } as const
  const [mail] = await tx
    .insert(outbox)
    .values({ ...message, state: 'dead', lastError: text })
    .returning()
  await tx.insert(vendorInvites).values({ contactId, outboxId: mail?.id, sentBy: text, expiresAt: new Date() })
  const fields = { vendorName: text, logoUrl: text, websiteUrl: text, description: text, tags: text }
  const values = { vendorId, contactId, baseVersion: 1, base: fields, fields }
  await tx.insert(vendorProposals).values({ ...values, id: at === 0 ? HOSTILE_PROPOSAL : randomUUID() })
  const subject = { subjectType: 'vendor_proposal', subjectId: vendorId }
  await recordAudit(
    tx,
    { id: `contact:${contactId}` },
    { action: 'vendor_proposal.save', ...subject, after: { fields } },
  )
}

async function storeRule(tx: Db, text: string, at: number): Promise<void> {
  const id = at === 0 ? HOSTILE_RULE : randomUUID()
  await tx.insert(mailRules).values({ id, title: cut(text, 100) })
  const words = { subject: cut(text, 150), body: text }
  const definition = {
    anchor: 'event-start',
    audience: 'event-team',
    conditions: [],
    lateHours: 12,
    weekend: 'send',
    ...words,
  }
  const version = { ruleId: id, number: 1, definition: { ...definition, timing: { kind: 'at-once' } } }
  await tx.insert(mailRuleVersions).values({ ...version, madeBy: text })
}

async function storeTask(tx: Db, text: string, at: number): Promise<void> {
  const id = at === 0 ? HOSTILE_TASK : randomUUID()
  const words = { title: cut(text, 200), help: text, options: [cut(text, 200)] }
  const task = { ...words, kind: 'form', assigneeType: 'vendor', dueDays: -7 } as const
  await tx.insert(taskTemplates).values(task)
  await tx
    .insert(eventTasks)
    .values({ ...task, id, eventId: CROWDED, assigneeId: VICTIM, state: 'returned', note: text })
  const handedIn = { taskId: id, submittedBy: `contact:${VICTIM}`, note: text, state: 'returned' } as const
  await tx.insert(taskSubmissions).values({ ...handedIn, value: { kind: 'form', answers: [text] } })
}

async function storeLogistics(tx: Db, text: string, at: number): Promise<void> {
  const personId = at === 0 ? HOSTILE_PERSON : randomUUID()
  const email = `${text}@gauge.example`
  const who = { id: personId, eventId: CROWDED, name: cut(text, 100), email, emailKey: email }
  await tx.insert(logisticsPeople).values({ ...who, role: 'vendor' })
  const value = { hotel: { value: text, version: 1 }, arrivalBy: { value: text, version: 1 } }
  await tx.insert(logisticsAnswers).values({ personId, sectionKey: 'travel', value, answeredBy: 'self' })
  const words = { carrier: cut(text, 100), tracking: cut(text, 100), storage: cut(text, 200), receivedBy: text }
  await tx.insert(deliveries).values({ eventId: CROWDED, title: cut(text, 200), ...words, receivedAt: new Date() })
  const line = { startsAt: '07:00', title: cut(text, 200), kind: 'other', owner: cut(text, 100) } as const
  await tx.insert(runItems).values({ eventId: CROWDED, ...line })
  const payload = { id: randomUUID(), note: cut(text, 100), by: text }
  const link = { hash: randomUUID(), purpose: 'caterer', subjectId: CROWDED, payload } as const
  await tx.insert(linkTokens).values({ ...link, expiresAt: new Date('2091-01-01') })
}

const aboutText = (text: string) => ({
  subjectType: text,
  subjectId: text,
  before: { [text]: text, list: [text] },
  after: { [text]: { [text]: [text] } },
})

async function storePerson(tx: Db, id: string, text: string): Promise<void> {
  const email = `${id}@gauge.example`
  await tx
    .insert(users)
    .values({ id, email: text.includes('@') ? email : `${text}@x`, emailKey: email, emailConfirmedAt: new Date() })
  const name = { username: cut(text, 30), usernameKey: id, fullName: cut(text, 100) }
  await tx.insert(profiles).values({ id, ...name, approval: 'pending', approvalReason: text, approvalDecidedBy: text })
}

/** One person to whom everything has happened. */
async function storeVictim(tx: Db): Promise<void> {
  await storePerson(tx, VICTIM, '<img src=x onerror=xss=1>')
  for (const text of CORPUS) {
    await tx
      .insert(bans)
      .values({ subjectType: 'user', subject: VICTIM, reason: text, actor: text, liftedAt: new Date() })
    const entry = { ...aboutText(text), action: `account.${text}`, subjectType: 'account', subjectId: VICTIM }
    await recordAudit(tx, { id: text }, entry)
  }
}

/** A visit of today whose source, campaign and pages are such a text. */
async function storeVisit(tx: Db, text: string): Promise<void> {
  const day = dayIn(STATISTICS_ZONE, Date.now())
  const dimensions = ['page', 'exit', 'browser', 'utm_source', 'utm_term'] as const
  await tx
    .insert(analyticsVisits)
    .values({ day, source: text, campaign: text, entry: text, visitors: 1, visits: 1, views: 1 })
  await tx
    .insert(analyticsDays)
    .values(dimensions.map((dimension) => ({ day, dimension, value: text, visits: 1, views: 1 })))
}
