import type { SubjectType } from './change-subject.ts'
import type { Finding } from './content-check.ts'
import type { Instant } from './instant.ts'

/** The title of the screen. */
export const CONTENT_STUDIO = 'Content studio'

/** The title of an empty list. */
export const NO_CHANGE_SETS = 'No change sets yet'

/** The states of a set. `prepared` is the set that takes a published one back, as long as nobody has asked for it. */
export type ChangeSetState =
  | 'open'
  | 'in_review'
  | 'scheduled'
  | 'missed'
  | 'failed'
  | 'published'
  | 'rolled_back'
  | 'prepared'

/** What people read for each state. */
export const STATE_NAMES: Record<ChangeSetState, string> = {
  open: 'Open',
  in_review: 'In review',
  scheduled: 'Scheduled',
  missed: 'Missed its time',
  failed: 'Failed',
  published: 'Published',
  rolled_back: 'Rolled back',
  prepared: 'Rollback',
}

/** A set that is late by more than this is not published by itself: somebody decides. In milliseconds. */
export const MISSED_AFTER = 10 * 60_000
/** A schedule without a run for so long is reported beside the sets that wait for it. In milliseconds. */
export const TICK_OVERDUE = 3 * 60_000
/** Items that a set has at most. */
export const MOST_CHANGE_ITEMS = 200
/** A set is scheduled at most so far ahead, in milliseconds. */
export const LONGEST_SCHEDULE = 366 * 86_400_000
/** How long somebody counts as present after the last sign of life, in milliseconds. */
export const PRESENT_FOR = 60_000

/** States in which the set and its items can be changed. An edit of a failed or missed set opens it again. Of a rollback, records can only be removed. */
const EDITABLE: readonly ChangeSetState[] = ['open', 'in_review', 'missed', 'failed', 'prepared']
/** States from which a set can go live. */
export const PUBLISHABLE: readonly ChangeSetState[] = ['open', 'in_review', 'missed', 'failed', 'prepared', 'scheduled']

export const canEdit = (state: ChangeSetState): boolean => EDITABLE.includes(state)

/** Sentences that refuse an action. */
export const SET_LOCKED = 'This set is scheduled. Cancel the schedule to change it.'
export const SET_OVER = 'This set is already published.'
/** Also shown on the page of a rollback, in place of the buttons. */
export const ROLLBACK_FIXED =
  'A rollback restores what was live before, so no record can be added to it or edited in it.'
export const SET_EMPTY = 'This set changes nothing yet.'
export const NOT_APPROVED = 'Somebody else must approve this set first.'
export const OWN_APPROVAL = 'Somebody who has changed this set cannot approve it.'
export const NOT_IN_REVIEW = 'Ask for a review first.'
export const ITEM_PRESENT = 'This record is already part of the set.'
export const SET_FULL = `A set has at most ${MOST_CHANGE_ITEMS} records.`
export const CHECKS_STOPPED = 'The content checks found errors.'
export const WARNINGS_UNREAD = 'The content checks found warnings that nobody has read yet.'
/** Why a button that puts a set live cannot be pressed yet. */
export const CHECKING = 'The content checks are running.'
export const READ_WARNINGS = 'Tick that you have read the warnings.'
export const BLOCK_NOWHERE = 'No page and no slot has this block.'
export const TEXT_NOWHERE = 'No text has these words.'
export const TIME_PAST = 'This time is already over. Choose a later one.'
export const TIME_TOO_FAR = 'Choose a time within the next year.'
export const TIME_NOT_SHOWN = 'The clock does not show this time then. Choose the time again.'

/** Why a scheduled set was not published when the schedule came back after an outage. */
export function missedSentence(wall: string): string {
  return `The schedule did not run at ${wall}. The set was not published late: decide whether it still should be.`
}

/** Why a set that is due is not live yet, where it was no refusal that stopped it. */
export const TRIED_AGAIN = 'A technical fault stopped the publication. The schedule tries again with its next run.'

/** What the status line of the open form of a record says: whether what it holds is stored in the set. */
export const SAVE_WORDS = {
  saved: 'All changes are saved in this set.',
  waiting: 'Saving...',
  saving: 'Saving...',
  invalid: 'Not saved. Correct the marked fields.',
  failed: 'Not saved. Saving is tried again automatically.',
  conflict: 'Not saved. Someone else has changed this record. Press Done to choose which version to keep.',
  removed: 'Not saved. This record was removed from the set. Copy your text before you close the form.',
} as const
export type SaveState = keyof typeof SAVE_WORDS
/** The status line before the first change. */
export const SAVED_AS_TYPED = 'Changes are saved as you type.'
/** Why a set cannot go on while the open form holds something that is not stored. */
export const FORM_UNSAVED = 'The open form has unsaved changes.'

/** The parts of a button for each step, also used by tests. */
export const STUDIO = {
  newSet: 'New change set',
  replaceText: 'Replace a text',
  replaceBlock: 'Replace everywhere',
  makeSet: 'Make change set',
  addRecord: 'Add record',
  askReview: 'Ask for review',
  approve: 'Approve',
  publishNow: 'Publish now',
  schedule: 'Schedule',
  cancelSchedule: 'Cancel schedule',
  rollBack: 'Roll back',
  preview: 'Preview links',
} as const

/** One set in the list. */
export type ChangeSetLine = {
  id: string
  name: string
  state: ChangeSetState
  items: number
  publishAt: Instant | null
  publishZone: string | null
  publishedAt: Instant | null
  isApproved: boolean
  createdBy: string
  updatedAt: Instant
}

/** A field that a set changes: before it, in the set, and as it is now. */
export type ChangedField = {
  field: string
  /** What people call the field. */
  name: string
  before: unknown
  after: unknown
  /** What somebody else has saved since; absent if nobody has. */
  now?: unknown
  /** Both changed it, each to something else. */
  isConflict: boolean
}

/** What a set changes of one record. */
export type ChangeItem = {
  id: string
  subjectType: SubjectType
  subjectId: string
  label: string
  /** The record was deleted since. */
  isGone: boolean
  value: Record<string, unknown>
  changes: ChangedField[]
  /** What fields are called that somebody else has changed since, which the set leaves as they are now. */
  changedSince: string[]
  /** Why it cannot be published as it is; null if nothing is wrong. */
  refusal: string | null
  updatedBy: string
  updatedAt: Instant
  version: number
}

/** A set with all that its page shows. */
export type ChangeSet = ChangeSetLine & {
  note: string
  fault: string | null
  approvedBy: string | null
  approvedAt: Instant | null
  publishedBy: string | null
  revision: number | null
  /** The set that takes this one back; null if it is not published or nothing can take it back. */
  rollbackId: string | null
  /** The set that this one takes back. */
  reverts: { id: string; name: string } | null
  /** Whether the setting asks for the approval of somebody else. */
  needsApproval: boolean
  /** Why the viewer cannot approve it; null if they can. */
  approvalRefusal: string | null
  /** What to know before it goes live, such as an event that is over. */
  notes: string[]
  changeItems: ChangeItem[]
  /** What the checks of content last found. */
  checks: SetChecks
  /** Who published or scheduled it in spite of the warnings; null if there were none. */
  warningsReadBy: string | null
  /** Milliseconds since the schedule last looked for due sets; null if it never did. */
  lastTick: number | null
  version: number
}

/** What the checks of content found in the site as a set would leave it; `checkedAt` is null if they did not run since the last edit. */
export type SetChecks = { findings: Finding[]; checkedAt: Instant | null }

/** Somebody else who has the set open. */
export type Present = { name: string; seenAt: Instant }

/** A record that a set can change. */
export type SubjectLine = { type: SubjectType; id: string; label: string }
