import type { Instant } from '#src/contract/instant.ts'
import { PRIVATE } from '../viewer/private-data.ts'

/** Without locks a draft saved less than this many milliseconds ago is taken to be open in another tab. */
const RECENT = 60_000

/** What the shelf needs of the browser. */
type ShelfParts<Draft> = StorageParts<Draft> & {
  /** What is drafted: begins the keys, so that drafts of one thing do not become those of another. */
  what: string
  /** This tab's alone. It may throw at any time. */
  own: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Holds a name until what it gives is called; undefined when another tab holds it. Absent in browsers without locks. */
  claim?: ((name: string) => Promise<(() => void) | undefined>) | undefined
  newId: () => string
}

export type DraftShelf<Draft> = {
  /** Takes this tab's draft, or else the newest one that no tab has open, and holds it. */
  open: () => Promise<Draft | undefined>
  /** Holds a place without a draft. What stands at this tab's old place is left for whoever opens next. */
  openEmpty: () => Promise<void>
  /** False when the browser does not keep it, or nothing is open. */
  keep: (draft: Draft) => boolean
  remove: () => void
  /** Lets other tabs have what is kept here. */
  close: () => void
}

/**
 * The drafts of all tabs, each under a key of its own, so that none overwrites another's. While a tab has its draft open it
 * holds the lock of that key; whoever opens next moves a draft without a holder to its own. (security DL7, P-35)
 */
export function createDraftShelf<Draft extends { timestamp: Instant }>(parts: ShelfParts<Draft>): DraftShelf<Draft> {
  const { claim, now, what } = parts
  const { read, write, drop, list } = createDraftStorage(`${PRIVATE}${what}-draft.`, parts)
  const place = createPlace(parts)

  const move = async (from: string, to: string): Promise<Draft | undefined> => {
    const release = claim ? await claim(from) : () => {}
    if (!release) return undefined
    const draft = read(from)
    if (draft && write(to, draft)) drop(from)
    release()
    return draft
  }
  const takeOver = async (mine: string): Promise<Draft | undefined> => {
    for (const { key, timestamp } of list()) {
      if (!claim && now() - timestamp < RECENT) continue
      const moved = key === mine ? undefined : await move(key, mine)
      if (moved) return moved
    }
    return undefined
  }
  return {
    open: async () => {
      const mine = await place.hold()
      return mine === undefined ? undefined : (read(mine) ?? takeOver(mine))
    },
    openEmpty: async () => {
      await place.holdNew()
    },
    close: place.leave,
    keep: (draft) => {
      const mine = place.key()
      return mine !== undefined && write(mine, draft)
    },
    remove: () => {
      const mine = place.key()
      if (mine !== undefined) drop(mine)
    },
  }
}

/** The key this tab holds. A copied tab has the name of the one it was copied from, which holds it: it then takes a new one. */
function createPlace({ own, claim, newId, what }: Pick<ShelfParts<never>, 'own' | 'claim' | 'newId' | 'what'>) {
  const prefix = `${PRIVATE}${what}-draft.`
  const tab = `${PRIVATE}${what}-tab`
  let held: { key: string; release: () => void } | undefined
  let last: string | undefined
  let visit = 0
  const leave = () => {
    visit += 1
    held?.release()
    held = undefined
  }
  /** False where another tab has it. A lock that comes after this visit is let go of again. */
  const take = async (id: string): Promise<boolean> => {
    const mine = visit
    const release = claim ? await claim(prefix + id) : () => {}
    if (!release) return false
    if (mine !== visit) {
      release()
      return true
    }
    held = { key: prefix + id, release }
    last = id
    attempt(() => own().setItem(tab, id), undefined)
    return true
  }
  const holdNew = async () => {
    leave()
    await take(newId())
    return held?.key
  }
  const hold = async () => {
    leave()
    const mine = visit
    const id = attempt(() => own().getItem(tab), null) ?? last
    const isTaken = id !== undefined && (await take(id))
    return isTaken || mine !== visit ? held?.key : holdNew()
  }
  return { hold, holdNew, leave, key: () => held?.key }
}

type StorageParts<Draft> = {
  /** Every tab's. It may throw at any time. */
  shared: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'length' | 'key'>
  now: () => Instant
  /** The draft a text holds; undefined for anything else that may stand there, and for one that is too old. */
  read: (text: string | null, now: Instant) => Draft | undefined
}

/** Drafts under keys that begin alike. Nothing here throws. */
type DraftStorage<Draft> = {
  read: (key: string) => Draft | undefined
  /** False when the browser does not keep it. */
  write: (key: string, draft: Draft) => boolean
  drop: (key: string) => void
  /** Every draft, the newest first. What nobody could restore any more is thrown away. */
  list: () => { key: string; timestamp: Instant }[]
}

/** A storage that is full, forbidden or holds something else loses no form: there is just nothing to restore. (security DL7) */
function createDraftStorage<Draft extends { timestamp: Instant }>(
  prefix: string,
  { shared, now, read: readDraft }: StorageParts<Draft>,
): DraftStorage<Draft> {
  const read = (key: string) => {
    const text = attempt(() => shared().getItem(key), null)
    return readDraft(text, now())
  }
  const write = (key: string, draft: Draft) =>
    attempt(() => {
      shared().setItem(key, JSON.stringify(draft))
      return true
    }, false)
  const drop = (key: string) => attempt(() => shared().removeItem(key), undefined)
  const keys = () => {
    const storage = shared()
    return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  }
  const list = () =>
    attempt(keys, [])
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const draft = read(key)
        if (!draft) drop(key)
        return draft ? [{ key, timestamp: draft.timestamp }] : []
      })
      .sort((a, b) => b.timestamp - a.timestamp)
  return { read, write, drop, list }
}

/** The value of what may throw, or another one. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
