import type { Context } from 'hono'
import type { ReactNode } from 'react'
import type { Db } from '#db/client.ts'
import type { HostFacts } from '#src/api/context.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { BuiltShell } from '#src/contract/forum-shell.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Log } from '#src/platform/log.ts'

/** Everything the forum's pages need from outside. No cookie is among it: everybody gets the same bytes. */
export type PageDeps = {
  db: Db
  log: Log
  siteUrl: string
  siteName: string
  /** The page that the build left for them; undefined where there is none yet. */
  readShell: () => Promise<BuiltShell | undefined>
  /** Runs a read again when the connection failed on the way. (security DB1) */
  retryRead: <T>(read: () => Promise<T>) => Promise<T>
  clock: Clock
  /** True for an error that means the database could not be reached or did not answer. */
  isConnectionFault: (error: unknown) => boolean
}

/** Hono's view of it. */
export type PageEnv = {
  Bindings: HostFacts
  Variables: PageDeps & {
    /** The policy of the page that is sent; null for a page that has none, absent where no page is sent. */
    policy?: string | null
    /**
     * How long, and until which purges, caches may keep that this page does not exist; absent if no purge would end
     * that.
     */
    absent?: CacheRule
  }
}
export type PageContext = Context<PageEnv>

/** What the browser and the cache need to know of an answer beside its content. */
export type CacheRule = {
  /** Tags a purge names it by. */
  tags: readonly string[]
  /** Seconds it may be kept where nothing purges it. */
  seconds?: number
}

/** How long caches keep that a page does not exist, in seconds. */
const ABSENT = 60

/** For an address that no page has until a write purges one of these tags. */
export function absentUntil(...tags: string[]): CacheRule {
  return { tags: [FORUM_TAG.every, ...tags], seconds: ABSENT }
}

/** A page of the forum, before the shell is around it. Paths are paths of this site. */
export type ForumPage = CacheRule & {
  /** Without the site's name. */
  title: string
  description: string
  /** Its address, with the part of the query that belongs to it; absent for pages that search engines must not list. */
  canonical?: string
  /** The pages before and after it. */
  previous?: string | undefined
  next?: string | undefined
  feed?: { href: string; title: string }
  jsonLd?: object
  /** True for the forum's own first page. */
  isHome?: boolean
  content: ReactNode
}
