import type { StaticFile } from './static-file.ts'

/** An answer that is kept: until when it is good, and until when it is shown while it is made anew. */
export type Kept = {
  file: StaticFile
  status: number
  tags: ReadonlySet<string>
  freshUntil: number
  shownUntil: number
}

/** Answers kept at once; the oldest goes first. */
const MOST = 2_000

/** Answers by their address. Of its parameters only those count that the last answer for its path named. */
type KeptPages = {
  /** What two requests share that may get the same answer. */
  keyOf: (url: string) => string
  find: (url: string) => Kept | undefined
  /** `query` names the parameters that make it another answer. */
  keep: (url: string, query: readonly string[], page: Kept) => void
  purge: (tags: readonly string[]) => void
  clear: () => void
}

export function createKeptPages(): KeptPages {
  const kept = new Map<string, Kept>()
  const queries = new Map<string, readonly string[]>()
  const keyOf = (url: string) => {
    const { pathname, search, searchParams } = new URL(url)
    const query = queries.get(pathname)
    return query ? JSON.stringify([pathname, ...query.map((name) => searchParams.getAll(name))]) : pathname + search
  }
  return {
    keyOf,
    find: (url) => kept.get(keyOf(url)),
    keep: (url, query, page) => {
      queries.set(new URL(url).pathname, query)
      kept.delete(keyOf(url))
      kept.set(keyOf(url), page)
      const [oldest] = kept.keys()
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
    },
    purge: (tags) => {
      for (const [key, page] of kept) if (tags.some((tag) => page.tags.has(tag))) kept.delete(key)
    },
    clear: () => {
      kept.clear()
      queries.clear()
    },
  }
}
