import type { z } from 'zod'
import type { AdminCategory, categoryInput } from '#src/contract/forum-moderation.ts'

/** What the form of a category holds. */
export type CategoryWords = z.output<typeof categoryInput>

export const LABELS: Record<keyof CategoryWords, string> = {
  name: 'Name',
  slug: 'Address',
  description: 'Description',
  eventId: 'Linked event',
  isClosed: 'Closed',
}

export function wordsOf(category: AdminCategory | undefined): CategoryWords {
  return {
    slug: category?.slug ?? '',
    name: category?.name ?? '',
    description: category?.description ?? '',
    eventId: category?.eventId ?? null,
    isClosed: category?.isClosed ?? false,
  }
}

/** An address made of a name: `Pumps & seals` becomes `pumps-seals`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
}
