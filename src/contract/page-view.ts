import { z } from 'zod'
import { isStorable } from './text.ts'

const line = (max: number) => z.string().max(max).refine(isStorable)

/** What the beacon of a page sends. The server cleans it again: nothing here is believed. (product 7) */
export const pageViewInput = z.strictObject({
  pagePath: line(2000),
  eventSlug: line(100).nullish(),
  sessionId: line(64).nullish(),
  referrer: line(2000).nullish(),
  /**
   * Present if the beacon is about the strip of partners: the outside links that were pressed, and the ids of partners whose website
   * another one has too; none while it is only in sight.
   */
  links: z.array(line(2000)).max(50).nullish(),
})
export type PageViewInput = z.output<typeof pageViewInput>
