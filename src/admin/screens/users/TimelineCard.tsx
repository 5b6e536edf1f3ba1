import type { TimelineEntry } from '#src/contract/timeline.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'

/** What happened to somebody and what they did, the latest first. */
export function TimelineCard({ id, isAdmin }: { id: string; isAdmin: boolean }) {
  const param = { id }
  const list = useList(['timeline', id], (cursor) =>
    ask(() => api.users[':id'].timeline.$get({ param, query: cursor })),
  )
  return (
    <DetailCard title="Timeline">
      <div className="w-full">
        <Shown query={list} what="the timeline">
          {(entries) => (entries.length === 0 ? <p>No activity yet.</p> : <Entries entries={entries} />)}
        </Shown>
      </div>
      {list.hasMore && (
        <Button variant="outline" size="sm" disabled={list.isLoadingMore} onClick={list.loadMore}>
          {list.isLoadingMore ? 'Loading...' : 'Show more'}
        </Button>
      )}
      {isAdmin && (
        <AdminLink href={links.auditLog({ actor: id })} className="inline-block min-h-6 font-semibold">
          All their changes in the audit log
        </AdminLink>
      )}
    </DetailCard>
  )
}

function Entries({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="grid gap-0 border-line border-l-2">
      {entries.map(({ id, at, sentence, isWarning }) => (
        <li key={id} className="relative pb-4 pl-5">
          <span
            aria-hidden="true"
            className={`absolute top-1 -left-[.4375rem] size-3 border-2 ${
              isWarning ? 'border-stop bg-stop' : 'rounded-full border-plate-line bg-plate'
            }`}
          />
          <time dateTime={new Date(at).toISOString()} className="block text-[.875rem] text-soft tabular-nums">
            {momentOf(at)}
          </time>
          {isWarning && <span className="sr-only">Warning: </span>}
          {sentence}
        </li>
      ))}
    </ol>
  )
}
