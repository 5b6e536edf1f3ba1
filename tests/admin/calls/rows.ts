import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, sessions } from '#db/schema/accounts.ts'
import { dnsSnapshots, mailRoundTrips, suppressions } from '#db/schema/deliveries.ts'
import { agendaTemplateGroups, agendaTemplateItems, eventAgenda, eventTeam, eventVendors } from '#db/schema/events.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { checkRounds, checkStates } from '#db/schema/operations.ts'
import { vendorContacts, vendorProposals } from '#db/schema/partners.ts'
import { bans, outbox } from '#db/schema/security.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { menuItems } from '#db/schema/site.ts'
import { eventTasks, taskFiles, taskTemplates } from '#db/schema/tasks.ts'
import { mailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { issueSharedLink } from '#src/domain/links/shared-link.ts'
import { type Person, preparePerson } from '#tests/accounts/people.ts'
import { NOON } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { KNOWN, storePlannedMail, storeRule } from '#tests/support/mail-rows.ts'
import { changeSetRows } from './change-set-rows.ts'
import { feedbackRows } from './feedback-rows.ts'
import { forumRows } from './forum-rows.ts'
import { shopRows } from './shop-rows.ts'

/** What a rule says in tests: the team hears of the event a week before. */
export const BRIEFING: MailRuleDefinition = {
  anchor: 'event-start',
  timing: { kind: 'day', days: -7, at: '09:00' },
  audience: 'event-team',
  conditions: [],
  lateHours: 12,
  weekend: 'send',
  subject: 'Briefing: {{event.name}}',
  body: 'It takes place on {{event.date}}.',
}

/** Rows that nothing else uses, for calls on them. Each answers with the row's id. */
export function adminRows(db: Db, { isPublic }: { isPublic: boolean }) {
  const event = () => storeEvent(db, { isPublished: isPublic })
  const vendor = async () => {
    const id = randomUUID()
    await db.insert(vendorLibrary).values({ id, vendorName: `Gauge ${id.slice(0, 8)}` })
    return id
  }
  const member = async () => {
    const id = randomUUID()
    await db.insert(teamLibrary).values({ id, fullName: `Ada ${id.slice(0, 8)}`, title: 'Trainer', bio: 'Ran a mill.' })
    return id
  }
  const eventVendor = async (eventId: string, vendorLibraryId?: string) => {
    const id = randomUUID()
    const libraryId = vendorLibraryId ?? (await vendor())
    const displayOrder = (await db.$count(eventVendors, eq(eventVendors.eventId, eventId))) + 1
    await db.insert(eventVendors).values({ id, eventId, vendorLibraryId: libraryId, displayOrder })
    return id
  }
  const eventMember = async (eventId: string, teamLibraryId?: string) => {
    const id = randomUUID()
    const libraryId = teamLibraryId ?? (await member())
    const displayOrder = (await db.$count(eventTeam, eq(eventTeam.eventId, eventId))) + 1
    await db.insert(eventTeam).values({ id, eventId, teamLibraryId: libraryId, displayOrder })
    return id
  }
  const agendaItem = async (eventId: string) => {
    const id = randomUUID()
    const displayOrder = (await db.$count(eventAgenda, eq(eventAgenda.eventId, eventId))) + 1
    await db
      .insert(eventAgenda)
      .values({ id, eventId, timeSlot: '8:30am', title: `Walk ${displayOrder}`, displayOrder })
    return id
  }
  /** A task of somebody in the team; the event has nobody else in it. */
  const eventTask = async (eventId: string) => {
    const [id, assigneeId] = [randomUUID(), await member()]
    await eventMember(eventId, assigneeId)
    await db.insert(eventTasks).values({ id, eventId, title: 'Ship', assigneeType: 'team', assigneeId, dueDays: -7 })
    return { id, assigneeId }
  }
  /** A file that was uploaded for a task. */
  const taskFile = async () => {
    const [id, { id: taskId }] = [randomUUID(), await eventTask(await event())]
    await db
      .insert(taskFiles)
      .values({ id, taskId, name: 'plan.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') })
    return id
  }
  /** A vendor of a published event that has not handed in a task, with somebody to remind. */
  const missingVendor = async () => {
    const [assigneeId, eventId] = [await vendor(), await storeEvent(db)]
    await db.insert(eventTasks).values({ eventId, title: 'Logo', assigneeType: 'vendor', assigneeId, dueDays: -7 })
    const email = `${assigneeId}@gauge.example`
    const person = { name: 'Maria Ortiz', email, emailKey: email, state: 'active', invitedBy: 'cli' } as const
    await db.insert(vendorContacts).values({ ...person, vendorId: assigneeId })
    return assigneeId
  }
  /** A rule that is a draft, with one version. */
  const mailRule = async () => {
    const id = randomUUID()
    await db.insert(mailRules).values({ id, title: `Briefing ${id.slice(0, 8)}` })
    await db.insert(mailRuleVersions).values({ ruleId: id, number: 1, definition: BRIEFING, madeBy: 'cli' })
    return id
  }
  /** A mail of a workflow that was sent. */
  const sentMail = async () => {
    const [id, eventId, ruleId, at] = [randomUUID(), await event(), await mailRule(), new Date(NOON)]
    const [version] = await db.select().from(mailRuleVersions).where(eq(mailRuleVersions.ruleId, ruleId))
    const to = { recipient: 'ada@plant.example', recipientKey: 'ada@plant.example' }
    const words = { recipient: to.recipient, subject: 'Briefing', textBody: '', template: 'event-mail' }
    await db.insert(outbox).values({ id, channel: 'mail', state: 'sent', sentAt: at, nextAttemptAt: at, ...words })
    await db.insert(plannedMails).values({
      ...{ ruleId, versionId: version?.id ?? '', eventId, subjectId: 'team:x', ...to, occurrence: '2027-01-21' },
      ...{ zone: 'America/Chicago', anchorAt: at, dueAt: at, lateAt: at, state: 'sent', outboxId: id, sentAt: at },
    })
    return id
  }
  /** Somebody who was sent the wrong day of the event. */
  const informed = async (eventId: string) => {
    const rule = await storeRule(db, 'The day before')
    const mailId = await storePlannedMail(
      db,
      { ...rule, eventId },
      { knownFacts: { ...KNOWN, eventDate: '2027-01-14' } },
    )
    return { mailId, ...rule }
  }
  /** A published event with a team, soon enough that the time of this rule had passed when it was turned on. */
  const missedRule = async (ruleId: string) => {
    await db
      .update(mailRules)
      .set({ state: 'on', onSince: new Date(NOON) })
      .where(eq(mailRules.id, ruleId))
    const publishedAt = new Date(NOON)
    const id = await storeEvent(db, { eventDate: '2026-11-25', earlyBirdDeadline: null, publishedAt })
    const person = await member()
    await db
      .update(teamLibrary)
      .set({ email: `${person}@gauge.example` })
      .where(eq(teamLibrary.id, person))
    await eventMember(id, person)
    return id
  }
  const { member: _member, ...forum } = forumRows(db)
  return {
    event,
    vendor,
    member,
    eventVendor,
    eventMember,
    agendaItem,
    eventTask,
    missingVendor,
    taskFile,
    mailRule,
    sentMail,
    informed,
    missedRule,
    ...logisticsRows(db),
    ...changeSetRows(db, event),
    ...shopRows(db),
    ...libraryRows(db, isPublic),
    ...peopleRows(db),
    ...siteRows(db, isPublic),
    ...feedbackRows(db, isPublic),
    ...forum,
  }
}

function logisticsRows(db: Db) {
  return {
    logisticsPerson: async (eventId: string) => {
      const [id, email] = [randomUUID(), `${randomUUID()}@gauge.example`]
      await db
        .insert(logisticsPeople)
        .values({ id, eventId, role: 'vendor', name: 'Ada Quill', email, emailKey: email })
      return id
    },
    /** A link that was made long enough ago that another can be sent. */
    logisticsLink: ({ personId: subjectId }: { personId: string }) =>
      issueSharedLink(
        db,
        { purpose: 'logistics', subjectId, id: randomUUID(), note: '', by: 'cli', expiresAt: NOON + 86_400_000 },
        NOON - 3_600_000,
      ),
    /** Something that was asked to be changed in a section. */
    logisticsRequest: async (personId: string) => {
      const id = randomUUID()
      const value = { name: 'Ada M. Quill' }
      await db.insert(logisticsRequests).values({ id, personId, sectionKey: 'badge', baseVersion: 1, value })
      return id
    },
  }
}

function libraryRows(db: Db, isPublic: boolean) {
  return {
    /** A person of a vendor of their own, who was invited. */
    contact: async () => {
      const [id, vendorId] = [randomUUID(), randomUUID()]
      await db.insert(vendorLibrary).values({ id: vendorId, vendorName: `Gauge ${vendorId.slice(0, 8)}` })
      const email = `${id}@gauge.example`
      await db
        .insert(vendorContacts)
        .values({ id, vendorId, name: 'Maria Ortiz', email, emailKey: email, invitedBy: 'cli' })
      return id
    },
    /** An open proposal of a vendor of its own. */
    proposal: async () => {
      const [id, vendorId] = [randomUUID(), randomUUID()]
      await db.insert(vendorLibrary).values({ id: vendorId, vendorName: `Gauge ${vendorId.slice(0, 8)}` })
      const values = { base: { description: null }, fields: { description: 'Gauges for every mill' } }
      await db.insert(vendorProposals).values({ id, vendorId, baseVersion: 1, ...values })
      return { id, vendorId }
    },
    location: async () => {
      const id = randomUUID()
      await db.insert(locationLibrary).values({ id, venueName: `Dock ${id.slice(0, 8)}`, city: 'Tulsa' })
      return id
    },
    template: async () => {
      const id = randomUUID()
      await db.insert(agendaTemplateGroups).values({ id, groupName: `Day ${id.slice(0, 8)}` })
      await db.insert(agendaTemplateItems).values({ groupId: id, timeSlot: '8:30am', title: 'Walk', displayOrder: 1 })
      return id
    },
    /** A product that visitors see on public ground, sold out, with one variant. */
    product: async () => {
      const [id, variantId] = [randomUUID(), randomUUID()]
      const texts = { summary: 'A card.', description: 'Fits.', descriptionHtml: '<p>Fits.</p>' }
      const displayOrder = (await db.$count(shopProducts)) + 1
      const slug = `card-${id.slice(0, 8)}`
      await db
        .insert(shopProducts)
        .values({ id, slug, title: 'Card', kind: 'aid', ...texts, isActive: isPublic, displayOrder })
      const sku = `SKU-${id.slice(0, 8)}`
      await db.insert(shopVariants).values({ id: variantId, productId: id, sku, priceCents: 950, displayOrder: 1 })
      return { id, variantId, slug, sku }
    },
    taskTemplate: async () => {
      const id = randomUUID()
      const kind = { kind: 'acknowledgement', assigneeType: 'team' } as const
      await db.insert(taskTemplates).values({ id, title: `Read ${id.slice(0, 8)}`, ...kind, dueDays: -7 })
      return id
    },
  }
}

function peopleRows(db: Db) {
  /** Somebody with one session and one second factor. */
  const person = async (is: Partial<Person> = {}) => {
    const { id } = await preparePerson(db, { level: 1, ...is })
    await db.insert(authFactors).values({ userId: id, factorType: 'totp', status: 'verified', friendlyName: 'App' })
    return id
  }
  return {
    person,
    sessionOf: async (userId: string) => {
      const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
      if (!session) throw new Error('They are nowhere')
      return session.handle
    },
    banned: async () => {
      const id = await person()
      await db.insert(bans).values({ subjectType: 'user', subject: id, reason: 'spam', actor: 'test' })
      return id
    },
    addressBan: async () => {
      const id = randomUUID()
      const subject = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::/64`
      await db.insert(bans).values({ id, subjectType: 'address', subject, reason: 'spam', actor: 'limits' })
      return id
    },
    suppression: async () => {
      const id = randomUUID()
      await db
        .insert(suppressions)
        .values({ id, emailHash: id, masked: 'a…@plant.example', reason: 'hard', source: 'ses' })
      return id
    },
  }
}

function siteRows(db: Db, isActive: boolean) {
  return {
    check: async ({ isMuted = false } = {}) => {
      const key = `state.${randomUUID()}`
      const at = new Date(NOON)
      await db.insert(checkStates).values({
        ...{ key, state: 'fail', since: at, lastRunAt: at },
        ...(isMuted && { mutedUntil: new Date(NOON + 1), muteReason: 'Known' }),
      })
      return key
    },
    roundTrip: async () => {
      const id = randomUUID()
      const at = new Date(NOON)
      await db.insert(mailRoundTrips).values({ id, token: id, askedBy: 'test', createdAt: at })
      return id
    },
    dnsChange: async () => {
      const id = randomUUID()
      const domain = `${id}.example.org`
      const records = (value: string) => ({ [`MX ${domain}`]: [value] })
      const first = { domain, records: records('a.example.org'), acceptedBy: 'system', at: new Date(NOON - 1_000) }
      await db
        .insert(dnsSnapshots)
        .values([first, { id, domain, records: records('b.example.org'), at: new Date(NOON) }])
      return id
    },
    noOpenRound: () => db.update(checkRounds).set({ finishedAt: new Date(NOON) }),
    menuItem: async () => {
      const id = randomUUID()
      await db.insert(menuItems).values({ id, label: 'Events', href: '/events', displayOrder: 9, isActive })
      return id
    },
    /** A message that was given up. */
    mail: async () => {
      const id = randomUUID()
      const words = { recipient: 'ada@plant.example', subject: 'Confirm', textBody: 'words', template: 'confirm' }
      const sent = { id, channel: 'mail', state: 'dead', attempts: 9, nextAttemptAt: new Date(NOON) } as const
      await db.insert(outbox).values({ ...sent, ...words })
      return id
    },
  }
}
