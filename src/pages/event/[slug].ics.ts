import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import { joinCalendars } from '#src/domain/events/event-calendar.ts'
import { theSite } from '../_site.ts'

export const getStaticPaths = (async () => {
  const { missing, hasCalendars, rowsOf, textsOf } = await theSite()
  return (hasCalendars ? [] : missing).map((slug) => ({ params: { slug }, props: textsOf(rowsOf(slug).event) }))
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

/** One event for a visitor's calendar. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const { env } = await theSite()
  const calendar = joinCalendars([props.calendar], { url: env.siteUrl, name: env.siteName })
  return new Response(Buffer.concat(calendar), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
