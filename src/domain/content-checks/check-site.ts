import { type Db, inSnapshot } from '#db/client.ts'
import type { ContentChecks, Finding } from '#src/contract/content-check.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { findRow } from '../events/create-event.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import { joinParts } from '../site/read-site.ts'
import { findLinkedEvent } from './addresses.ts'
import { checkContent } from './check-content.ts'
import { linksOf } from './check-links.ts'
import { toSubjects } from './content.ts'
import { summarizeOutside } from './outside-links.ts'
import { readCheckedBlocks, readContent, readLinkFacts } from './read-content.ts'

/** What the checks find in all that visitors see now, except in events that are over. */
export async function checkSite(db: Db, siteUrl: string, now: Instant): Promise<ContentChecks> {
  return inSnapshot(db, async (tx) => {
    const findings = checkContent(await readContent(tx, now), await readLinkFacts(tx, siteUrl))
    return { findings, outside: await summarizeOutside(tx) }
  })
}

/** What the checks find in one event as it is stored, its agenda, partners and team. Throws `not_found`. */
export async function checkEvent(db: Db, id: string, siteUrl: string): Promise<Finding[]> {
  return inSnapshot(db, async (tx) => {
    const row = await findRow(tx, id)
    if (!row) throw new Failure('not_found', NOT_FOUND.event)
    return findInEvent(tx, toEventConfig(row), siteUrl)
  })
}

/** The same within a transaction. */
export async function findInEvent(tx: Db, event: EventConfig, siteUrl: string): Promise<Finding[]> {
  const events = await joinParts(tx, [event])
  const blocks = await readCheckedBlocks(tx, { events, pages: [] })
  const content = { events, blocks, menu: [], products: [], pages: [], copy: {} }
  const links = toSubjects(content).flatMap(linksOf)
  const only = links.flatMap(({ href }) => findLinkedEvent(href, siteUrl) ?? [])
  const facts = await readLinkFacts(tx, siteUrl, { only })
  // The page of the event is there once it is published.
  const slugs = { ...facts.slugs, events: new Set([...facts.slugs.events, event.eventSlug]) }
  return checkContent(content, { ...facts, slugs })
}
