import type { APIRoute } from 'astro'
import { joinCalendars } from '#src/domain/events/event-calendar.ts'
import { pasteLater } from '../layouts/build/paste-later.ts'
import { theSite } from './_site.ts'

/** All events, for a calendar that subscribes. */
export const GET: APIRoute = async () => {
  const { calendars, env } = await theSite()
  const calendar = joinCalendars(calendars(), { url: env.siteUrl, name: env.siteName })
  return new Response(pasteLater(calendar), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
