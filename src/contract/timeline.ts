import type { Instant } from './instant.ts'

/** Something that happened to a person, or that they did. `isWarning`: worth a second look. */
export type TimelineEntry = { id: string; at: Instant; sentence: string; isWarning: boolean }

/** A change as the audit log has it, seen from one person's page. */
export type Change = {
  action: string
  before: unknown
  after: unknown
  /** Who did it, if it was another person; null if they did it themselves. */
  by: string | null
  /** Whose account it changed, if it is another person's; null if it is their own or no account. */
  to: string | null
  subjectId: string
}

/** A failed attempt to sign in, register or reset a password. */
type FailedAttempt = { attemptType: string; reason: string | null; device: string | null }

type Said = Pick<TimelineEntry, 'sentence' | 'isWarning'>
type Facts = Pick<Change, 'before' | 'after' | 'subjectId'>

const SAYINGS: Record<string, string | ((facts: Facts) => string)> = {
  'account.register': ({ after }) => `Registered as ${getText(after, 'username')}`,
  'account.register-again': 'Registered again before the address was confirmed',
  'account.register-known': 'Someone tried to register with this address again',
  'account.register-google': 'Registered with Google',
  'account.adopt-with-google': 'Signed in with Google to an unconfirmed registration',
  'account.store-member': 'Added as a member',
  'account.confirm-email': 'Confirmed the email address',
  'account.update-profile': sayProfile,
  'account.update-figure-wish': 'Changed which figures come by email',
  'account.ask-email': 'Requested a new email address',
  'account.change-email': 'Changed the email address',
  'account.ask-reset': 'Password reset link sent',
  'account.reset-password': 'Set a new password with a reset link',
  'account.lock-codes': ({ after }) =>
    `${String(getField(after, 'failures'))} wrong codes in a row locked two-step verification`,
  'account.end-code-lock': 'Unlocked two-step verification with a new password',
  'account.change-password': 'Changed the password',
  'account.link-google': 'Linked a Google account',
  'account.unlink-google': 'Unlinked the Google account',
  'account.decide': sayDecision,
  'account.undo-decision': 'Decision undone before the email was sent',
  'account.delete': 'Deleted the account',
  'account.make-owner': 'Made an owner',
  'account.recover-owner': 'Recovered as an owner: password, two-step verification, bans and sessions removed',
  'account.end-sessions': 'Signed out everywhere',
  'account.end-session': ({ before }) => `Session ended: ${getText(before, 'device')}`,
  'account.reset-factors': 'Two-step verification and recovery codes removed',
  'role.grant': ({ after }) => `Was given the role ${getText(after, 'role')}`,
  'role.revoke': ({ before }) => `Lost the role ${getText(before, 'role')}`,
  'ban.create': sayBan,
  'ban.lift': 'Ban lifted',
  'session.open': ({ after }) => `Signed in with ${MEANS[getText(after, 'method')] ?? 'a password'}${on(after)}`,
  'session.close': 'Signed out',
  'session.end': ({ before }) => `Ended a session${on(before)}`,
  'session.end-others': 'Signed out everywhere else',
  'factor.verify': ({ after }) => `Added a verification method: ${getText(after, 'friendlyName')}`,
  'factor.remove': ({ before }) => `Removed a verification method: ${getText(before, 'friendlyName')}`,
  'recovery-codes.replace': 'Created new recovery codes',
  'recovery-codes.use': 'Used a recovery code',
  'access.refuse': ({ subjectId }) => `Was refused: ${subjectId}`,
}

const WARNINGS = new Set(['account.recover-owner', 'account.register-known', 'account.reset-factors', 'ban.create'])
WARNINGS.add('account.lock-codes').add('recovery-codes.use').add('access.refuse').add('account.delete')

const MEANS: Record<string, string> = {
  password: 'a password',
  signin: 'a password',
  google: 'Google',
  passkey: 'a passkey',
  totp: 'an authenticator code',
  phone: 'a code by text message',
  webauthn: 'a passkey for two-step verification',
  'recovery code': 'a recovery code',
  recovery_code: 'a recovery code',
}

const TRIES: Record<string, string> = {
  reauthenticate: 'confirm their identity',
  password_change: 'change the password',
}

/** A change in one sentence, for the page of one user. A change without its own sentence is described by its name. */
export function describeChange(change: Change): Said {
  const { action, by, to } = change
  const saying = SAYINGS[action] ?? plainName(action)
  const what = typeof saying === 'string' ? saying : saying(change)
  const whose = to === null ? '' : ` (account of ${to})`
  const isRejection = action === 'account.decide' && getText(change.after, 'approval') === 'rejected'
  return {
    sentence: `${what}${whose}${by === null ? '' : `, by ${by}`}.`,
    isWarning: to === null && (WARNINGS.has(action) || isRejection),
  }
}

/** A failed attempt in one sentence. */
export function describeFailedAttempt({ attemptType, reason, device }: FailedAttempt): Said {
  const tried = TRIES[attemptType] ?? `sign in with ${MEANS[attemptType] ?? attemptType}`
  const why = reason === null ? '' : `: ${reason}`
  return { sentence: `Failed to ${tried}${device === null ? '' : ` on ${device}`}${why}.`, isWarning: true }
}

function sayProfile({ before, after }: Facts): string {
  const [was, is] = [getText(before, 'username'), getText(after, 'username')]
  return was === is ? 'Changed the profile' : `Changed the username from ${was} to ${is}`
}

function sayDecision({ before, after }: Facts): string {
  if (getText(after, 'approval') === 'approved')
    return getText(before, 'approval') === 'rejected' ? 'Approved after a rejection' : 'Approved'
  return `Rejected: ${getText(after, 'approvalReason')}`
}

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

function sayBan({ after }: Facts): string {
  const until = getField(after, 'expiresAt')
  const end = typeof until === 'number' ? ` until ${MOMENT.format(until).replaceAll('\u202f', ' ')} UTC` : ''
  return `Banned${end}: ${getText(after, 'reason')}`
}

/** `event.publish` → `Event: publish`. */
function plainName(action: string): string {
  const [noun = action, verb = ''] = action.split('.')
  const name = noun.charAt(0).toUpperCase() + noun.slice(1)
  return verb === '' ? name : `${name}: ${verb}`.replaceAll('-', ' ')
}

function on(value: unknown): string {
  const device = getText(value, 'device')
  return device === '' ? '' : ` on ${device}`
}

function getText(value: unknown, name: string): string {
  const held = getField(value, name)
  return typeof held === 'string' ? held : ''
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
