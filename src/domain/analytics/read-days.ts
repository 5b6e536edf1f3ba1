import { and, between, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsDays, analyticsVisits } from '#db/schema/analytics.ts'
import { daysOf } from '#src/contract/analytics-query.ts'
import type { Counts, DayOfReport, Headline, Span } from '#src/contract/analytics-report.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import type { ImportedTotal } from './read-imported.ts'
import { isOfScope, isOldTotal, type Scope, visitsIn } from './read-scope.ts'

/** The columns that can be added over days. */
export const SUMS = {
  visits: sql<number>`sum(${analyticsVisits.visits})::int`,
  views: sql<number>`sum(${analyticsVisits.views})::int`,
  bounces: sql<number>`sum(${analyticsVisits.bounces})::int`,
  seconds: sql<number>`sum(${analyticsVisits.seconds})::float8`,
  register: sql<number>`sum(${analyticsVisits.register})::int`,
}

export type OwnDay = Counts & { day: PlainDay; visitors: number }

/** Our own figures of each day on which there was a visit that fits. */
export async function readOwnVisits(db: Db, scope: Scope): Promise<OwnDay[]> {
  const { day } = analyticsVisits
  return db
    .select({ day, visitors: sql<number>`sum(${analyticsVisits.visitors})::int`, ...SUMS })
    .from(analyticsVisits)
    .where(visitsIn(scope))
    .groupBy(day)
}

/** Views of days before visits were counted. They know of no filter. */
export async function readOldViews(db: Db, scope: Scope): Promise<Map<PlainDay, number>> {
  if (scope.filters.length > 0) return new Map()
  const rows = await db
    .select({ day: analyticsDays.day, views: sql<number>`sum(${analyticsDays.views})::int` })
    .from(analyticsDays)
    .where(and(between(analyticsDays.day, scope.span.from, scope.span.to), isOldTotal, isOfScope(scope)))
    .groupBy(analyticsDays.day)
  return new Map(rows.map(({ day, views }) => [day, views]))
}

type Measured = { since: PlainDay | null; today: PlainDay }

/** What is known of the days of a period. */
export type PeriodFacts = Measured & {
  span: Span
  own: readonly OwnDay[]
  /** Days with figures of our own, whatever is filtered. */
  ownDays: ReadonlySet<PlainDay>
  old: ReadonlyMap<PlainDay, number>
  imported: ReadonlyMap<PlainDay, ImportedTotal>
}

/** Each day of the chart: ours, else imported, else nothing. A measured day without a visit is zero. */
export function toDays(facts: PeriodFacts): Omit<DayOfReport, 'before'>[] {
  const own = new Map(facts.own.map((one) => [one.day, one]))
  return daysOf(facts.span).map((day) => ({ day, ...figuresOf(day, own.get(day), facts) }))
}

type Figures = Pick<DayOfReport, 'origin' | 'visitors' | 'visits' | 'views'>
const NOTHING: Figures = { origin: 'none', visitors: null, visits: null, views: null }

function figuresOf(day: PlainDay, own: OwnDay | undefined, facts: PeriodFacts): Figures {
  if (own) return { origin: 'own', visitors: own.visitors, visits: own.visits, views: own.views }
  const views = facts.old.get(day)
  if (views !== undefined) return { ...NOTHING, origin: 'views only', views }
  const told = facts.imported.get(day)
  if (told && !facts.ownDays.has(day)) return { origin: 'imported', ...told }
  const isMeasured = facts.since !== null && day >= facts.since && day <= facts.today
  return isMeasured ? { origin: 'own', visitors: 0, visits: 0, views: 0 } : NOTHING
}

/** The figures at the top, of measured days alone. Visitors become an average: those of two days never add up. */
export function summarize(facts: PeriodFacts): Headline {
  const sum = (name: keyof Counts | 'visitors') => facts.own.reduce((total, day) => total + day[name], 0)
  const measuredDays = toDays(facts).filter(({ origin }) => origin === 'own').length
  const visits = sum('visits')
  return {
    ...{ visits, views: sum('views'), bounces: sum('bounces'), seconds: sum('seconds'), register: sum('register') },
    dailyVisitors: measuredDays === 0 ? null : sum('visitors') / measuredDays,
    bounceRate: visits === 0 ? null : sum('bounces') / visits,
    averageSeconds: visits === 0 ? null : sum('seconds') / visits,
    measuredDays,
  }
}
