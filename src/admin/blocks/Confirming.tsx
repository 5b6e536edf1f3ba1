import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { $question, type Question } from './confirm.ts'

/** Shows the question that `confirm` asks. One per app. */
export function Confirming() {
  const question = useStore($question)
  return question ? <Confirm key={question.title} {...question} /> : null
}

function Confirm({ title, message, label, busyLabel, act }: Question) {
  const [isBusy, setBusy] = useState(false)
  const close = () => $question.set(undefined)
  const go = async () => {
    setBusy(true)
    try {
      await act()
      close()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={title} onClose={close}>
      <div className="mt-4 grid gap-3 leading-snug">{message}</div>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button variant="destructive" disabled={isBusy} onClick={() => void go()}>
          {isBusy ? busyLabel : label}
        </Button>
        {/* Enter pressed twice by mistake must not delete. */}
        <Button variant="outline" onClick={close} data-focus-first>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
