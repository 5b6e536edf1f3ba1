import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { deliveryNotes } from '#db/schema/deliveries.ts'
import { eventConfig } from '#db/schema/events.ts'
import { outbox } from '#db/schema/security.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import { PROVIDER_NAMES } from '#src/contract/bounce-note.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import {
  EVENT_GONE,
  LINK_NOT_KEPT,
  type MailDetail,
  type MailLine,
  type MailNote,
  type MailOrigin,
  NOT_FAILED,
  SKIPPED_NOT_KEPT,
  TEXT_NOT_KEPT,
} from '#src/contract/mail.ts'
import { explainStatus } from '#src/contract/mail-status.ts'
import { orderOf } from '../mail-plan/scope.ts'
import { SHOWN, toMailLine } from './list-mails.ts'
import { SECURITY_TEMPLATES, type Template } from './templates.ts'

/** Why a message of each kind is written. A template that is not in this table does not compile. */
const WHY: Record<Template, string> = {
  'account-deleted': 'The person deleted their account.',
  'address-confirmed': 'The person confirmed their email address.',
  'address-known': 'Someone wanted to use this address for an account that already exists.',
  'approval-decided': 'An administrator decided on the registration.',
  'change-set-stopped': 'A scheduled change set failed or missed its time, and the recipient made it or is an owner.',
  'checks-failed': 'A check of the security test failed, and the recipient is an owner.',
  'codes-locked': 'Too many wrong codes were entered.',
  'confirm-address': 'An address has to be confirmed before it counts.',
  'email-changed': 'The email address of the account was changed.',
  'emergency-action': 'An owner used the emergency reset.',
  'event-correction':
    'The event changed after the recipient had been sent an email about it, and an administrator sent a correction.',
  'event-mail': 'A workflow sent it.',
  'factor-changed': 'A verification method of the account was added or removed.',
  'factors-expired': 'The verification methods of the account were ended.',
  'factors-reset': 'An owner removed the verification methods of the account.',
  figures: 'The administrator wants figures by email, and a workflow sent them.',
  'forum-news': 'The member follows topics of the forum in which something new was written.',
  'logistics-link': 'The recipient takes part in an event, and was sent the link to their form.',
  'logistics-decided': 'An administrator accepted or declined a change that the recipient asked for.',
  'logistics-nudge': 'An administrator reminded the recipient of answers that are missing for an event.',
  'mail-alert': 'Something is wrong with the delivery of mail, and the recipient is an owner.',
  'mail-round-trip': 'An administrator sent a test to check how receiving servers see our email.',
  'order-changed': 'An order of the recipient has changed.',
  'order-links': 'Someone asked for new links to the orders of this address, or an administrator sent one.',
  'order-purchasing': 'The buyer of an order sent it to purchasing.',
  'order-received': 'Someone placed an order with this address.',
  'order-reminder': 'An order of the recipient waits for a PO number, or its invoice is overdue.',
  'password-changed': 'The password of the account was changed.',
  'password-expired': "The account's password was invalidated.",
  'password-reset': 'Someone asked to set a new password for the account.',
  'proposal-decided': 'An administrator decided about changes that the recipient proposed for a vendor.',
  'recovery-code-used': 'A recovery code of the account was used.',
  'registered-again': 'Someone registered with the address of an existing account.',
  'registered-with-google': 'Someone registered with Google.',
  'registration-received': 'Someone registered with this address.',
  'report-status-changed': 'The status of a report that the recipient sent has changed.',
  'report-verified': 'The recipient confirmed a report.',
  'sign-in-code': 'Someone signs in to the account, and a code was asked for.',
  'sign-in-method-changed': 'A way to sign in to the account was added or removed.',
  'sign-in-noticed': 'Someone signed in to the account on a new device.',
  'task-returned': 'An administrator returned what the recipient handed in for a task.',
  'vendor-invite': 'An administrator invited the recipient to the vendor portal.',
  'vendor-nudge': 'An administrator reminded the vendor of what is missing for its events.',
  'vendor-sign-in': 'Someone asked for a link to sign in to the vendor portal.',
  'verify-report': 'A report was sent with this address and has to be confirmed.',
  'wish-shipped': 'A wish that came from a report of the recipient is done.',
}

const isTemplate = (template: string): template is Template => Object.hasOwn(WHY, template)

/** One message with where it came from, what became of it and what the provider reported. Throws `not_found`. */
export async function readMail(db: Db, id: string): Promise<MailDetail> {
  const [row] = await db.select(SHOWN).from(outbox).where(eq(outbox.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.message)
  const [origin, reports] = await Promise.all([readOrigin(db, id), readReports(db, id)])
  const mail = toMailLine(row)
  return {
    mail,
    origin,
    because: explainWhy(mail, origin),
    outcome: explainState(mail, reports),
    notes: reports.map(toNote),
    refusal: refuseResend(mail, origin),
  }
}

async function readOrigin(db: Db, id: string): Promise<MailOrigin | null> {
  const [row] = await db
    .select({
      ruleId: plannedMails.ruleId,
      workflow: mailRules.title,
      eventId: plannedMails.eventId,
      eventName: eventConfig.eventName,
      about: plannedMails,
    })
    .from(plannedMails)
    .innerJoin(mailRules, eq(mailRules.id, plannedMails.ruleId))
    .leftJoin(eventConfig, eq(eventConfig.id, plannedMails.eventId))
    .where(eq(plannedMails.outboxId, id))
  if (!row) return null
  const { about, ...origin } = row
  return { ...origin, order: orderOf(about) }
}

const NOTES: Record<typeof deliveryNotes.$inferSelect.type, string> = {
  delivered: 'The mailbox has accepted the message.',
  bounce_hard: 'The message was permanently rejected.',
  bounce_soft: 'The message was returned for now.',
  complaint: 'The recipient has reported the message as spam.',
  deferred: 'The receiver has asked the provider to try later.',
}

/** What became of a message that the mail server has accepted, by what was reported of it: the worst news first. */
const LATER = [
  ['complaint', 'The message was delivered, and the recipient reported it as spam.'],
  ['bounce_hard', 'The mail server has accepted the message, but it was permanently rejected later.'],
  ['delivered', NOTES.delivered],
] as const

type Report = typeof deliveryNotes.$inferSelect

function readReports(db: Db, id: string): Promise<Report[]> {
  return db
    .select()
    .from(deliveryNotes)
    .where(eq(deliveryNotes.outboxId, id))
    .orderBy(asc(deliveryNotes.at), asc(deliveryNotes.id))
}

function toNote({ id, at, provider, type, code, text }: Report): MailNote {
  const sentence = code ? `${NOTES[type]} ${code}: ${explainStatus(code)}` : NOTES[type]
  return { id, at: at.getTime(), provider: PROVIDER_NAMES[provider], sentence, text }
}

function explainWhy({ template }: MailLine, origin: MailOrigin | null): string {
  if (origin === null) return isTemplate(template) ? WHY[template] : 'The reason for this message is no longer known.'
  const event = origin.eventName === null ? '' : ` about “${origin.eventName}”`
  const about = origin.order === null ? event : ` about order ${origin.order.number}`
  return `The workflow “${origin.workflow}” sent it${about}.`
}

function explainState(
  { state, lastError, skippedBecause, attempts }: MailLine,
  reports: readonly Pick<Report, 'type'>[],
): string {
  const code = lastError === null ? undefined : /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(lastError)?.[0]
  const said = [lastError, code && explainStatus(code)].filter(Boolean).join(' ')
  const [, later] = LATER.find(([type]) => reports.some((report) => report.type === type)) ?? []
  if (state === 'sent') return later ?? 'The mail server has accepted the message.'
  if (state === 'skipped') return `It was not sent. ${skippedBecause ?? ''}`.trim()
  if (state === 'dead')
    return `Delivery stopped after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}. ${said}`.trim()
  return attempts === 0 ? 'Waiting to be sent.' : `It is tried again. ${said}`.trim()
}

/**
 * Why a message cannot be sent again; null if it can. A failed one still has its text; that of a workflow can be written again; any
 * other has lost it. (security TL1)
 */
function refuseResend({ state, template }: MailLine, origin: MailOrigin | null): string | null {
  if (state === 'dead') return null
  if (state === 'queued') return NOT_FAILED
  if (state === 'skipped') return SKIPPED_NOT_KEPT
  if (state === 'sent' && origin !== null)
    return origin.eventId !== null && origin.eventName === null ? EVENT_GONE : null
  return SECURITY_TEMPLATES.includes(template) ? LINK_NOT_KEPT : TEXT_NOT_KEPT
}
