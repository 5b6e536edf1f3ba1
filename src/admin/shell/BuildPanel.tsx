import { useStore } from '@nanostores/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BuildStatus } from '#src/contract/build.ts'
import { hasRole } from '#src/contract/rank.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../api.ts'
import { agoOf } from '../blocks/moment.ts'
import { buildsQuery, isUnderWay } from '../build-status.ts'
import { BuildLines } from './BuildLines.tsx'

/** The last builds: what changed, who changed it, what became of it, and why it failed. */
export function BuildPanel({ status }: { status: BuildStatus | undefined }) {
  const viewer = useStore($viewer)
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => ask(() => api.builds.$post()),
    onSuccess: (now) => queries.setQueryData(buildsQuery.queryKey, now),
    onError: (fault) =>
      notify({ kind: 'error', title: 'Error', message: `Failed to request a build: ${toApiError(fault).detail}` }),
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
              ? `Visitors see revision ${status.live.revision}, built ${agoOf(status.live.builtAt)}.`
              : 'The live site is not responding.'}
          </p>
        </div>
        {mayRetry && (
          <Button
            variant="outline"
            size="sm"
            disabled={retry.isPending || isUnderWay(status)}
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
