import { z } from 'zod'
import { INVALID_EMAIL, normalizeEmail } from './email.ts'
import type { Instant, PlainDay } from './instant.ts'
import { pageFields } from './page.ts'
import { isStorable, text } from './text.ts'
import { isSafeHref } from './url.ts'

/** What deleting an entry does; its name comes before. */
export const DELETED_FOR_GOOD = 'will be permanently deleted from the library.'

/** Why an entry that events use cannot be deleted. */
export const ENTRY_IN_USE = 'Remove it from the events that use it first.'

/** What a change to an entry does that no published page shows. */
export const NOT_PUBLISHED_NOW = 'No published page shows it.'

/** Introduces entries that may be the same. */
export const MAYBE_DUPLICATE = 'This may already be in the library:'

/** What happens to the events that were filled from a deleted entry. */
export const LINK_REMOVED = 'stays as it is. Only the link to the library is removed.'

/** What an image field says of an address that shows no image. */
export const PHOTO_BROKEN = 'This photo cannot be loaded. Visitors do not see it.'

/** The fields that every entry of a library has in addition to its own. */
export type Entry = {
  id: string
  version: number
  /** The number of events that use it, whether they show it or not. */
  uses: number
  createdAt: Instant
  updatedAt: Instant
}

/** One event that uses an entry of a library. */
export type EntryUse = {
  eventId: string
  eventSlug: string
  eventName: string
  eventDate: PlainDay
  isPublished: boolean
  /** False where the event keeps it, but does not show it. */
  isActive: boolean
}

/** Where an entry is used: all counted, the latest ones by name. */
export type EntryUses = {
  count: number
  events: EntryUse[]
  /** What is deleted along with the entry and cannot be restored, in words; absent for a library whose entries own nothing. */
  owned?: string[] | undefined
}

/** Events that are named at most; the count tells of the rest. */
export const MOST_USES_NAMED = 20

/** An entry that was deleted, and the events that named it and go on without. */
export type RemovedEntry = { id: string; name: string; uses: EntryUses }

/** An entry that may be the same as the one about to be saved, and why. */
export type Duplicate = { id: string; name: string; because: 'name' | 'website' | 'email' }
export type Duplicates = { items: Duplicate[] }

/** Text of 1 to `max` characters that is not only spaces. */
export function nameText(max: number, label: string) {
  return text(1, max, label).refine((value) => value === '' || value.trim() !== '', `${label} is required`)
}

/** An e-mail address, or empty (null). */
export const optionalEmail = z
  .string(INVALID_EMAIL)
  .nullish()
  .transform((written, context) => {
    if (!written) return null
    const address = normalizeEmail(written)
    if (address !== undefined) return address
    context.addIssue({ code: 'custom', message: INVALID_EMAIL })
    return z.NEVER
  })

/** Search text of a query; empty by default. */
export function askedText(max: number) {
  return z
    .string()
    .max(max, `At most ${max} characters`)
    .refine(isStorable, 'This text contains characters that cannot be stored')
    .default('')
}

/** What is looked for; nothing is left out without it. */
export const searchText = askedText(200)

/** Entries are sorted by name, ignoring case, then by id. */
const place = z.tuple([z.string().max(400).refine(isStorable), z.uuid()])

/** `?q=&limit=&cursor=` of a list of entries. */
export const libraryQuery = z.strictObject({ ...pageFields(place), q: searchText })
export type LibraryQuery = z.output<typeof libraryQuery>

/** The version that a delete was decided on. */
export const deleteQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'version must be a whole number')
    .transform(Number),
})

/** The version of an entry that a form was filled from. */
export const entryVersion = z.int().min(1)

/** What is said of a picture and of a page of a library's entry that has no usable address. */
export const IMAGE_ADDRESS = 'Enter the address of an image, or upload one'
export const SECURE_ADDRESS = 'Enter a web address that begins with https://, or leave it empty'

/** The address of a picture that is required: of an upload, of this site or of another one. */
export const imageAddress = z
  .string()
  .min(1, IMAGE_ADDRESS)
  .max(2000, IMAGE_ADDRESS)
  .refine((url) => isSafeHref(url) && !url.startsWith('#'), IMAGE_ADDRESS)
