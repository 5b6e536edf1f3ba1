import { z } from 'zod'
import { reasonText } from './text.ts'

const DAY = 86_400_000
/** No check is silent for longer, in milliseconds. */
export const LONGEST_MUTE = 90 * DAY

/** For how long the form offers to mute a check, in days. */
export const MUTE_ENDS = [
  ['1', 'For a day'],
  ['7', 'For a week'],
  ['30', 'For 30 days'],
  ['90', 'For 90 days'],
] as const

/** When such a mute ends, counted from `now`. */
export function muteEnd(days: string, now: number): number {
  return now + Number(days) * DAY
}

export const BAD_MUTE_END = 'A mute must end in the future, within 90 days'

/** Body of `POST /api/admin/checks/:key/mute`. */
export const muteInput = z.strictObject({
  until: z.int(BAD_MUTE_END).min(0, BAD_MUTE_END).max(8_640_000_000_000_000, BAD_MUTE_END),
  reason: reasonText('A mute needs a reason'),
})
export type MuteInput = z.output<typeof muteInput>
