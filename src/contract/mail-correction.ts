import { z } from 'zod'
import { eventFacts, type FactChange, type FactNews } from './event-facts.ts'
import type { Instant } from './instant.ts'
import type { EventFacts } from './mail-rule.ts'
import { optionalText } from './text.ts'

/** The longest note that an editor can add to a correction. */
export const NOTE_MAX = 1000

/** The buttons that decide on a correction. */
export const SEND_CORRECTION = 'Send correction'
export const NO_CORRECTION = 'Do not send'

/** Refuses a decision on something that is decided, or that nobody was sent. */
export const CORRECTION_DECIDED = 'There is nothing to correct: someone else has decided, or the event is as it was.'

/** Refuses a decision that was made on other facts than the event has now. */
export const FACTS_CHANGED = 'The event has changed in the meantime. Check the correction again.'

/** `POST /api/admin/events/:id/correction`, with the facts that the person who decides has seen. */
export const correctionInput = z.strictObject({
  decision: z.enum(['sent', 'declined']),
  note: optionalText(NOTE_MAX, 'Note'),
  facts: eventFacts,
})
export type CorrectionInput = z.output<typeof correctionInput>

/** `GET …/correction`: the mail with this note. */
export const correctionQuery = z.strictObject({ note: optionalText(NOTE_MAX, 'Note') })

/** People who were sent the same, and what of it is no longer true. */
export type CorrectionGroup = { people: number; news: FactNews; changes: FactChange[] }

/** The question whether to send a correction. */
export type OpenCorrection = {
  people: number
  /** The people by what they know, the largest group first. */
  groups: CorrectionGroup[]
  /** What a correction would say of the event. */
  facts: EventFacts
}

/** One mail as a group would get it, greeting the first of its people; null if their name is not known. */
type CorrectionLetter = { people: number; name: string | null; subject: string; text: string }

/** The question with the mails. */
export type CorrectionPreview = OpenCorrection & { letters: CorrectionLetter[] }

/** What was decided. */
export type CorrectionOutcome = { decision: 'sent' | 'declined'; people: number; decidedAt: Instant }

/** An event with an open question, for the dashboard. */
export type EventToCorrect = { eventId: string; eventName: string; sentence: string }

const NEWS: Record<FactNews, (were: string, know: string) => string> = {
  cancelled: (_were, know) => `${know} that the event is cancelled.`,
  postponed: (_were, know) => `${know} that the event is postponed.`,
  unpublished: (_were, know) => `${know} that the event is no longer on the site.`,
  back: (_were, know) => `${know} that the event takes place after all.`,
  moved: (were) => `${were} sent the old date.`,
  time: (were) => `${were} sent the old time.`,
  place: (were) => `${were} sent the old place.`,
}

/** `23 people were sent the old date.` */
export function sayCorrection({ people, news }: Pick<CorrectionGroup, 'people' | 'news'>): string {
  const who = people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`
  return NEWS[news](`${who} ${people === 1 ? 'was' : 'were'}`, `${who} ${people === 1 ? 'does' : 'do'} not yet know`)
}
