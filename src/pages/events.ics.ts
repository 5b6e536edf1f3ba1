import type { APIRoute } from 'astro'
import { eventsCalendar, inFeed } from '#src/domain/events/event-calendar.ts'
import { theSite } from './_site.ts'

/** All events, for a calendar that subscribes. */
export const GET: APIRoute = async () => {
  const { events, env, now } = await theSite()
  const listed = events.map(({ event }) => event).filter((event) => inFeed(event, now))
  const text = eventsCalendar(listed, { url: env.siteUrl, name: env.siteName }, now)
  return new Response(text, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
