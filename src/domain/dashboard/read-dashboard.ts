import { and, count, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { vendorProposals } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import type { Dashboard } from '#src/contract/dashboard.ts'
import type { Instant } from '#src/contract/instant.ts'
import { countPending } from '../accounts/list-users.ts'
import { countStoppedSets } from '../change-sets/open-sets.ts'
import { countSubmittedTasks } from '../event-tasks/list-vendor-tasks.ts'
import { listBoundaries, listIncomplete } from '../events/list-upcoming.ts'
import { countQueues } from '../forum-moderation/read-queue.ts'
import { listAlerts } from '../mail-alerts/mail-alert.ts'
import { listEventsToCorrect } from '../mail-corrections/open-correction.ts'
import { countOrders } from '../shop-orders/count-orders.ts'
import { describeSiteMode } from '../site-mode/site-mode.ts'

/** What needs a person now. `isAdmin` opens what moderators do not see. (product 2) */
export async function readDashboard(db: Db, { isAdmin, now }: { isAdmin: boolean; now: Instant }): Promise<Dashboard> {
  const pendingAccounts = await countPending(db)
  const openReports = await db.$count(
    eventReports,
    and(eq(eventReports.status, 'open'), isNull(eventReports.mergedIntoId)),
  )
  const siteMode = await readUnusualMode(db, now)
  const all = { siteMode, pendingAccounts, openReports, forum: await countQueues(db) }
  if (!isAdmin)
    return {
      ...all,
      proposals: null,
      submittedTasks: null,
      mail: null,
      mailAlerts: null,
      corrections: null,
      shop: null,
      stoppedSets: null,
      boundaries: null,
      incomplete: null,
    }
  return {
    ...all,
    proposals: await db.$count(vendorProposals, eq(vendorProposals.state, 'open')),
    submittedTasks: await countSubmittedTasks(db, now),
    mail: await countMail(db),
    mailAlerts: await listAlerts(db),
    corrections: await listEventsToCorrect(db, now),
    shop: await countOrders(db, now),
    stoppedSets: await countStoppedSets(db),
    boundaries: await listBoundaries(db, now),
    incomplete: await listIncomplete(db, now),
  }
}

async function readUnusualMode(db: Db, now: Instant): Promise<Dashboard['siteMode']> {
  const mode = await describeSiteMode(db, now)
  return mode.level === 0 && mode.mailHeldSince === null ? null : mode
}

async function countMail(db: Db): Promise<NonNullable<Dashboard['mail']>> {
  const of = async (condition: ReturnType<typeof and>) => {
    const [row] = await db.select({ lines: count() }).from(outbox).where(condition)
    return row?.lines ?? 0
  }
  return {
    dead: await of(eq(outbox.state, 'dead')),
    retrying: await of(and(eq(outbox.state, 'queued'), gt(outbox.attempts, 0))),
  }
}
