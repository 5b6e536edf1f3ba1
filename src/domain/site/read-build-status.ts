import { desc, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds } from '#db/schema/site.ts'
import type { BuildLine, BuildStatus } from '#src/contract/build.ts'
import type { BuildInfo } from '#src/contract/build-info.ts'
import { actorName, readNames } from '../audit/actor-names.ts'
import { readContentVersion } from './content-version.ts'

const LINES = 20

/** How the site stands, with the last 20 wishes, newest first. `live` is what visitors see. (architecture 6) */
export async function readBuildStatus(db: Db, live: BuildInfo | null): Promise<BuildStatus> {
  const rows = await latestBuilds(db)
  const names = await readNames(
    db,
    rows.map(({ actor }) => actor),
  )
  return {
    revision: await readContentVersion(db),
    live: live && { revision: live.revision, builtAt: live.builtAt, nextBoundaryAt: live.nextBoundaryAt },
    builds: rows.map((build) => toLine(build, actorName(names, build.actor))),
  }
}

/** In the order of the index on them, which no other spelling of it is. */
function latestBuilds(db: Db) {
  const { requestedAt, id } = siteBuilds
  return db
    .select()
    .from(siteBuilds)
    .orderBy(sql`${desc(requestedAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(LINES)
}

function toLine(build: typeof siteBuilds.$inferSelect, by: string): BuildLine {
  const { revision, state, reason, error, requestedAt, finishedAt } = build
  return {
    revision,
    state,
    reason,
    by,
    error,
    requestedAt: requestedAt.getTime(),
    finishedAt: finishedAt?.getTime() ?? null,
  }
}
