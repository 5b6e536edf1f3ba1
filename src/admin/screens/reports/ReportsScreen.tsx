import { later } from '../../blocks/later.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { ReportList } from './ReportList.tsx'
import { reportPlace } from './report-filter.ts'

const ReportView = later(async () => (await import('./ReportView.tsx')).ReportView)

/** What visitors told us: the list, or the report that is open. */
export function ReportsScreen() {
  const [place, set] = useUrlState(reportPlace)
  if (place.report !== undefined) return <ReportView key={place.report} id={place.report} />
  return <ReportList place={place} set={set} />
}
