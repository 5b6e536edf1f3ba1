import { join } from 'node:path'
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import { shareCard } from '#src/domain/events/share-card.ts'
import { SHARE_CACHE, shareImage } from '#src/domain/events/share-image.ts'
import { theSite } from '../_site.ts'

export const getStaticPaths = (async () => {
  const { events } = await theSite()
  return events.map(({ event }) => ({ params: { slug: event.eventSlug }, props: { event } }))
}) satisfies GetStaticPaths

const folders = {
  cacheDir: join(process.cwd(), SHARE_CACHE),
  fontsDir: join(process.cwd(), 'src/domain/events/fonts'),
  usedAt: Date.now(),
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>

/** The picture that previews of an event's page show. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const { env, now } = await theSite()
  const png = await shareImage(shareCard(props.event, env.siteName, now), folders)
  return new Response(png, { headers: { 'Content-Type': 'image/png' } })
}
