import { useState } from 'react'
import { type ApprovalsInput, type DecisionResult, decidedSentence } from '#src/contract/user.ts'
import { useSave } from '../../blocks/use-save.ts'
import { decide, STALE_LISTS } from './user-calls.ts'

/** Decides about registrations: the toast says how many it was, `left` holds what could not be done, with why. */
export function useDecide(onDone?: () => void) {
  const [left, setLeft] = useState<DecisionResult[]>([])
  const save = useSave({
    save: decide,
    done: ({ results }, input) => toldOf(results, input),
    failed: 'Failed to save decision',
    stale: [...STALE_LISTS, ['user'], ['timeline']],
    onDone: ({ results }) => {
      setLeft(results.filter(({ outcome }) => outcome !== 'done'))
      onDone?.()
    },
  })
  return { decide: save.mutate, decideNow: save.mutateAsync, isBusy: save.isPending, left, forget: () => setLeft([]) }
}

/** What a decision came to, in a sentence. */
export function toldOf(results: readonly DecisionResult[], { decision }: Pick<ApprovalsInput, 'decision'>): string {
  const done = results.filter(({ outcome }) => outcome === 'done')
  const [first] = done
  const rest = results.length - done.length
  const more = rest === 0 ? '' : ` ${rest} ${rest === 1 ? 'was' : 'were'} left unchanged.`
  if (!first) return `No one was ${decision}.${more}`
  const who = done.length === 1 ? (first.username ?? '1 person') : `${done.length} people`
  return `${decidedSentence(who, decision)}${more}`
}
