import { useState } from 'react'
import { type Finding, sayFindings, WARNINGS_READ } from '#src/contract/content-check.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FindingLines } from '../../blocks/FindingLines.tsx'

type PublishDialogProps = {
  findings: readonly Finding[]
  description: string
  /** True if errors leave nothing that can be published. */
  isStopped: boolean
  /** True where the findings are of more than one event. */
  hasSubjects?: boolean
  onPublish: () => void
  onClose: () => void
}

/** After the checks have refused to publish: errors stop it, and warnings need a tick. */
export function PublishDialog(props: PublishDialogProps) {
  const { findings, description, isStopped, hasSubjects = false, onPublish, onClose } = props
  const [isRead, setRead] = useState(false)
  return (
    <Dialog
      isOpen
      title={sayFindings(findings)}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={isStopped || !isRead}
            title={isStopped ? description : isRead ? undefined : 'Tick that you have read the warnings.'}
            onClick={onPublish}
          >
            Publish
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <FindingLines findings={findings} hasSubjects={hasSubjects} onFollow={onClose} />
        {!isStopped && (
          <Checkbox label={WARNINGS_READ} checked={isRead} onChange={({ target }) => setRead(target.checked)} />
        )}
      </div>
    </Dialog>
  )
}
