import type { Db } from '#db/client.ts'
import { SUBJECT_LABELS } from '#src/contract/content-check.ts'
import { Failure } from '#src/contract/failure.ts'
import { publishChecked } from '#src/domain/content-checks/publish-checked.ts'
import type { ChangedEvent } from '#src/domain/events/change-event.ts'
import { listEvents } from '#src/domain/events/list-events.ts'
import { publishEvent, unpublishEvent } from '#src/domain/events/publish-event.ts'
import { renameEvent } from '#src/domain/events/update-event.ts'

const ACTOR = { id: 'cli' }
/** Publishes in spite of warnings. Errors stop it all the same. */
const ACCEPT = '--accept-warnings'
const ACCEPT_HINT = `Warnings are accepted with ${ACCEPT}.`

export const USAGE = `Use one of:
  npm run event -- list
  npm run event -- publish SLUG [--accept-warnings]
  npm run event -- unpublish SLUG
  npm run event -- rename SLUG NEW-SLUG`

/** What a command did, in a sentence, and the revision a build must reach to show it. */
export type Done = { sentence: string; revision: number | null; slug: string | undefined }

/** A command line, understood: run it on a database. Undefined for one that is not in `USAGE`. */
export function parseCommand(words: readonly string[], siteUrl: string): ((db: Db) => Promise<Done>) | undefined {
  const [verb, slug, newSlug, ...rest] = words
  if (rest.length > 0) return undefined
  if (verb === 'list' && slug === undefined) return list
  if (slug === undefined) return undefined
  if (verb === 'rename' && newSlug !== undefined) return (db) => rename(db, slug, newSlug)
  if (verb === 'publish' && (newSlug === undefined || newSlug === ACCEPT))
    return (db) => publish(db, { key: slug, siteUrl, accepted: newSlug === ACCEPT ? 'all' : [] })
  if (newSlug !== undefined) return undefined
  if (verb === 'unpublish') return async (db) => toDone(await unpublishEvent(db, slug, ACTOR), 'unpublished')
  return undefined
}

async function publish(db: Db, publishing: Parameters<typeof publishChecked>[1]): Promise<Done> {
  const changed = publishChecked(db, publishing, (tx) => publishEvent(tx, publishing.key, ACTOR))
  return toDone(await changed.catch(listFindings), 'published')
}

/** What the checks found, a line each, in the sentence of the refusal. */
function listFindings(fault: unknown): never {
  if (!(fault instanceof Failure) || !fault.findings) throw fault
  const lines = fault.findings.map(({ level, subject, text }) => {
    return `${level === 'error' ? 'Error' : 'Warning'}: ${SUBJECT_LABELS[subject.type]} ${subject.label}: ${text}`
  })
  throw new Failure('findings', [fault.message, ...lines, ACCEPT_HINT].join('\n'))
}

function toDone({ item: event, revision }: ChangedEvent, state: string): Done {
  const { eventSlug: slug } = event
  const sentence = revision === null ? `${slug} is already ${state}.` : `${slug} is ${state}, revision ${revision}.`
  return { sentence, revision, slug: state === 'published' ? slug : undefined }
}

async function rename(db: Db, slug: string, newSlug: string): Promise<Done> {
  const { item: event, revision } = await renameEvent(db, slug, newSlug, ACTOR)
  if (revision === null) return { sentence: `${slug} already has this name.`, revision, slug: undefined }
  const sentence = `${slug} is now ${event.eventSlug}, revision ${revision}. The old address redirects there.`
  return { sentence, revision, slug: event.isPublished ? event.eventSlug : undefined }
}

async function list(db: Db): Promise<Done> {
  const lines: string[] = []
  let cursor: string | undefined
  do {
    const page = await listEvents(db, { limit: 100, ...(cursor !== undefined && { cursor }) })
    for (const { eventDate, isPublished, status, eventSlug, eventName } of page.items) {
      const state = isPublished ? 'published' : 'draft'
      lines.push([eventDate, state.padEnd(9), status.padEnd(9), eventSlug.padEnd(28), eventName].join('  '))
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { sentence: lines.length > 0 ? lines.join('\n') : 'There are no events.', revision: null, slug: undefined }
}
