import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ADD_TO_SET, type SubjectLine } from '#src/contract/change-set.ts'
import { Button } from '#src/ui/Button.tsx'
import { lazyComponent } from './lazy-component.tsx'

const Loaded = lazyComponent(async () => (await import('../screens/content-studio/AddToSetDialog.tsx')).AddToSetDialog)

/** The dialog that puts a record into a change set, for a screen that opens it by an action of a row. */
export function AddToSetDialog(props: { subject: SubjectLine; onClose: () => void }) {
  // Outside of the form that the button may be in: the key Enter would send that form.
  return createPortal(<Loaded {...props} />, document.body)
}

type AddToSetProps = { subject: SubjectLine; variant?: 'outline' | 'ghost' }

/** Takes a record into a change set, open or new, and opens its form there. What is live stays as it is. */
export function AddToSet({ subject, variant = 'outline' }: AddToSetProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} size="sm" onClick={() => setOpen(true)}>
        {ADD_TO_SET}
        <span className="sr-only"> {subject.label}</span>
      </Button>
      {isOpen && <AddToSetDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  )
}
