import type { MailCondition, MailPlanState } from './mail-rule.ts'
import { plural } from './plural.ts'

/** The button that shows the recipient of a message. */
export const SHOW_RECIPIENT = 'Show'

/** How each state of a mail is named. */
export const MAIL_STATE_WORDS = {
  planned: 'Planned',
  held: 'Held',
  sent: 'Sent',
  skipped: 'Skipped',
  missed: 'Missed',
  cancelled: 'Cancelled',
} as const satisfies Record<MailPlanState, string>

/** Why a person gets no mail of a workflow, or not yet. Each is stored with the mail that it is about. (decision 0054) */
export const MAIL_REASON = {
  badAddress: 'The address is not valid.',
  forumMailOff: 'This member has turned off forum emails.',
  banned: 'The account is banned.',
  paused: 'The workflow is paused.',
  quiet: 'It waits until the quiet hours are over.',
  noText: 'The text could not be generated. We will try again.',
  late: 'It could not be sent in time.',
  latePaused: 'The workflow was paused until it was too late to send.',
  lateQuiet: 'It was late, and the quiet hours end after its send deadline.',
  lateNoText: 'The text could not be generated in time.',
  lateMoved: 'Its time had already passed for the new date.',
  lateAdded: 'Its time had already passed when this person was added.',
  noTime: 'The order came too late for it.',
  sameDay: 'The reminder of another task that is due on the same day lists it.',
  laterStep: 'A later reminder takes its place.',
  left: 'This person is no longer in the audience.',
  settled: 'The order no longer waits for what it reminds of.',
  moved: 'The date that it counts from has changed, and this person has an email for the new date.',
} as const

/** The same for a person who already gets `most` mails of workflows on that day. */
export function mostPerDayReason(most: number): string {
  return `This person already gets ${plural(most, 'email')} on that day.`
}

/** In place of what a workflow means for an event, until the planner has looked at it. */
export const NOT_JUDGED_YET = 'It is being worked out.'

/** What a workflow as a whole means for one event: why it applies, or why it does not. */
export const VERDICT = {
  applies: 'The workflow applies to this event.',
  over: 'Its time has passed.',
  sentByHand: 'Its time had passed. It was sent by hand.',
  paused: MAIL_REASON.paused,
  nobody: 'There is no one in its audience.',
  draft: 'The workflow is a draft.',
  deleted: 'The workflow was deleted.',
  skipped: 'This event skips the workflow.',
  eventDeleted: 'The event was deleted.',
  unpublished: 'The event is not published.',
  postponed: 'The event is postponed.',
  cancelled: 'The event is cancelled.',
  noDeadline: 'The event has no early bird deadline.',
  beforeOn: 'Its time had passed when the workflow was turned on.',
  beforePublished: 'Its time had passed when the event was published.',
} as const

/** Why a workflow does not apply to an event for which one of its conditions is not true. */
export const CONDITION_UNMET: Readonly<Record<MailCondition, string>> = {
  'has-venue': 'The venue is not known.',
  'has-early-bird': 'The event has no early bird price.',
  'has-room': 'The event has no room in the forum.',
  'has-open-tasks': 'The event has no open tasks.',
}
