import { join } from 'node:path'
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import type { ShareCard } from '#src/domain/events/share-card.ts'
import { SHARE_CACHE, shareImage } from '#src/domain/events/share-image.ts'
import { theSite } from '../_site.ts'

export const getStaticPaths = (async () => {
  const { missingCards } = await theSite()
  return missingCards.map(({ slug, card }) => ({ params: { slug }, props: { card: parseCard(card) } }))
}) satisfies GetStaticPaths

/** Written by this version of the code: the folder in which it is kept is named after the code. */
const parseCard = (json: string): ShareCard => JSON.parse(json)

const folders = {
  cacheDir: join(process.cwd(), SHARE_CACHE),
  fontsDir: join(process.cwd(), 'src/domain/events/fonts'),
  usedAt: Date.now(),
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>

/** The picture that previews of an event's page show. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const png = await shareImage(props.card, folders)
  return new Response(png, { headers: { 'Content-Type': 'image/png' } })
}
