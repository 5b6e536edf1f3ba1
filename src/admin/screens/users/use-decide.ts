import { useState } from 'react'
import type { ApprovalsInput, DecisionResult } from '#src/contract/user.ts'
import { useSave } from '../../blocks/use-save.ts'
import { decide, STALE_LISTS } from './user-calls.ts'

/** Decides about registrations: the toast says how many it was, `left` holds what could not be done, with why. */
export function useDecide(onDone?: () => void) {
  const [left, setLeft] = useState<DecisionResult[]>([])
  const save = useSave({
    save: decide,
    done: ({ results }, input) => toldOf(results, input),
    failed: 'Failed to decide',
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
  const verb = decision === 'approved' ? 'Approved' : 'Rejected'
  const rest = results.length - done.length
  const more = rest === 0 ? '' : ` ${rest} ${rest === 1 ? 'was' : 'were'} left as they are.`
  if (!first) return `Nobody was ${verb.toLowerCase()}.${more}`
  const who = done.length === 1 ? (first.username ?? 'One person') : `${done.length} people`
  const mailed = done.length === 1 ? 'A mail tells them.' : 'Mails tell them.'
  return `${verb} ${who}. ${mailed}${more}`
}
