import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { map } from 'nanostores'
import type { EventPart, EventParts } from '#src/contract/event-parts.ts'
import { UNDO_WINDOW } from '#src/contract/user.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { notify } from '#src/islands/toasts.ts'
import { awaitRevision } from '../../awaited-revision.ts'
import { notifyFailure } from '../../blocks/use-save.ts'
import { buildsQuery } from '../../build-status.ts'
import type { PartList } from './part-lists.ts'

/** One change: how the list looks once it is done, and what does it. */
export type Change<Part extends EventPart, Answer extends Changed<EventParts<Part>> = Changed<EventParts<Part>>> = {
  apply: (items: Part[]) => Part[]
  send: () => Promise<Answer>
  /** The toast when it is done; none where the list itself says it. */
  done?: string | ((answer: Answer) => string)
  /** Names the entry in the toast, so that the toasts of two entries differ. */
  about?: string
  /** What reverses it, while its toast is shown. */
  undo?: Change<Part>
  /** Before the message of a failure. (product 8) */
  failed: string
}

/** Queries of other screens that these lists make stale: events, history, and where an entry of a library is used. */
const STALE_ELSEWHERE = ['events', 'uses', 'vendors', 'team', 'dashboard'] as const

const sameParts = <Part>(items: Part[]) => items

/**
 * One list of an event. It shows the server's last answer with all pending changes applied, so that a change that fails
 * disappears by itself. Changes are sent one after the other.
 */
export function useParts<Part extends EventPart>(list: PartList<Part>, eventId: string) {
  const queries = useQueryClient()
  const queryKey = ['event-parts', eventId, list.kind]
  const query = useQuery({ queryKey, queryFn: () => list.read(eventId), staleTime: 0 })
  const pending = useMutationState({
    filters: { mutationKey: queryKey, status: 'pending' },
    select: ({ state }) => (state.variables as Change<Part> | undefined)?.apply ?? sameParts<Part>,
  })
  const accept = (answer: Changed<EventParts<Part>>) => {
    const { event, items, version } = answer.item
    queries.setQueryData<EventParts<Part>>(queryKey, { event, items, version })
    for (const first of STALE_ELSEWHERE) void queries.invalidateQueries({ queryKey: [first], refetchType: 'none' })
    if (answer.revision === null) return
    $lastChange.setKey(eventId, answer.revision)
    awaitRevision(answer.revision)
    void queries.invalidateQueries({ queryKey: buildsQuery.queryKey })
  }
  const mutation = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join() },
    networkMode: 'always',
    mutationFn: ({ send }: Change<Part>) => send(),
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (answer, { done, about, undo }) => {
      accept(answer)
      if (!done) return
      const message = typeof done === 'function' ? done(answer) : done
      const back = undo && { undo: () => mutation.mutate(undo), duration: UNDO_WINDOW }
      notify({ kind: 'success', message, ...(about && { title: about }), ...back })
    },
    onError: (fault, { failed }) => {
      if (!isCancelled(fault)) notifyFailure(failed, fault)
      void queries.invalidateQueries({ queryKey })
    },
  })
  const data = query.data && { ...query.data, items: pending.reduce((items, apply) => apply(items), query.data.items) }
  return { query: { ...query, data }, change: mutation.mutate, changed: mutation.mutateAsync, accept }
}

export type Parts<Part extends EventPart> = ReturnType<typeof useParts<Part>>

/** The revision that shows the last change of an event's lists, by the event's id. */
export const $lastChange = map<Record<string, number>>({})
