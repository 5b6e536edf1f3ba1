import type { Counts, EmergencyAction } from './emergency.ts'
import { enumerate, plural } from './plural.ts'
import { SITE_LEVELS } from './site-mode.ts'

/** An action as it is stored: whom it concerned is an id, and no address is kept. */
export type StoredAction = { kind: EmergencyAction['kind'] } & Record<string, unknown>

/** `will` before the action, `did` after it, `would` for a drill. */
export type Tense = 'will' | 'did' | 'would'

type Verb = readonly [will: string, did: string, would: string]
const TENSES = { will: 0, did: 1, would: 2 } as const

const VERBS = {
  ends: ['Ends', 'Ended', 'Would have ended'],
  replaces: ['Replaces', 'Replaced', 'Would have replaced'],
  voids: ['Voids', 'Voided', 'Would have voided'],
  makes: ['Makes', 'Made', 'Would have made'],
} as const satisfies Record<string, Verb>

/** What an action changes: in numbers, as a sentence. (product 7: emergency reset) */
export function describeEffect(action: StoredAction, counts: Counts, tense: Tense): string {
  const { kind, isLifted = false, isHeld = false } = action
  const say = (verb: keyof typeof VERBS, things: (string | null)[]) =>
    `${VERBS[verb][TENSES[tense]]} ${enumerate(things.filter((thing) => thing !== null))}.`
  const sessions = amount(counts.sessions, 'session') + ofOwners(counts.ownerSessions)
  if (kind === 'sessions')
    return say('ends', [
      sessions,
      ifAny(counts.vendorSessions, 'session') && `${plural(counts.vendorSessions ?? 0, 'session')} of vendor contacts`,
      ifAny(counts.pending, 'unfinished sign-in'),
      ifAny(counts.devices, 'remembered device'),
    ])
  if (kind === 'keys') return say('replaces', [amount(counts.keys, 'signing key')])
  if (kind === 'links')
    return say('voids', [amount(counts.links, 'link'), ifAny(counts.feeds, 'private calendar link')])
  if (kind === 'level') return describeLevel(counts, tense)
  if (kind === 'mail') return describeMail(isHeld === true, counts, tense)
  if (kind === 'release') return describeRelease(counts, tense)
  const held = kind === 'passwords' ? 'password' : 'set'
  const of = kind === 'passwords' ? '' : ' of verification methods'
  const whose = amount(counts.people, held) + of + ofOwners(counts.owners)
  if (isLifted === true) return say('makes', [`${whose} valid again`])
  return `${say('makes', [`${whose} invalid`])} ${say('ends', [sessions])}`
}

function amount(count = 0, noun: string): string {
  return count === 0 ? `no ${noun}s` : plural(count, noun)
}

function ifAny(count = 0, noun: string): string | null {
  return count === 0 ? null : plural(count, noun)
}

function ofOwners(count = 0): string {
  return count === 0 ? '' : ` (${count === 1 ? '1 belongs to an owner' : `${count} belong to owners`})`
}

function describeLevel({ from = 0, to = 0 }: Counts, tense: Tense): string {
  const name = (at: number) => `${at} (${SITE_LEVELS.find(({ level }) => level === at)?.name ?? 'unknown'})`
  const verb = { will: 'Changes', did: 'Changed', would: 'Would have changed' }[tense]
  return `${verb} the level from ${name(from)} to ${name(to)}.`
}

function describeMail(isHeld: boolean, { waiting }: Counts, tense: Tense): string {
  const messages = `${amount(waiting, 'message')} in the queue`
  const verb = isHeld
    ? { will: 'Holds', did: 'Held', would: 'Would have held' }[tense]
    : { will: 'Sends', did: 'Released', would: 'Would have released' }[tense]
  return `${verb} ${messages} and all later messages${isHeld ? ', except those about security' : ''}.`
}

function describeRelease({ from, to }: Counts, tense: Tense): string {
  const verb = { will: 'Puts back', did: 'Put back', would: 'Would have put back' }[tense]
  if (to === undefined) return `${verb} the chosen version of the public site.`
  return `${verb} revision ${to} of the public site${from === undefined ? '' : ` in place of revision ${from}`}.`
}
