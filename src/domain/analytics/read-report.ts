import type { Db } from '#db/client.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { type AnalyticsQuery, comparedSpan, spanOf } from '#src/contract/analytics-query.ts'
import type { AnalyticsReport, EventChoice, Span } from '#src/contract/analytics-report.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { readCurve } from './read-curve.ts'
import { type PeriodFacts, readOldViews, readOwnVisits, summarize, toDays } from './read-days.ts'
import { readFunnels } from './read-funnels.ts'
import { readImportedDays, readImportedValues, readPeriods } from './read-imported.ts'
import { readMarks } from './read-marks.ts'
import { hasAnyFigures, knownFrom, listEvents, readOwnDays, readScope, readSince, type Scope } from './read-scope.ts'
import { readActs, readTables } from './read-tables.ts'
import { readForum, readFreshness, readLeftOut, readPartners, readShop } from './read-totals.ts'

/** Rows of each table on the screen, and in a file. */
const ON_SCREEN = 50
export const IN_FILE = 10_000

type Clock = { now: Instant; most?: number }

/** The traffic of a period, from rollups alone. */
export async function readReport(
  db: Db,
  query: AnalyticsQuery,
  { now, most = ON_SCREEN }: Clock,
): Promise<AnalyticsReport> {
  const today = dayIn(STATISTICS_ZONE, now)
  const span = spanOf(query, today)
  const scope = await readScope(db, query, span)
  const measured = { since: await readSince(db), today }
  const fitting = { since: latest(measured.since, knownFrom(scope)), today }
  const events = await listEvents(db)
  const focus = pickFocus(events, query.event, today)
  const { facts, services } = await readPeriod(db, scope, fitting)
  const showsImported = query.imported !== 'hide' && scope.filters.length === 0
  const shown = showsImported ? facts : { ...facts, imported: new Map() }
  const compared = comparedSpan(span, query.compare)
  const before = await readBefore(db, scope, { compared, ...fitting })
  return {
    today,
    span,
    compared,
    since: measured.since,
    hasFigures: measured.since !== null || (await hasAnyFigures(db)),
    headline: summarize(facts),
    before: before && summarize(before),
    days: withBefore(toDays(shown), before && toDays(before)),
    marks: await readMarks(db, scope),
    tables: await readTables(db, scope, {
      imported: showsImported ? await readImportedValues(db, scope, [...facts.ownDays]) : [],
      most,
    }),
    ...{ events, focus },
    funnels: await readFunnels(db, scope),
    curve: focus && (await readCurve(db, focus, measured)),
    imported: showsImported ? addUp(facts, services) : null,
    hasImported: facts.imported.size > 0,
    detailedFrom: scope.detailedFrom !== null && scope.detailedFrom > span.from ? scope.detailedFrom : null,
    ...(await readRest(db, scope)),
  }
}

/** What is beside the visits. */
async function readRest(db: Db, scope: Scope) {
  const { span } = scope
  const [partners, acts, periods, forum, shop, leftOut, freshness] = await Promise.all([
    readPartners(db, scope),
    readActs(db, scope),
    readPeriods(db, span),
    readForum(db, span),
    readShop(db, span),
    readLeftOut(db, span),
    readFreshness(db),
  ])
  return { partners, acts, periods, forum, shop, leftOut, ...freshness }
}

/** The event that was asked for; else the next one, else the one that was last. `events` begin with the latest date. */
function pickFocus(events: readonly EventChoice[], asked: string | undefined, today: PlainDay): EventChoice | null {
  if (asked !== undefined) return events.find(({ id }) => id === asked) ?? null
  return events.findLast(({ date }) => date >= today) ?? events[0] ?? null
}

/** The later day of a measured site; null where nothing was measured. */
function latest(since: PlainDay | null, from: PlainDay | null): PlainDay | null {
  return since !== null && from !== null && from > since ? from : since
}

type Measured = { since: PlainDay | null; today: PlainDay }

async function readPeriod(db: Db, scope: Scope, measured: Measured) {
  const ownDays = await readOwnDays(db, scope.span)
  const imported = await readImportedDays(db, scope, ownDays)
  const facts: PeriodFacts = {
    ...measured,
    span: scope.span,
    own: await readOwnVisits(db, scope),
    ownDays: new Set(ownDays),
    old: await readOldViews(db, scope),
    imported: imported.days,
  }
  return { facts, services: imported.services }
}

/** The period that is compared with; null unless it was measured from its first day on. */
async function readBefore(
  db: Db,
  scope: Scope,
  asked: Measured & { compared: Span | null },
): Promise<PeriodFacts | null> {
  const { compared, since, today } = asked
  if (compared === null || since === null || compared.from < since) return null
  const { facts } = await readPeriod(db, { ...scope, span: compared }, { since, today })
  return facts
}

function withBefore(
  days: ReturnType<typeof toDays>,
  before: ReturnType<typeof toDays> | null,
): AnalyticsReport['days'] {
  return days.map((day, at) => ({ ...day, before: before?.[at]?.visitors ?? null }))
}

/** Imported figures of a period. Visitors are left out: those of several days do not add up. */
function addUp({ imported }: PeriodFacts, services: NonNullable<AnalyticsReport['imported']>['services']) {
  if (imported.size === 0) return null
  const totals = [...imported.values()]
  const sum = (name: 'visits' | 'views') => totals.reduce((total, day) => total + (day[name] ?? 0), 0)
  return { services, days: imported.size, visits: sum('visits'), views: sum('views') }
}
