import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import type { BuildStatus } from '#src/contract/build.ts'
import { tellAwaited } from '../awaited-revision.ts'
import { buildsQuery, type Standing, standingOf } from '../build-status.ts'
import { BuildPanel } from './BuildPanel.tsx'

const WORDS: Record<Standing, string> = {
  live: 'Live',
  queued: 'Queued',
  building: 'Building',
  failed: 'Build failed',
  unknown: 'Unreachable',
}

/** How the site stands, always in sight: queued, building, live or failed, with the revision. Opens the last builds. */
export function BuildIndicator() {
  const id = useId()
  const { data, isError } = useQuery(buildsQuery)
  const standing = data ? standingOf(data) : undefined
  useEffect(() => {
    if (data) tellAwaited(data)
  }, [data])
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        data-standing={standing ?? 'unknown'}
        className="admin-build flex min-h-10 shrink-0 cursor-pointer items-center gap-2.5 rounded-md border-2 border-line px-3 font-semibold text-[.9375rem] hover:border-soft"
      >
        <span aria-hidden="true" className="admin-lamp" />
        <span role="status">
          <span className="max-sm:sr-only">{wordOf(standing, isError)}, </span>r{revisionOf(data, standing)}
        </span>
      </button>
      <div id={id} popover="auto" className="admin-popover">
        <BuildPanel status={data} />
      </div>
    </>
  )
}

function wordOf(standing: Standing | undefined, isError: boolean): string {
  if (standing) return WORDS[standing]
  return isError ? 'Status unknown' : 'Site'
}

/** What visitors see once it is live, else what they will see; a dash while nobody knows. */
function revisionOf(status: BuildStatus | undefined, standing: Standing | undefined): number | string {
  if (!status) return '–'
  return standing === 'live' ? (status.live?.revision ?? status.revision) : status.revision
}
