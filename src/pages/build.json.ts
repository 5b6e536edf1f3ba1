import type { APIRoute } from 'astro'
import type { BuildInfo } from '#src/contract/build.ts'
import { theSite } from './_site.ts'

/** What the reconciler compares with the database. (architecture 5) */
export const GET: APIRoute = async () => {
  const site = await theSite()
  const info: BuildInfo = {
    revision: site.revision,
    builtAt: site.now,
    featuredSlug: site.featured?.event.eventSlug ?? null,
    nextBoundaryAt: site.nextBoundaryAt ?? null,
  }
  return Response.json(info)
}
