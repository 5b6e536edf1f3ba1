import { Hono } from 'hono'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import { loadFeed } from '#src/domain/event-calendar/calendar-feed.ts'
import { eventsCalendar } from '#src/domain/events/event-calendar.ts'
import type { ApiEnv } from './context.ts'
import { matchesEtag, weakEtag } from './etag.ts'
import { limitedReads } from './limits.ts'
import { routes } from './routes.ts'

/** The feed token. Calendar apps expect the URL to end in a file extension. */
const FILE = /^([\w-]{43})\.ics$/

/**
 * The calendar that a private address shows. Calendar programs sign in to nothing, so the address itself is the secret: its token is
 * in no log and no answer, and whatever is wrong with it is answered alike. (decision 0059, security CF1, CF2)
 */
const feedRoutes = routes('public').get('/:file', limitedReads('linkReads'), async (c) => {
  const { db, clock, env, log, requestId } = c.var
  const token = FILE.exec(c.req.param('file'))?.[1]
  if (token === undefined) throw new Failure('not_found', LINK_DEAD)
  const onFault = (fault: unknown) => log.error('limits counted in memory', { requestId }, fault)
  const events = await loadFeed(db, { token, program: c.req.header('User-Agent') }, clock(), onFault)
  const text = eventsCalendar(events, { url: env.siteUrl, name: env.siteName }, clock())
  const tag = weakEtag(text)
  const headers = { 'Cache-Control': 'private, no-cache', ETag: tag }
  if (matchesEtag(c.req.header('If-None-Match'), tag)) return c.body(null, 304, headers)
  return c.body(text, 200, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' })
})

/** The routes that calendar programs call. They have a function of their own, because only they need the writer of calendars. */
export const calendarApi = new Hono<ApiEnv>().route('/api/calendar', feedRoutes)
