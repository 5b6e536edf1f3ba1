import type { BuildLine } from '#src/contract/build.ts'
import { agoOf, momentOf } from '../blocks/moment.ts'

/** Builds, newest first: what changed, who changed it, what became of it, and why it failed. */
export function BuildLines({ builds }: { builds: readonly BuildLine[] }) {
  if (builds.length === 0) return <p className="px-5 py-6 text-soft">No builds yet.</p>
  return (
    <ol>
      {builds.map((build, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a revision may be built twice, and the list is not reordered
        <Line key={`${build.revision} ${build.requestedAt} ${at}`} build={build} />
      ))}
    </ol>
  )
}

const STATES: Record<BuildLine['state'], string> = {
  queued: 'Queued',
  building: 'Building',
  live: 'Live',
  failed: 'Failed',
  superseded: 'Superseded',
}

function Line({ build: { revision, state, reason, by, error, requestedAt, finishedAt } }: { build: BuildLine }) {
  const seconds = finishedAt === null ? undefined : Math.max(1, Math.round((finishedAt - requestedAt) / 1000))
  return (
    <li
      data-standing={state}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-line border-b px-5 py-3 last:border-b-0"
    >
      <span aria-hidden="true" className="admin-lamp mt-2" />
      <div className="leading-snug">
        <p className="font-semibold">{reason}</p>
        <p className="text-[.9375rem] text-soft">
          r{revision}, {STATES[state]}
          {seconds !== undefined && state === 'live' && ` after ${seconds} s`}, by {by},{' '}
          <time dateTime={new Date(requestedAt).toISOString()} title={momentOf(requestedAt)}>
            {agoOf(requestedAt)}
          </time>
        </p>
        {error && <pre className="mt-1 whitespace-pre-wrap font-mono text-[.8125rem] text-stop-ink">{error}</pre>}
      </div>
    </li>
  )
}
