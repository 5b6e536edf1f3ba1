import { useState } from 'react'
import {
  type Finding,
  hasErrors,
  PUBLISH_STOPPED,
  PUBLISH_WARNED,
  sayFindings,
  WARNINGS_READ,
} from '#src/contract/content-check.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FindingLines } from '../../blocks/FindingLines.tsx'

type PublishDialogProps = { findings: readonly Finding[]; onPublish: () => void; onClose: () => void }

/** Before an event is published in which checks found something: errors stop it, and warnings need a tick. */
export function PublishDialog({ findings, onPublish, onClose }: PublishDialogProps) {
  const [isRead, setRead] = useState(false)
  const isStopped = hasErrors(findings)
  return (
    <Dialog
      isOpen
      title={sayFindings(findings)}
      description={isStopped ? PUBLISH_STOPPED : PUBLISH_WARNED}
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={isStopped || !isRead}
            title={isStopped ? PUBLISH_STOPPED : isRead ? undefined : 'Tick that you have read the warnings.'}
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
        <FindingLines findings={findings} onFollow={onClose} />
        {!isStopped && (
          <Checkbox label={WARNINGS_READ} checked={isRead} onChange={({ target }) => setRead(target.checked)} />
        )}
      </div>
    </Dialog>
  )
}
