import type { Instant } from '#src/contract/instant.ts'

export type StorageParts<Draft> = {
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
export function createDraftStorage<Draft extends { timestamp: Instant }>(
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
export function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
