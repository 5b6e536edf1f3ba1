import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import { eventsCalendar } from '#src/domain/events/event-calendar.ts'
import { theSite } from '../_site.ts'

export const getStaticPaths = (async () => {
  const { events } = await theSite()
  return events.map(({ event }) => ({ params: { slug: event.eventSlug }, props: { event } }))
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

/** One event for a visitor's calendar. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const { env, now } = await theSite()
  const text = eventsCalendar([props.event], { url: env.siteUrl, name: env.siteName }, now)
  return new Response(text, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
