import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { isStale } from '#src/contract/versioned.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { ApiError, toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { awaitRevision } from '../awaited-revision.ts'
import { buildsQuery } from '../build-status.ts'

type SaveParts<Input, Answer> = {
  save: (input: Input) => Promise<Answer>
  /** The toast when it is done: in the words of the product description if they are given there; none if the screen itself shows it. */
  done?: string | ((answer: Answer, input: Input) => string)
  /** What takes the change back, if it can be for a few seconds: the toast then has a button for it. */
  undo?: (answer: Answer, input: Input) => { press: () => void; within: number } | undefined
  /** Before the message of a failure: 'Failed to add vendor'. (product 8) */
  failed: string
  /** The queries that are out of date afterwards, by the first parts of their keys. */
  stale?: readonly QueryKey[]
  onDone?: (answer: Answer, input: Input) => unknown
  /** Called if someone else saved in between. True if the form shows both versions itself. */
  onStale?: (input: Input) => boolean
  /** True for a refusal that the screen shows by itself; the toast then is left out. */
  onRefused?: (fault: ApiError, input: Input) => boolean
}

/** Saves one change at a time, shows its toast, fetches the queries that are out of date, and follows the build. */
export function useSave<Input, Answer>(parts: SaveParts<Input, Answer>) {
  const queries = useQueryClient()
  const { save, done, undo, failed, stale = [], onDone, onStale, onRefused } = parts
  return useMutation({
    mutationFn: save,
    onSuccess: async (answer, input) => {
      const back = undo?.(answer, input)
      const message = typeof done === 'function' ? done(answer, input) : done
      if (message) notify({ kind: 'success', message, ...(back && { undo: back.press, duration: back.within }) })
      for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
      follow(answer, () => queries.invalidateQueries({ queryKey: buildsQuery.queryKey }))
      await onDone?.(answer, input)
    },
    onError: (fault, input) => {
      const refusal = toApiError(fault)
      if (isCancelled(fault)) return
      if (isStale(refusal) && onStale?.(input)) return
      if (fault instanceof ApiError && onRefused?.(fault, input)) return
      notifyFailure(failed, refusal)
    },
  })
}

/** Shows what failed, and why, in a toast: 'Failed to update vendor: The name is taken.' */
export function notifyFailure(failed: string, fault: unknown): void {
  const { errors, detail } = toApiError(fault)
  notify({ kind: 'error', title: 'Error', message: `${failed}: ${errors[0]?.message ?? detail}` })
}

/** A change that pages show has a revision. The build status is followed until that revision is live. */
function follow(answer: unknown, look: () => unknown): void {
  const isPublic = typeof answer === 'object' && answer !== null && 'revision' in answer
  if (!isPublic || typeof answer.revision !== 'number') return
  awaitRevision(answer.revision)
  void look()
}
