import { useState } from 'react'
import {
  type ApprovalsInput,
  type DecisionResult,
  decidedSentence,
  UNDO_WINDOW,
  undoneSentence,
} from '#src/contract/user.ts'
import { Button } from '#src/ui/Button.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { decide, STALE_LISTS, undoDecisions } from './user-calls.ts'

const STALE = [...STALE_LISTS, ['user'], ['timeline']]

/** Decides about registrations: the toast says how many it was, `left` holds what could not be done, with why. */
export function useDecide(onDone?: () => void) {
  const [left, setLeft] = useState<DecisionResult[]>([])
  const showLeft = (results: readonly DecisionResult[]) => setLeft(results.filter(({ outcome }) => outcome !== 'done'))
  const takeBack = useSave({
    save: undoDecisions,
    done: ({ results }) => undoneSentence(whoOf(doneOf(results))),
    failed: 'Failed to undo decision',
    stale: STALE,
    onDone: ({ results }) => showLeft(results),
  })
  const save = useSave({
    save: decide,
    done: ({ results }, input) => toldOf(results, input),
    undo: ({ results }, { from }) => {
      const ids = doneOf(results).map(({ id }) => id)
      const isUndoable = ids.length > 0 && from === 'pending'
      return isUndoable ? { press: () => takeBack.mutate(ids), within: UNDO_WINDOW } : undefined
    },
    failed: 'Failed to save decision',
    stale: STALE,
    onDone: ({ results }) => {
      showLeft(results)
      onDone?.()
    },
  })
  return { decide: save.mutate, decideNow: save.mutateAsync, isBusy: save.isPending, left, forget: () => setLeft([]) }
}

/** What a decision came to, in a sentence. */
export function toldOf(results: readonly DecisionResult[], { decision }: Pick<ApprovalsInput, 'decision'>): string {
  const done = doneOf(results)
  const rest = results.length - done.length
  const more = rest === 0 ? '' : ` ${rest} ${rest === 1 ? 'was' : 'were'} left unchanged.`
  if (done.length === 0) return `No one was ${decision}.${more}`
  return `${decidedSentence(whoOf(done), decision)}${more}`
}

const doneOf = (results: readonly DecisionResult[]) => results.filter(({ outcome }) => outcome === 'done')

function whoOf(done: readonly DecisionResult[]): string {
  const [first] = done
  return done.length === 1 ? (first?.username ?? '1 person') : `${done.length} people`
}

/** Who could not be decided about, and why, until it is put away. */
export function DecisionReport({ left, onClose }: { left: readonly DecisionResult[]; onClose: () => void }) {
  if (left.length === 0) return null
  return (
    <div role="status" className="admin-panel mb-5 flex overflow-hidden">
      <span aria-hidden="true" className="hazard w-3 shrink-0" />
      <div className="grid justify-items-start gap-3 px-5 py-4">
        <ul className="grid gap-1 leading-snug">
          {left.map(({ id, username, message }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {username && <b>{username}: </b>}
              {message}
            </li>
          ))}
        </ul>
        <Button variant="outline" size="sm" onClick={onClose}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
