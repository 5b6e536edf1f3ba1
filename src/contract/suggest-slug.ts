import type { PlainDay } from './instant.ts'
import { slugSchema } from './slug.ts'

/** Combining marks: what is left of é beside its e. */
const MARKS = /\p{M}/gu
const LONGEST = 95

/**
 * An address for an event, such as `kansas-city-2027`: its city, or its name while there is none, and its year. Empty when
 * that makes no slug the schema takes; the editor then writes one.
 */
export function suggestSlug({ city, eventName, eventDate }: { city: string; eventName: string; eventDate: PlainDay }) {
  const place = toWords(city) || toWords(eventName)
  const year = /^\d{4}/.exec(eventDate)?.[0]
  const slug = [place.slice(0, LONGEST).replace(/-+$/, ''), year].filter(Boolean).join('-')
  return place !== '' && slugSchema.safeParse(slug).success ? slug : ''
}

function toWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
