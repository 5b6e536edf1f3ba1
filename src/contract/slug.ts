import { z } from 'zod'
import { Failure } from './failure.ts'
import type { PlainDay } from './instant.ts'

/** What forms call the slug of an event. */
export const PAGE_ADDRESS = 'Page address'

/** Refuses a slug with other signs. */
export const BAD_SLUG = 'Page address may contain only lowercase letters, digits and hyphens'

/** Refuses a slug that would shadow a page of the site. */
export const SLUG_RESERVED = 'This page address is reserved'

/** Refuses a slug that another event has. */
export function slugTaken(slug: string): string {
  return `The page address ${slug} is used by another event.`
}

/** Refuses a slug that another event had before. */
export function slugRedirects(slug: string, to: string): string {
  return `The page address ${slug} still redirects to ${to}.`
}

/** What becomes of the slug an event had before. */
export function oldAddressRedirects(slug: string): string {
  return `The old address, /event/${slug}, will redirect visitors to the new one.`
}

/** Words that would shadow a page or a file under /event, or an address under /api/events. */
const RESERVED = new Set(['index', 'new', 'setup', 'manage', 'preview', 'fallback', 'not-found', 'featured'])

/** An event's address: 3-100 lowercase letters, digits and hyphens. (product 5) */
export const slugSchema = z
  .string()
  .min(3, 'Page address must be at least 3 characters')
  .max(100, 'Page address must be at most 100 characters')
  .regex(/^[a-z0-9-]+$/, BAD_SLUG)
  .refine((slug) => !RESERVED.has(slug), SLUG_RESERVED)

/** The slug as given, or the failure that is named for a missing one. (product 5) */
export function requireSlug(slug: string | undefined): string {
  const given = slug?.trim() ?? ''
  if (given === '') throw new Failure('invalid', 'Slug is required', { field: 'slug' })
  return given
}

/** Combining marks: what NFKD leaves of é in addition to its e. */
const MARKS = /\p{M}/gu
const LONGEST_PLACE = 95

/**
 * Suggests a slug for an event, such as `kansas-city-2027`: its city, or its name as long as it has no city, and its year.
 * Empty if the result is not a valid slug; the editor then writes one.
 */
export function suggestSlug({ city, eventName, eventDate }: { city: string; eventName: string; eventDate: PlainDay }) {
  const place = toSlug(city, LONGEST_PLACE) || toSlug(eventName, LONGEST_PLACE)
  const year = /^\d{4}/.exec(eventDate)?.[0]
  const slug = [place, year].filter(Boolean).join('-')
  return place !== '' && slugSchema.safeParse(slug).success ? slug : ''
}

/** A name as a slug of at most `longest` characters: `Pumps & seals` becomes `pumps-seals`. */
export function toSlug(name: string, longest: number): string {
  return name
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '')
}
