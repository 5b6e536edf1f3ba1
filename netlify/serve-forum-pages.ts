import type { Context } from '@netlify/functions'
import type { Hono } from 'hono'
import { isConnectionFault } from '#db/fault.ts'
import { retryRead } from '#db/retry.ts'
import { unavailableApi } from '#src/api/app.ts'
import type { PageEnv } from '#src/forum-pages/env.ts'
import { createForumPages } from '#src/forum-pages/forum-pages.ts'
import { readShell } from './forum-shell.ts'
import { runtime } from './runtime.ts'

type Caller = Pick<Context, 'ip' | 'requestId'>

let pages: Hono<PageEnv> | undefined

/** The forum's pages with this process's parts, opened at the first call. Where they cannot be, the log says why. */
export async function serveForumPages(request: Request, { ip, requestId }: Caller): Promise<Response> {
  try {
    pages ??= connect()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return unavailableApi().fetch(request)
  }
  return pages.fetch(request, { ip, requestId })
}

function connect(): Hono<PageEnv> {
  const { db, log, clock, siteUrl, env } = runtime()
  return createForumPages({ db, log, clock, siteUrl, siteName: env.siteName, readShell, retryRead, isConnectionFault })
}
