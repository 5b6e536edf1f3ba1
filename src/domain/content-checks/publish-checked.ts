import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { type Finding, openFindings, sayStopped } from '#src/contract/content-check.ts'
import { Failure } from '#src/contract/failure.ts'
import { type ChangedEvent, type EventKey, isEvent } from '../events/change-event.ts'
import { findInEvent } from './check-site.ts'

type Publishing = {
  key: EventKey
  siteUrl: string
  /** The warnings that somebody has read, by `findingCode`; `all` for a command line, which was told to publish in spite of them. */
  accepted: readonly string[] | 'all'
}

/**
 * Makes a change that may publish an event, and takes it back if the checks find an error, or a warning that is not accepted. They
 * judge what the change has written, in its own transaction: it holds the lock of all content by then, so nothing that the page
 * shows can change between the checks and the publication. What was published before is not judged again. Throws `findings`, and
 * what the change throws. (decision 0065)
 */
export async function publishChecked(
  db: Db,
  { key, siteUrl, accepted }: Publishing,
  change: (tx: Db) => Promise<ChangedEvent>,
): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const { isPublished, version } = eventConfig
    const [before] = await tx.select({ isPublished, version }).from(eventConfig).where(isEvent(key))
    const changed = await change(tx)
    const { item, revision } = changed
    // Somebody else may have unpublished it since it was read here: then its version has grown twice.
    const wasPublished = before?.isPublished === true && item.version === before.version + 1
    if (revision === null || !item.isPublished || wasPublished) return changed
    const findings = await findInEvent(tx, item, siteUrl)
    if (isStopped(findings, accepted)) throw new Failure('findings', sayStopped(findings), { findings })
    return changed
  })
}

function isStopped(findings: readonly Finding[], accepted: Publishing['accepted']): boolean {
  const open = accepted === 'all' ? findings.filter(({ level }) => level === 'error') : openFindings(findings, accepted)
  return open.length > 0
}
