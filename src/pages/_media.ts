import type { APIRoute, GetStaticPaths } from 'astro'
import { theSite } from './_site.ts'

export const getStaticPaths: GetStaticPaths = async () => {
  const { pictureFiles } = await theSite()
  return [...pictureFiles.keys()].map((file) => ({ params: { file } }))
}

/** An uploaded picture, made small by this build. */
export const GET: APIRoute = async ({ params }) => {
  const { pictureFiles } = await theSite()
  const bytes = pictureFiles.get(params.file ?? '')
  if (!bytes) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'image/webp' } })
}
