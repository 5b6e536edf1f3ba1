import type { APIRoute } from 'astro'
import { inFeed, joinCalendars } from '#src/domain/events/event-calendar.ts'
import { pasteLater } from '../layouts/build/paste-later.ts'
import { theSite } from './_site.ts'

/** All events, for a calendar that subscribes. */
export const GET: APIRoute = async () => {
  const { events, textsOf, env, now } = await theSite()
  const parts = events.filter(({ times }) => inFeed(times, now)).map((event) => textsOf(event).calendar)
  const calendar = joinCalendars(parts, { url: env.siteUrl, name: env.siteName })
  return new Response(pasteLater(calendar), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
