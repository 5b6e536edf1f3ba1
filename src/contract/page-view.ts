import { z } from 'zod'
import { LETTER_ACTS, REGISTER_PLACES } from './analytics.ts'
import { isStorable } from './text.ts'

const line = (max: number) => z.string().max(max).refine(isStorable)
const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as [Key, ...Key[]]

/**
 * What a page tells as `data-act` or `data-seen` names it: the agenda came into sight, something was done with the letter, or
 * registration was pressed at some place of the page.
 */
const toldAct = z.union([
  z.literal('agenda'),
  z.templateLiteral(['letter ', z.enum(keysOf(LETTER_ACTS))]),
  z.templateLiteral(['register ', z.enum(keysOf(REGISTER_PLACES))]),
])
export type ToldAct = z.output<typeof toldAct>

/** What the beacon of a page sends. The server cleans it again: nothing here is believed. (product 7) */
export const pageViewInput = z.strictObject({
  /** With the query, of which only the campaign is kept. */
  pagePath: line(2000),
  eventSlug: line(100).nullish(),
  /** Ignored: pages that were opened before the site stopped naming sessions still send it. */
  sessionId: line(64).nullish(),
  referrer: line(2000).nullish(),
  /** Present if the beacon is about an act on the page, which was viewed before. */
  act: toldAct.nullish(),
  /**
   * Present if the beacon is about the strip of partners: the outside links that were pressed, and the ids of partners whose website
   * another one has too; none while it is only in sight.
   */
  links: z.array(line(2000)).max(50).nullish(),
})
export type PageViewInput = z.output<typeof pageViewInput>
