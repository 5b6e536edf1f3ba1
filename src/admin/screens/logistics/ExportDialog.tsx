import { useState } from 'react'
import { LOGISTICS_SECTIONS } from '#src/contract/logistics-sections.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { csvAddress, downloadSensitive } from './logistics-calls.ts'

const SENSITIVE = LOGISTICS_SECTIONS.filter(({ isSensitive }) => isSensitive)

/** Everybody's answers as a file. Sensitive sections are in it only if they are chosen by name. (security LG6) */
export function ExportDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const [chosen, choose] = useState<readonly string[]>([])
  const save = useSave({
    save: () => downloadSensitive(eventId, [...chosen]),
    done: 'File downloaded. The audit log records this.',
    failed: 'Failed to export',
    onDone: onClose,
  })
  const toggle = (key: string, isOn: boolean) =>
    choose([...chosen.filter((one) => one !== key), ...(isOn ? [key] : [])])
  return (
    <Dialog
      isOpen
      title="Export CSV"
      description="One line for each person. Sensitive sections are left out unless you choose them, which is recorded in the audit log. A downloaded file is not deleted by itself."
      onClose={onClose}
      actions={
        <>
          {chosen.length > 0 ? (
            <Button isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
              Export with sensitive sections
            </Button>
          ) : (
            <Button asChild>
              <a href={csvAddress(eventId)} download>
                Export
              </a>
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Sensitive sections</legend>
        {SENSITIVE.map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={chosen.includes(key)}
            onChange={({ target }) => toggle(key, target.checked)}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
