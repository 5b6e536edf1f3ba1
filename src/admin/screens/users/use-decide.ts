import { useState } from 'react'
import { leftUnchanged } from '#src/contract/bulk.ts'
import {
  type ApprovalsInput,
  type DecisionResult,
  decidedSentence,
  UNDO_WINDOW,
  undoneSentence,
} from '#src/contract/user.ts'
import { useSave } from '../../blocks/use-save.ts'
import { decideApprovals, STALE_LISTS, undoDecisions } from './user-calls.ts'

const STALE = [...STALE_LISTS, ['user'], ['timeline']]

/** Decides about registrations: the toast says how many it was, `left` holds what could not be done, with why. */
export function useDecide(onDone?: () => void) {
  const [left, setLeft] = useState<DecisionResult[]>([])
  const showLeft = (results: readonly DecisionResult[]) => setLeft(results.filter(({ outcome }) => outcome !== 'done'))
  const undoDecision = useSave({
    save: undoDecisions,
    done: ({ results }) => undoneSentence(toWho(getDone(results))),
    failed: 'Failed to undo decision',
    stale: STALE,
    onDone: ({ results }) => showLeft(results),
  })
  const save = useSave({
    save: decideApprovals,
    done: ({ results }, input) => decisionSentence(results, input),
    undo: ({ results }, { from }) => {
      const ids = getDone(results).map(({ id }) => id)
      const isUndoable = ids.length > 0 && from === 'pending'
      return isUndoable ? { press: () => undoDecision.mutate(ids), within: UNDO_WINDOW } : undefined
    },
    failed: 'Failed to save decision',
    stale: STALE,
    onDone: ({ results }) => {
      showLeft(results)
      onDone?.()
    },
  })
  return {
    decide: save.mutate,
    isBusy: save.isPending,
    left: left.map(({ id, username, message }) => ({ id, name: username, message })),
    forget: () => setLeft([]),
  }
}

/** What a decision came to, in a sentence. */
export function decisionSentence(
  results: readonly DecisionResult[],
  { decision }: Pick<ApprovalsInput, 'decision'>,
): string {
  const done = getDone(results)
  const rest = results.length - done.length
  const more = rest === 0 ? '' : leftUnchanged(rest)
  if (done.length === 0) return `No one was ${decision}.${more}`
  return `${decidedSentence(toWho(done), decision)}${more}`
}

const getDone = (results: readonly DecisionResult[]) => results.filter(({ outcome }) => outcome === 'done')

function toWho(done: readonly DecisionResult[]): string {
  const [first] = done
  return done.length === 1 ? (first?.username ?? '1 person') : `${done.length} people`
}
