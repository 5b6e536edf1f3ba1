import { atom } from 'nanostores'
import type { SubjectLine } from '#src/contract/change-set.ts'
import { ADD_TO_SET } from '#src/contract/change-subject.ts'
import { Button } from '#src/ui/Button.tsx'

/** The record that is about to be taken into a change set. The shell shows the dialog that asks which. */
export const $added = atom<SubjectLine | undefined>()

type AddToSetProps = { subject: SubjectLine; variant?: 'outline' | 'ghost' }

/** Takes a record into a change set, open or new, and opens its form there. What is live stays as it is. */
export function AddToSet({ subject, variant = 'outline' }: AddToSetProps) {
  return (
    <Button variant={variant} size="sm" onClick={() => $added.set(subject)}>
      {ADD_TO_SET}
      <span className="sr-only"> {subject.label}</span>
    </Button>
  )
}
