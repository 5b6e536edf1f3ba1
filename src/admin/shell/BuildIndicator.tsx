import { useStore } from '@nanostores/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { type BuildLine, type BuildStatus, HOLD_SENTENCE } from '#src/contract/build.ts'
import { hasRole } from '#src/contract/rank.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../api.ts'
import { reportOutcome } from '../awaited-revision.ts'
import { formatAgo, formatMoment } from '../blocks/moment.ts'
import { notifyFailure } from '../blocks/use-save.ts'
import { buildsQuery, getSiteState, isUnderWay, type SiteState } from '../build-status.ts'

const WORDS: Record<SiteState, string> = {
  live: 'Live',
  queued: 'Queued',
  building: 'Building',
  failed: 'Build failed',
  held: 'On hold',
  unknown: 'Unreachable',
}

/** The state of the site's build, always visible: queued, building, live or failed, with the revision. It opens the last builds. */
export function BuildIndicator() {
  const id = useId()
  const { data, isError } = useQuery(buildsQuery)
  const state = data ? getSiteState(data) : undefined
  useEffect(() => {
    if (data) reportOutcome(data)
  }, [data])
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        data-state={state ?? 'unknown'}
        className="admin-build flex min-h-10 shrink-0 cursor-pointer items-center gap-2.5 rounded-md border-2 border-line px-3 font-semibold text-[.9375rem] hover:border-soft"
      >
        <span aria-hidden="true" className="admin-status-dot" />
        <span role="status">
          <span className="max-sm:sr-only">{getLabel(state, isError)}, </span>r{getShownRevision(data, state)}
        </span>
      </button>
      <div id={id} popover="auto" className="admin-popover">
        <BuildPanel status={data} />
      </div>
    </>
  )
}

function getLabel(state: SiteState | undefined, isError: boolean): string {
  if (state) return WORDS[state]
  return isError ? 'Status unknown' : 'Site'
}

/** The revision that visitors see or, while another one is built, will see; a dash until it is known. */
function getShownRevision(status: BuildStatus | undefined, state: SiteState | undefined): number | string {
  if (!status) return '–'
  return state === 'live' ? (status.live?.revision ?? status.revision) : status.revision
}

/** The last builds: what changed, who changed it, what became of it, and why it failed. */
function BuildPanel({ status }: { status: BuildStatus | undefined }) {
  const viewer = useStore($viewer)
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => ask(() => api.builds.$post()),
    onSuccess: (now) => queries.setQueryData(buildsQuery.queryKey, now),
    onError: (fault) => notifyFailure('Failed to request a build', fault),
  })
  if (!status) return <p className="px-5 py-4">Unable to load the site status.</p>
  const mayRetry = hasRole(viewer?.roles ?? [], 'admin')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-5 py-4">
        <div>
          <h2 className="label text-[1.375rem]">Site builds</h2>
          <p className="text-[.9375rem] text-soft">
            {status.live
              ? `Visitors see revision ${status.live.revision}, built ${formatAgo(status.live.builtAt)}.`
              : 'The live site is not responding.'}
          </p>
          {status.hold && (
            <p className="mt-1 max-w-[28rem] text-[.9375rem] text-stop-ink">{HOLD_SENTENCE[status.hold]}</p>
          )}
        </div>
        {mayRetry && (
          <Button
            variant="outline"
            size="sm"
            disabled={status.hold === 'locked' || isUnderWay(status)}
            isBusy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {retry.isPending ? 'Requesting...' : 'Build again'}
          </Button>
        )}
      </div>
      <div className="max-h-[60dvh] overflow-auto">
        <BuildLines builds={status.builds} />
      </div>
    </>
  )
}

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
      data-state={state}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-line border-b px-5 py-3 last:border-b-0"
    >
      <span aria-hidden="true" className="admin-status-dot mt-2" />
      <div className="leading-snug">
        <p className="font-semibold">{reason}</p>
        <p className="text-[.9375rem] text-soft">
          r{revision}, {STATES[state]}
          {seconds !== undefined && state === 'live' && ` after ${seconds} s`}, by {by},{' '}
          <time dateTime={new Date(requestedAt).toISOString()} title={formatMoment(requestedAt)}>
            {formatAgo(requestedAt)}
          </time>
        </p>
        {error && <pre className="mt-1 whitespace-pre-wrap font-mono text-[.8125rem] text-stop-ink">{error}</pre>}
      </div>
    </li>
  )
}
