import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { STUDIO } from '#src/contract/change-set.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { CHANGE_SETS, replaceEverywhere } from './change-set-calls.ts'

const FEWEST = 3

/** Makes a set that replaces some words in every text that has them. */
export function ReplaceTextDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const save = useSave({
    save: () => replaceEverywhere({ id: crypto.randomUUID(), find, by }),
    failed: 'Failed to replace the text',
    stale: [[CHANGE_SETS]],
    onDone: ({ id }) => navigate(links.changeSet(id)),
  })
  return (
    <Dialog
      isOpen
      title={STUDIO.replaceText}
      description="A new set changes these words in every block, page and standing text, and in events that are not over. You look through it before it goes live."
      onClose={onClose}
      actions={
        <>
          <Button disabled={find.trim().length < FEWEST} isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
            {STUDIO.makeSet}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <TextInput
          label="Find"
          value={find}
          maxLength={200}
          autoComplete="off"
          hint="At least three characters, with capitals as they are written. Links keep their addresses, unless you enter an address."
          onChange={({ target }) => setFind(target.value)}
        />
        <TextInput
          label="Replace with"
          value={by}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => setBy(target.value)}
        />
      </div>
    </Dialog>
  )
}
