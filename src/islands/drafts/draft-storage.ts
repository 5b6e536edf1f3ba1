import type { Instant } from '#src/contract/instant.ts'
import { PRIVATE } from '../viewer/private-data.ts'

/** A draft is saved this many milliseconds after the last change. (product 9) */
export const AUTOSAVE = 2_000

/** A draft of this age, in milliseconds, is no longer restored. (product 9) */
export const DRAFT_EXPIRY = 24 * 3_600_000

/** True while it is younger than `expiry`. If the clock was set back, a draft may be from the future; it expires as well. */
export function isFresh({ timestamp }: { timestamp: Instant }, now: Instant, expiry = DRAFT_EXPIRY): boolean {
  return Math.abs(now - timestamp) < expiry
}

/** Without locks a draft saved less than this many milliseconds ago is taken to be open in another tab. */
const RECENTLY_SAVED = 60_000

/** What the storage needs from the browser. */
type DraftStorageParts<Draft> = KeyedDraftsParts<Draft> & {
  /** The storage of this tab. It may throw at any time. */
  own: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Locks a name and returns the function that releases it; undefined if another tab holds it. Absent in browsers without locks. */
  acquireLock?: ((name: string) => Promise<(() => void) | undefined>) | undefined
  newId: () => string
}

export type DraftStorage<Draft> = {
  /** Returns this tab's draft, or else the newest one that no tab has open, and locks it. */
  open: () => Promise<Draft | undefined>
  /** False if the browser did not store it, or nothing is open. */
  save: (draft: Draft) => boolean
  remove: () => void
  /** Lets other tabs open the draft of this one. */
  close: () => void
}

/**
 * The drafts of all tabs, each under its own key, so that no tab overwrites the draft of another. While a tab has its draft
 * open, it holds the lock of that key. The next tab that opens moves a draft without a lock to its own key. (security DL7, P-35)
 */
export function createDraftStorage<Draft extends { timestamp: Instant }>(
  parts: DraftStorageParts<Draft>,
): DraftStorage<Draft> {
  const { acquireLock, now, subject } = parts
  const { read, write, discard, list } = createKeyedDrafts(parts)
  const slot = createTabSlot(parts)

  const moveDraft = async (from: string, to: string): Promise<Draft | undefined> => {
    const release = acquireLock ? await acquireLock(getKey(subject, from)) : () => {}
    if (!release) return undefined
    const draft = read(from)
    if (draft && write(to, draft)) discard(from)
    release()
    return draft
  }
  const takeOver = async (mine: string): Promise<Draft | undefined> => {
    const newestFirst = list().sort((a, b) => b.draft.timestamp - a.draft.timestamp)
    for (const { id, draft } of newestFirst) {
      if (!acquireLock && now() - draft.timestamp < RECENTLY_SAVED) continue
      const moved = id === mine ? undefined : await moveDraft(id, mine)
      if (moved) return moved
    }
    return undefined
  }
  return {
    open: async () => {
      const mine = await slot.acquire()
      return mine === undefined ? undefined : (read(mine) ?? takeOver(mine))
    },
    close: slot.release,
    save: (draft) => {
      const mine = slot.id()
      return mine !== undefined && write(mine, draft)
    },
    remove: () => {
      const mine = slot.id()
      if (mine !== undefined) discard(mine)
    },
  }
}

/** The id that this tab has locked. A duplicated tab has the id of its original, which still holds the lock, and takes a new one. */
function createTabSlot({
  own,
  acquireLock,
  newId,
  subject,
}: Pick<DraftStorageParts<never>, 'own' | 'acquireLock' | 'newId' | 'subject'>) {
  const tab = `${PRIVATE}${subject}-tab`
  let held: { id: string; unlock: () => void } | undefined
  let last: string | undefined
  let visit = 0
  const release = () => {
    visit += 1
    held?.unlock()
    held = undefined
  }
  /** False if another tab has it. A lock that is granted after this visit has ended is released at once. */
  const take = async (id: string): Promise<boolean> => {
    const mine = visit
    const unlock = acquireLock ? await acquireLock(getKey(subject, id)) : () => {}
    if (!unlock) return false
    if (mine !== visit) {
      unlock()
      return true
    }
    held = { id, unlock }
    last = id
    withFallback(() => own().setItem(tab, id), undefined)
    return true
  }
  const acquireNew = async () => {
    release()
    await take(newId())
    return held?.id
  }
  const acquire = async () => {
    release()
    const mine = visit
    const id = withFallback(() => own().getItem(tab), null) ?? last
    const isTaken = id !== undefined && (await take(id))
    return isTaken || mine !== visit ? held?.id : acquireNew()
  }
  return { acquire, release, id: () => held?.id }
}

const getKey = (subject: string, id: string) => `${PRIVATE}${subject}-draft.${id}`

type KeyedDraftsParts<Draft> = {
  /** What is drafted. The keys begin with it, so that the drafts of two forms are never mixed up. */
  subject: string
  /** The storage of all tabs. It may throw at any time. */
  shared: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'length' | 'key'>
  now: () => Instant
  /** The draft in a stored text; undefined if the text is anything else, or the draft is too old. */
  read: (text: string | null, now: Instant) => Draft | undefined
}

/** Drafts of one subject, each with an id. Nothing here throws. Drafts that can no longer be restored are removed when they are read. */
export type KeyedDrafts<Draft> = {
  read: (id: string) => Draft | undefined
  /** False if the browser did not store it. */
  write: (id: string, draft: Draft) => boolean
  discard: (id: string) => void
  list: () => { id: string; draft: Draft }[]
}

/**
 * Drafts in this browser. Signing out removes them (security P-35). If the storage is full, forbidden or holds something else,
 * the form still works: there is just nothing to restore. (security DL7)
 */
export function createKeyedDrafts<Draft>({
  subject,
  shared,
  now,
  read: readDraft,
}: KeyedDraftsParts<Draft>): KeyedDrafts<Draft> {
  const discard = (id: string) => withFallback(() => shared().removeItem(getKey(subject, id)), undefined)
  const read = (id: string) => {
    const text = withFallback(() => shared().getItem(getKey(subject, id)), null)
    const draft = text === null ? undefined : readDraft(text, now())
    if (text !== null && !draft) discard(id)
    return draft
  }
  const write = (id: string, draft: Draft) =>
    withFallback(() => {
      shared().setItem(getKey(subject, id), JSON.stringify(draft))
      return true
    }, false)
  const keys = () => {
    const storage = shared()
    return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  }
  const prefix = getKey(subject, '')
  const list = () =>
    withFallback(keys, [])
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const id = key.slice(prefix.length)
        const draft = read(id)
        return draft ? [{ id, draft }] : []
      })
  return { read, write, discard, list }
}

/** The result of `work`, or `otherwise` if it throws. */
function withFallback<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
