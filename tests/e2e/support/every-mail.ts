import { randomUUID } from 'node:crypto'
import { eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { forumCategories } from '#db/schema/forum.ts'
import { outbox } from '#db/schema/security.ts'
import { shopVariants } from '#db/schema/shop.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { audiencesOf } from '#src/admin/screens/workflows/rule-words.ts'
import { missedSentence } from '#src/contract/change-set.ts'
import { emailKey } from '#src/contract/email.ts'
import { listPlaceholders } from '#src/contract/mail-placeholder.ts'
import { MAIL_ANCHORS, MAIL_AUDIENCES, type MailAnchor, type MailAudience, subjectOf } from '#src/contract/mail-rule.ts'
import { requestEmailChange } from '#src/domain/accounts/change-email.ts'
import { registerAccount } from '#src/domain/accounts/register-account.ts'
import { requestReset } from '#src/domain/accounts/reset-password.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { toEventConfig } from '#src/domain/events/read-event-parts.ts'
import { noteWrongCode } from '#src/domain/factors/code-lock.ts'
import { issueUnsubscribe } from '#src/domain/forum-notices/mail-choice.ts'
import { followTopic } from '#src/domain/forum-notices/notice-rows.ts'
import { alertNote } from '#src/domain/mail-alerts/mail-alert.ts'
import { ruleLetters } from '#src/domain/mail-rules/rule-letters.ts'
import { enqueueMail, enqueueSms } from '#src/domain/outbox/enqueue.ts'
import type { Letter, LetterSite } from '#src/domain/outbox/letter.ts'
import * as account from '#src/domain/outbox/templates/account-letters.ts'
import { changeSetStopped } from '#src/domain/outbox/templates/change-set-letters.ts'
import { checksFailed, roundTripLetter } from '#src/domain/outbox/templates/check-letters.ts'
import { emergencyAction, factorsExpired, passwordExpired } from '#src/domain/outbox/templates/emergency-letters.ts'
import { eventCorrection } from '#src/domain/outbox/templates/event-letters.ts'
import { forumNews } from '#src/domain/outbox/templates/forum-news.ts'
import * as registration from '#src/domain/outbox/templates/registration-letters.ts'
import * as signIn from '#src/domain/outbox/templates/sign-in-letters.ts'
import { notifyOfShipping, notifyOfStatus } from '#src/domain/reports/notify-reporters.ts'
import { sendVerification } from '#src/domain/reports/submit-report.ts'
import { verifyReport } from '#src/domain/reports/verify-report.ts'
import { sendToPurchasing } from '#src/domain/shop-orders/finish-order.ts'
import { issueOrderLink, mailOrderLink } from '#src/domain/shop-orders/order-links.ts'
import { mailAboutOrder } from '#src/domain/shop-orders/order-mail.ts'
import { issueMailUnsubscribe } from '#src/domain/suppressions/mail-unsubscribe.ts'
import { aTopic } from '#tests/forum/notice-rows.ts'
import { addOrder } from '#tests/shop/shop-rows.ts'
import { mailPartners, type Partners } from './partner-mails.ts'
import { freshName, storePerson } from './people.ts'

const PHONE = '+14155550199'
const MINUTE = 60_000

/** A message as the outbox has it, and the people that all of them are about. */
export type EveryMail = {
  messages: (typeof outbox.$inferSelect)[]
  partners: Partners
  userIds: string[]
  reportIds: string[]
  orderId: string
}

/** Sends one message of every kind, to people of its own. What is behind a link with a token is made as the product makes it. */
export async function mailEverything(tx: Db, context: CommandContext): Promise<EveryMail> {
  const partners = await mailPartners(tx, context)
  const member = await storePerson(tx, { approval: 'approved' })
  const newcomer = `${freshName()}@scan.example`
  const reporter = `${freshName()}@scan.example`
  const buyers = { buyer: `${freshName()}@scan.example`, purchasing: `${freshName()}@scan.example` }
  for (const letter of noticesOf(context.site, context.now)) await enqueueMail(tx, { to: member.email, ...letter })
  await enqueueSms(tx, { to: PHONE, ...signIn.signInCode(context.site, { code: '123456', minutes: 5 }) })
  await enqueueSms(tx, { to: PHONE, ...alertNote(context.site, 'SPF fails.') })
  await register(tx, newcomer, context)
  await mailAccount(tx, member, context)
  await mailNews(tx, { ...member, eventId: partners.eventId }, context)
  const reportIds = await mailReporter(tx, reporter, context)
  const orderId = await mailBuyers(tx, buyers, context)
  for (const audience of Object.keys(MAIL_AUDIENCES) as MailAudience[])
    await mailPlanned(tx, audience, { partners, orderId, buyer: buyers.buyer }, context)
  const recipients = [
    ...Object.values(partners.emails),
    member.email,
    `moved.${member.email}`,
    newcomer,
    reporter,
    ...Object.values(buyers),
    PHONE,
  ]
  const mailed = await tx.select().from(outbox).where(inArray(outbox.recipient, recipients))
  const accounts = await tx
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, member.id), eq(users.emailKey, newcomer)))
  return { messages: mailed, partners, userIds: accounts.map(({ id }) => id), reportIds, orderId }
}

/** Mails without a token: none of them takes a path. */
function noticesOf(site: LetterSite, at: number): Letter[] {
  const failed = { key: 'headers.score', title: 'Headers', said: 'A header is missing.', since: at, wasMended: true }
  const dropped = { registrations: 1, factors: 0, sessions: 0, googleAccounts: 0 }
  return [
    account.accountDeleted(site, { at }),
    account.approvalDecided(site, { approval: 'approved' }),
    account.emailChanged(site, { newEmail: 'maria@new.example', at }),
    account.passwordChanged(site, { at }),
    registration.registeredWithGoogle(site, { hadPassword: false }),
    registration.addressConfirmed(site, { dropped, at }),
    registration.addressKnown(site),
    signIn.signInNoticed(site, { device: 'Firefox on Windows', at }),
    signIn.signInMethodChanged(site, { change: 'linked', at }),
    signIn.factorChanged(site, { change: 'added', factorType: 'totp', at }),
    signIn.factorsReset(site, { at }),
    signIn.recoveryCodeUsed(site, { left: 3, at }),
    passwordExpired(site, { at }),
    factorsExpired(site, { at }),
    emergencyAction(site, { isDrill: true, sentence: 'Ended 2 sessions.', undo: '', by: 'owner', at }),
    checksFailed(site, [failed]),
    changeSetStopped(site, {
      id: randomUUID(),
      name: 'Spring prices',
      state: 'missed',
      fault: missedSentence('9:00 AM'),
    }),
    roundTripLetter(site, randomUUID()),
  ]
}

/** The same address twice: its second registration has a link of its own. */
async function register(tx: Db, email: string, context: CommandContext): Promise<void> {
  const passwordHash = 'none'
  await registerAccount(tx, { email, username: freshName(), passwordHash }, context)
  await registerAccount(
    tx,
    { email, username: freshName(), passwordHash },
    { ...context, now: context.now + 2 * MINUTE },
  )
}

async function mailAccount(tx: Db, { id, email }: { id: string; email: string }, context: CommandContext) {
  await requestEmailChange(tx, { userId: id, sessionId: 'none', email: `moved.${email}` }, context)
  await requestReset(tx, email, { ...context, siteLevel: 0 })
  await tx.update(users).set({ failedCodes: 19 }).where(eq(users.id, id))
  await noteWrongCode(tx, { userId: id, email }, context)
}

/** News of the forum, and a correction about an event: both end with a link that ends such mails. */
async function mailNews(tx: Db, at: { id: string; email: string; eventId: string }, { site, now }: CommandContext) {
  const topicId = await aTopic(tx, at.id, 'Which grease for slow bearings?')
  await followTopic(tx, topicId, at.id)
  const news = { kind: 'reply', postId: topicId, actor: 'ada', excerpt: 'None.', reason: null } as const
  const token = await issueUnsubscribe(tx, at.id, [topicId], now)
  const topics = [{ title: 'Which grease?', news: [news] }] satisfies Parameters<typeof forumNews>[1]['topics']
  await enqueueMail(tx, { to: at.email, ...forumNews(site, { topics, more: 0, isDigest: false, token }) })
  const event = await readEvent(tx, at.eventId)
  const unsubscribeToken = await issueMailUnsubscribe(tx, { email: at.email, kind: 'event-mail' }, now)
  const difference = { news: 'moved', changes: [] } as const
  const correction = { event, difference: { ...difference, changes: [] }, note: null, recipientName: null }
  await enqueueMail(tx, { to: at.email, ...eventCorrection(site, { ...correction, unsubscribeToken }) })
}

async function mailReporter(tx: Db, email: string, context: CommandContext): Promise<string[]> {
  const [wish] = await tx.insert(adminWishes).values({ title: 'Mend the door', createdBy: 'test' }).returning()
  const report = {
    title: 'The door sticks',
    description: 'It needs a push, every time.',
    reportType: 'problem',
  } as const
  const reporter = { reporterEmail: email, emailKey: emailKey(email), promotedToWishId: wish?.id ?? '' }
  const rows = await tx
    .insert(eventReports)
    .values([
      { ...report, ...reporter },
      { ...report, ...reporter, promotedToWishId: null },
    ])
    .returning()
  for (const row of rows) {
    await sendVerification(tx, row, context)
    if (row.promotedToWishId === null) continue
    const [mail] = await tx.select({ text: outbox.textBody }).from(outbox).where(eq(outbox.recipient, email))
    await verifyReport(tx, /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '', context)
  }
  const [verified] = await tx
    .select()
    .from(eventReports)
    .where(eq(eventReports.promotedToWishId, wish?.id ?? ''))
  if (!verified) throw new Error('No report was verified')
  await notifyOfStatus(tx, verified, context)
  await notifyOfShipping(tx, wish?.id ?? '', context)
  return rows.map(({ id }) => id)
}

/** Each kind of message about an order, to its buyer and to purchasing. */
async function mailBuyers(
  tx: Db,
  { buyer, purchasing }: { buyer: string; purchasing: string },
  context: CommandContext,
) {
  const [variant] = await tx.select().from(shopVariants).limit(1)
  const id = await addOrder(tx, { variantId: variant?.id ?? '', state: 'invoiced', placedAt: context.now })
  const to = { email: buyer, emailKey: emailKey(buyer), payBy: 'invoice', poNumber: 'PO-7' } as const
  const [order] = await tx.update(shopOrders).set(to).where(eq(shopOrders.id, id)).returning()
  if (!order) throw new Error('The order is gone')
  const token = await issueOrderLink(tx, order, { as: 'buyer', to: buyer, by: 'order' }, context.now)
  for (const news of ['received', 'sent'] as const) await mailAboutOrder(tx, order, news, context)
  await mailOrderLink(tx, id, context)
  await sendToPurchasing(tx, { token, email: purchasing, note: null }, { ...context, caller: context.actor })
  return id
}

async function readEvent(tx: Db, eventId: string) {
  const [row] = await tx.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!row) throw new Error('The event is gone')
  return toEventConfig(row)
}

// Object.keys knows no key types. Those of one audience alone come first: their mails have placeholders of their own.
const ANCHORS = (Object.keys(MAIL_ANCHORS) as MailAnchor[]).toSorted(
  (one, other) => audiencesOf(one).length - audiencesOf(other).length,
)
type PlannedAbout = { partners: Partners; orderId: string; buyer: string }

/** A mail of a workflow to one of an audience, with every placeholder that such a mail may have. */
async function mailPlanned(tx: Db, audience: MailAudience, about: PlannedAbout, { site, now }: CommandContext) {
  const { partners, orderId, buyer } = about
  const [anchor] = ANCHORS.filter((one) => audiencesOf(one).includes(audience))
  if (!anchor) throw new Error(`No anchor has the audience ${audience}`)
  const body = listPlaceholders(anchor, audience)
    .map((name) => `{{${name}}}`)
    .join('\n\n')
  const timing = { kind: 'day', days: 1, at: '09:00' } as const
  const subject = `To ${audience}`
  const definition = {
    anchor,
    timing,
    audience,
    conditions: [],
    lateHours: 12,
    weekend: 'send',
    subject,
    body,
  } as const
  const isOfEvent = subjectOf(anchor) === 'event'
  const event = isOfEvent ? { ...(await readEvent(tx, partners.eventId)), hasRoom: true, hasOpenTasks: true } : null
  await tx
    .insert(forumCategories)
    .values({ slug: `room-${partners.eventId}`, name: 'A room', displayOrder: 991, eventId: partners.eventId })
    .onConflictDoNothing()
  const write = await ruleLetters(site)(tx, { event, now })
  const none = {
    id: null,
    versionId: '',
    occurrence: '2036-03-03',
    zone: 'UTC',
    state: 'planned',
    reason: null,
  } as const
  const rule = {
    id: '',
    state: 'on',
    isDeleted: false,
    onSince: 0,
    versionId: '',
    overrides: {},
    isSkipped: false,
  } as const
  const people = [
    [`team:${partners.teamId}`, partners.emails.team, partners.taskIds[1]],
    [`vendor:${partners.vendorId}`, partners.emails.active, partners.taskIds[0]],
  ] as const
  const buyers = [[`order:${orderId}`, buyer, orderId]] as const
  for (const [subjectId, recipient, itemId = ''] of audience === 'buyers' ? buyers : people) {
    const who = { subjectId, recipient, recipientKey: recipient, name: null, itemId }
    const times = { anchorAt: now, dueAt: now, lateAt: now, ruleId: '' }
    const letter = await write({
      ...none,
      ...who,
      ...times,
      rule: { ...rule, definition: { ...definition, conditions: [] } },
    })
    await enqueueMail(tx, { to: recipient, ...letter })
  }
}
