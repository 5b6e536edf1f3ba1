import { NOTIFIED_ON, type WishRecord, type WishReport } from '#src/contract/wish.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { links } from '../../links.ts'
import { STATUS_NAMES, TYPE_NAMES } from '../reports/report-words.ts'

/** The reports a wish came from, and whether who sent them was told. */
export function WishReports({ wish }: { wish: WishRecord }) {
  const { reports, reportCount, toldAt } = wish
  const more = reportCount - reports.length
  return (
    <section aria-labelledby="wish-reports" className="admin-panel min-w-0 overflow-hidden">
      <h2 id="wish-reports" className="label border-line border-b px-5 py-3.5 text-[1.375rem]">
        Source reports
      </h2>
      {reports.length === 0 ? (
        <p className="px-5 py-4 text-soft leading-snug">
          No reports. This is an internal idea, or its report was deleted.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {reports.map((report) => (
            <Origin key={report.id} report={report} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="border-line border-t px-5 py-3 text-soft">And {more} more that were merged into it</p>}
      {toldAt !== null && (
        <p className="border-line border-t px-5 py-3 leading-snug">
          {NOTIFIED_ON} {momentOf(toldAt)}.
        </p>
      )}
    </section>
  )
}

function Origin({ report: { id, title, reportType, status, createdAt } }: { report: WishReport }) {
  return (
    <li className="px-5 py-3 leading-snug">
      <AdminLink
        href={links.reports({ report: id })}
        className="inline-block py-0.5 font-semibold underline underline-offset-4 [overflow-wrap:anywhere]"
      >
        {title}
      </AdminLink>
      <span className="block text-[.875rem] text-soft">
        {TYPE_NAMES[reportType]}, {STATUS_NAMES[status].toLowerCase()}, {momentOf(createdAt)}
      </span>
    </li>
  )
}
