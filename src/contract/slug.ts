import { z } from 'zod'
import { Failure } from './failure.ts'

/** Words that would shadow a page or a file under /event, or an address under /api/events. */
const RESERVED = new Set(['index', 'new', 'setup', 'manage', 'preview', 'fallback', 'not-found', 'featured'])

/** An event's address: 3-100 lowercase letters, digits and hyphens. (spec 5) */
export const slugSchema = z
  .string()
  .min(3, 'Slug must be at least 3 characters')
  .max(100, 'Slug must be at most 100 characters')
  .regex(/^[a-z0-9-]+$/, 'Slug may contain only lowercase letters, digits and hyphens')
  .refine((slug) => !RESERVED.has(slug), 'This slug is reserved')

/** The slug as given, or the failure the specification names for a missing one. (spec 5) */
export function requireSlug(slug: string | undefined): string {
  const given = slug?.trim() ?? ''
  if (given === '') throw new Failure('invalid', 'Slug is required', { field: 'slug' })
  return given
}
