import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { siteBuilds } from '#db/schema/site.ts'
import type { BuildLine, BuildStatus } from '#src/contract/build.ts'
import type { BuildInfo } from '#src/contract/build-info.ts'
import { readContentVersion } from './content-version.ts'

const LINES = 20
const NOT_PEOPLE: Record<string, string> = { cli: 'the command line', schedule: 'the schedule', system: 'the system' }

/** How the site stands, with the last 20 wishes, newest first. `live` is what visitors see. (design 6) */
export async function readBuildStatus(db: Db, live: BuildInfo | null): Promise<BuildStatus> {
  const rows = await db
    .select({ build: siteBuilds, username: profiles.username })
    .from(siteBuilds)
    .leftJoin(profiles, eq(sql`${profiles.id}::text`, siteBuilds.actor))
    .orderBy(desc(siteBuilds.requestedAt), desc(siteBuilds.id))
    .limit(LINES)
  return {
    revision: await readContentVersion(db),
    live: live && { revision: live.revision, builtAt: live.builtAt, nextBoundaryAt: live.nextBoundaryAt },
    builds: rows.map(({ build, username }) => toLine(build, username)),
  }
}

function toLine(build: typeof siteBuilds.$inferSelect, username: string | null): BuildLine {
  const { revision, state, reason, actor, error, requestedAt, finishedAt } = build
  return {
    revision,
    state,
    reason,
    by: username ?? NOT_PEOPLE[actor] ?? 'somebody who is gone',
    error,
    requestedAt: requestedAt.getTime(),
    finishedAt: finishedAt?.getTime() ?? null,
  }
}
