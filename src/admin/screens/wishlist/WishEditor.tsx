import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NOTIFIED_ON, type WishRecord, type WishReport } from '#src/contract/wish.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Screen, useFocusOnContent } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { EntryLink } from '../../library/EntryLink.tsx'
import { links } from '../../links.ts'
import { STATUS_NAMES, TYPE_NAMES } from '../reports/report-words.ts'
import { useWishRemoval } from './use-board.tsx'
import { WishForm, wishQuery } from './WishForm.tsx'

type WishEditorProps = { id: string | undefined; onClose: () => void }

/** The form of a new wish, or of one that is stored. */
export function WishEditor({ id, onClose }: WishEditorProps) {
  if (id !== undefined) return <StoredWish id={id} onClose={onClose} />
  return (
    <Framed title="New wish">
      <div className="admin-panel max-w-[52rem] px-4 py-6 sm:px-7">
        <WishForm row={undefined} onClose={onClose} />
      </div>
    </Framed>
  )
}

function StoredWish({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(wishQuery(id))
  return (
    <Framed title={query.data?.title ?? 'Wish'}>
      <Shown query={query} what="the wish">
        {(wish) => (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,52rem)_19rem]">
            <div className="admin-panel px-4 py-6 sm:px-7">
              <WishForm row={wish} onClose={onClose} />
            </div>
            <Aside wish={wish} onClose={onClose} />
          </div>
        )}
      </Shown>
    </Framed>
  )
}

function Aside({ wish, onClose }: { wish: WishRecord; onClose: () => void }) {
  const remove = useWishRemoval(onClose)
  return (
    <div className="grid gap-6">
      <WishReports wish={wish} />
      <section aria-label="Delete" className="admin-panel px-5 py-4">
        <p className="text-soft leading-snug">
          Added {formatMoment(wish.createdAt)}, last changed {formatMoment(wish.updatedAt)}.
        </p>
        <Button variant="destructive" size="sm" onClick={() => remove(wish)} className="mt-4">
          Delete wish
        </Button>
      </section>
    </div>
  )
}

/** A form on the screen of the board, with the way back. */
function Framed({ title, children }: { title: string; children: ReactNode }) {
  useFocusOnContent()
  return (
    <Screen
      title={title}
      actions={
        <Button asChild variant="outline">
          <EntryLink param="wish" edit={undefined}>
            All wishes
          </EntryLink>
        </Button>
      }
    >
      {children}
    </Screen>
  )
}

/** The reports a wish came from, and whether their senders were notified. */
function WishReports({ wish }: { wish: WishRecord }) {
  const { reports, reportCount, notifiedAt } = wish
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
      {notifiedAt !== null && (
        <p className="border-line border-t px-5 py-3 leading-snug">
          {NOTIFIED_ON} {formatMoment(notifiedAt)}.
        </p>
      )}
    </section>
  )
}

function Origin({ report: { id, title, reportType, status, createdAt } }: { report: WishReport }) {
  return (
    <li className="px-5 py-3 leading-snug">
      <AdminLink
        to={links.reports({ report: id })}
        className="inline-block py-0.5 font-semibold underline underline-offset-4 [overflow-wrap:anywhere]"
      >
        {title}
      </AdminLink>
      <span className="block text-[.875rem] text-soft">
        {TYPE_NAMES[reportType]}, {STATUS_NAMES[status].toLowerCase()}, {formatMoment(createdAt)}
      </span>
    </li>
  )
}
