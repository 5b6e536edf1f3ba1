import { z } from 'zod'

const NUL = '\u0000'

/** True for text that PostgreSQL stores as it is: no NUL, no half of a surrogate pair. (security IV3) */
export function isStorable(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed()
}

/**
 * Free text of `min` to `max` Unicode code points: the unit zod counts in on both sides of the wire, and `char_length` in
 * the database. Refuses what the database could not keep unchanged. (decision 0004)
 */
export function text(min: number, max: number, label: string) {
  const floor = min === 1 ? `${label} is required` : `${label} must be at least ${min} characters`
  return z
    .string()
    .min(min, floor)
    .max(max, `${label} must be at most ${max} characters`)
    .refine(isStorable, `${label} contains characters that cannot be stored`)
}

/** The same, where leaving the field empty is fine. Empty and absent both become null. */
export function optionalText(max: number, label: string) {
  return text(0, max, label)
    .nullish()
    .transform((value) => value || null)
}

const LONGEST_REASON = 500

/** Why something is done to people or to the site; `missing` is what an empty one is answered with. */
export function reasonText(missing: string) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(LONGEST_REASON, `Reason must be at most ${LONGEST_REASON} characters`)
    .refine(isStorable, 'Reason contains characters that cannot be stored')
}
