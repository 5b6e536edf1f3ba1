import { asc, gt } from 'drizzle-orm'
import { analyticsRollups } from '#db/schema/analytics.ts'
import { plural } from '#src/contract/plural.ts'
import { readWaitingDays } from '../../analytics/roll-up.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

const HOUR = 3_600_000
/** Days that the evidence names. */
const MOST_NAMED = 10

/** Whether the figures of visits are those that their rows give. */
export const STATISTICS_CHECKS: readonly Check[] = [
  {
    ...{ key: 'state.visits', group: 'state', title: 'Figures of visits', mend: '/admin/project-overview' },
    ...{ every: 'round', retries: 0, blips: 0, run: judgeRollups },
  },
]

/** The job that counts visits makes wrong figures again, and the next night tells whether they are right then. (decision 0061) */
async function judgeRollups({ db, now }: CheckContext): Promise<Finding> {
  const { day, differences } = analyticsRollups
  const wrong = await db.select({ day, differences }).from(analyticsRollups).where(gt(differences, 0)).orderBy(asc(day))
  const days = await readWaitingDays(db, now)
  const late = days.filter(({ overdue, rolledUpAt }) => overdue > 0 && (rolledUpAt ?? 0) < now - HOUR)
  const waiting = late.reduce((sum, { overdue }) => sum + overdue, 0)
  const evidence = { wrong: wrong.slice(0, MOST_NAMED), waiting, since: late.at(-1)?.day ?? null }
  if (wrong.length > 0) {
    const rows = wrong.reduce((sum, one) => sum + (one.differences ?? 0), 0)
    const said = `${plural(rows, 'figure')} of ${plural(wrong.length, 'day')} ${rows === 1 ? 'differs' : 'differ'} from what a recount of the visits gave.`
    return { state: 'fail', said, evidence }
  }
  if (waiting > 0)
    return { state: 'fail', said: `Not counted for more than an hour: ${plural(waiting, 'row')} of visits.`, evidence }
  return { state: 'pass', said: 'The figures agree with the visits, and none has waited for an hour.', evidence }
}
