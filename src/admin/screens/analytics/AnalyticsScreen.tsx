import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type AnalyticsReport,
  FIRST_DAY,
  IMPORTED_NOT_FILTERED,
  NO_VISITS_YET,
  OF_PAGE,
} from '#src/contract/analytics-report.ts'
import { Button } from '#src/ui/Button.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { FigureWishes } from '../../blocks/FigureWishes.tsx'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { filtersIn, type Place, reportQuery, type Setter } from './analytics-calls.ts'
import { DaysPanel } from './DaysPanel.tsx'
import { CurvePanel, EventsPanel, FunnelPanel } from './EventPanels.tsx'
import { HeadlineFigures } from './HeadlineFigures.tsx'
import { Freshness, OtherPanels } from './OtherPanels.tsx'
import { FilterChips, PrintedHead, ReportControls } from './ReportControls.tsx'
import { ReportPlace } from './ReportParts.tsx'
import { sayDetailed } from './report-words.ts'
import { TablePanel } from './TablePanel.tsx'
import './report.css'

/** What visitors did: how many came, from where, how far they got, and how registration goes beside earlier events. (product 2: analytics) */
export function AnalyticsScreen() {
  const [place, set] = useUrlState('/admin/analytics')
  const query = useQuery(reportQuery(place))
  const navigate = useNavigate()
  return (
    <Screen
      title="Traffic"
      lead="Visits of the public pages, counted without cookies."
      actions={
        <>
          <Button variant="outline" onClick={() => print()}>
            Print
          </Button>
          <RowMenu
            name="traffic"
            actions={[{ label: 'Import figures', run: () => void navigate(links.analyticsBackfill()) }]}
          />
        </>
      }
    >
      <Shown query={query} what="the figures">
        {(report) =>
          report.hasFigures || report.periods.length > 0 ? (
            <div className="report" aria-busy={query.isPlaceholderData || undefined}>
              <Report place={place} set={set} report={report} />
            </div>
          ) : (
            <NoVisits />
          )
        }
      </Shown>
      <div className="report-screen-only mt-4">
        <FigureWishes />
      </div>
    </Screen>
  )
}

function NoVisits() {
  return (
    <Empty title={NO_VISITS_YET}>
      Figures appear here within 15 minutes after the first visit of a public page. Visits of people with a role, of
      bots and of previews are not counted.
    </Empty>
  )
}

type ReportProps = { place: Place; set: Setter; report: AnalyticsReport }

function Report({ place, set, report }: ReportProps) {
  const isFiltered = filtersIn(place).length > 0
  return (
    <ReportPlace value={place}>
      <ReportControls place={place} set={set} report={report} />
      <FilterChips place={place} set={set} report={report} />
      <PrintedHead place={place} report={report} />
      {report.since === report.today && <p className="report-notice">{FIRST_DAY}</p>}
      {place.page !== undefined && <p className="report-notice">{OF_PAGE}</p>}
      {isFiltered && report.detailedFrom && <p className="report-notice">{sayDetailed(report.detailedFrom)}</p>}
      {isFiltered && report.hasImported && place.imported !== 'hide' && (
        <p className="report-notice">{IMPORTED_NOT_FILTERED}</p>
      )}
      <HeadlineFigures {...report} />
      <div className="report-grid">
        <div className="report-wide">
          <DaysPanel {...report} />
        </div>
        <FunnelPanel {...report} isOfPage={place.page !== undefined} />
        <CurvePanel {...report} />
        <EventsPanel funnels={report.funnels} set={set} />
        {report.tables.filter(isShown).map((table) => (
          <TablePanel key={table.name} table={table} set={set} />
        ))}
      </div>
      <div className="report-grid">
        <OtherPanels report={report} isFiltered={isFiltered} />
      </div>
      <Freshness {...report} />
    </ReportPlace>
  )
}

/** The rarely used ones are left out while they are empty. */
const RARE = ['utm_source', 'utm_medium', 'utm_content', 'utm_term', 'act']
const isShown = ({ name, rows }: AnalyticsReport['tables'][number]) =>
  !RARE.includes(name) || rows.some(({ value }) => value !== '')
