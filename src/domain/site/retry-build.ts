import type { Db } from '#db/client.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { queueBuild } from './builds.ts'
import { readContentVersion } from './content-version.ts'

/** Queues a build of the content as it is: for a failed one, or to be sure. Resolves with its revision. */
export async function retryBuild(db: Db, actor: Actor): Promise<number> {
  return db.transaction(async (tx) => {
    const revision = await readContentVersion(tx)
    await queueBuild(tx, { revision, reason: 'asked for again', actor: actor.id })
    await recordAudit(tx, actor, {
      action: 'site.rebuild',
      subjectType: 'site',
      subjectId: 'site',
      after: { revision },
    })
    return revision
  })
}
