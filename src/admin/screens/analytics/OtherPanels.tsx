import { IMPORT_SERVICES } from '#src/contract/analytics-import.ts'
import type { AnalyticsReport, PeriodTotal } from '#src/contract/analytics-report.ts'
import { formatCents } from '#src/contract/money.ts'
import { plural } from '#src/contract/plural.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { FactList } from '../../blocks/Panel.tsx'
import { links } from '../../links.ts'
import { FiguresTable, ReportPanel } from './ReportParts.tsx'
import { sayCount, saySpan } from './report-words.ts'
import { NothingYet } from './TablePanel.tsx'

/** Partners, what was done on pages, the forum and the shop, what was not counted, and totals without days. */
export function OtherPanels({ report, isFiltered }: { report: AnalyticsReport; isFiltered: boolean }) {
  const { partners, acts, forum, shop, leftOut, periods } = report
  return (
    <>
      {partners.length > 0 && (
        <ReportPanel
          className="report-half"
          title="Partners"
          sheet="partners"
          note={isFiltered && 'Filters by visits do not apply to this table.'}
        >
          <FiguresTable
            caption="Partners"
            heads={['Partner', 'Shown', 'Pressed', 'Regis\u00ADtered after']}
            rows={partners.map(({ name, shown, pressed, registered }) => [name, shown, pressed, registered])}
          />
        </ReportPanel>
      )}
      <ReportPanel className="report-half" title="Done on pages" sheet="acts">
        {acts.length === 0 ? (
          <NothingYet>
            {isFiltered ? 'This table can be filtered by source, page and workshop only.' : 'Nothing in this period.'}
          </NothingYet>
        ) : (
          <FiguresTable
            caption="Done on pages"
            heads={['What', 'How often']}
            rows={acts.map(({ label, count }) => [label, count])}
          />
        )}
      </ReportPanel>
      {(forum || shop) && (
        <ReportPanel
          className="report-half"
          title="Forum and shop"
          note={isFiltered && 'Filters by visits do not apply here.'}
        >
          <FactList facts={[...forumFacts(forum), ...shopFacts(shop)]} />
        </ReportPanel>
      )}
      {leftOut.length > 0 && (
        <ReportPanel
          className="report-half"
          title="Not counted"
          sheet="left-out"
          note="Beacons that were left out of every figure, by reason."
        >
          <FiguresTable
            caption="Not counted"
            heads={['Reason', 'How many']}
            rows={leftOut.map(({ label, count }) => [label, count])}
          />
        </ReportPanel>
      )}
      {periods.length > 0 && <PeriodsPanel periods={periods} />}
    </>
  )
}

type Facts = [name: string, value: React.ReactNode][]

function forumFacts(forum: AnalyticsReport['forum']): Facts {
  if (!forum) return []
  return [
    ['Forum', `${plural(forum.topics, 'new topic')}, ${plural(forum.replies, 'reply', 'replies')}`],
    ['Members', `${sayCount(forum.members)} new`],
  ]
}

function shopFacts(shop: AnalyticsReport['shop']): Facts {
  if (!shop) return []
  return [
    [
      'Orders',
      <AdminLink key="orders" to={links.orders()} className="inline-block py-0.5">
        {plural(shop.orders, 'order')}
      </AdminLink>,
    ],
    ['Revenue', `${formatCents(shop.paidCents)} paid, without what was refunded`],
  ]
}

/** Imports whose files have no days. */
function PeriodsPanel({ periods }: { periods: readonly PeriodTotal[] }) {
  const imports = [...Map.groupBy(periods, ({ importId }) => importId).values()]
  return (
    <ReportPanel
      title="Imported totals without days"
      sheet="periods"
      className="report-wide"
      note="These files say nothing about single days, so they are in no other figure. Their visitors are those of the whole period. Each has its ten largest rows here."
    >
      <div className="grid gap-5">
        {imports.map((rows) => {
          const [first] = rows
          if (!first) return null
          const title = `${IMPORT_SERVICES[first.service]}, ${saySpan(first)}`
          return (
            <div key={first.importId} className="min-w-0">
              <p className="font-semibold leading-snug">{title}</p>
              <p className="text-[.875rem] text-soft [overflow-wrap:anywhere]">{first.fileName}</p>
              <FiguresTable
                caption={title}
                heads={['What', 'Visitors', 'Visits', 'Views']}
                rows={rows.map(({ dimension, value, visitors, visits, views }) => [
                  value || dimension,
                  visitors,
                  visits,
                  views,
                ])}
              />
            </div>
          )
        })}
      </div>
    </ReportPanel>
  )
}

/** When the figures were brought up to date, and whether they still are what the single views add up to. */
export function Freshness({ rolledUpAt, recount }: Pick<AnalyticsReport, 'rolledUpAt' | 'recount'>) {
  return (
    <p className="mt-4 text-[.875rem] text-soft leading-snug">
      {rolledUpAt === null ? 'No figures have been made yet.' : `Figures up to ${formatMoment(rolledUpAt)}.`}{' '}
      {recount &&
        `Last recount on ${formatMoment(recount.at)}: ${plural(recount.days, 'day')}, ${
          recount.differences === 0 ? 'no differences' : plural(recount.differences, 'difference')
        }.`}{' '}
      Days are those of Central Time.
    </p>
  )
}
