import type { APIRoute, GetStaticPaths } from 'astro'
import { theSite } from './_site.ts'

export const getStaticPaths: GetStaticPaths = async () => {
  const { pictures } = await theSite()
  return [...pictures.files.keys()].map((file) => ({ params: { file } }))
}

/** An uploaded picture, made small by this build. */
export const GET: APIRoute = async ({ params }) => {
  const { pictures } = await theSite()
  const bytes = pictures.files.get(params.file ?? '')
  if (!bytes) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'image/webp' } })
}
