import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import type { HostFacts } from '#src/api/context.ts'
import type { BuiltShell } from '#src/contract/forum-shell.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Log } from '#src/platform/log.ts'
import type { Kept } from './page.ts'

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
    /** How long and until which purges it may be kept that there is no such page; absent where a purge could not tell. */
    absent?: Kept
  }
}
export type PageContext = Context<PageEnv>
