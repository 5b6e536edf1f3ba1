import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ChangeSetLine, ITEM_PRESENT, STATE_NAMES, STUDIO, type SubjectLine } from '#src/contract/change-set.ts'
import { ADD_TO_SET } from '#src/contract/change-subject.ts'
import { plural } from '#src/contract/plural.ts'
import { ApiError } from '#src/islands/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { addItem, CHANGE_SETS, createSet, fetchSet, fetchSets } from './change-set-calls.ts'

type Place = { setId: string; itemId: string }

/** Which set a record is to be changed in: one that is open, or a new one. Its form is then opened there. */
export function AddToSetDialog({ subject, onClose }: { subject: SubjectLine; onClose: () => void }) {
  const navigate = useNavigate()
  const sets = useQuery({ queryKey: [CHANGE_SETS, 'editable'], queryFn: fetchEditable, staleTime: 0 })
  const [newId] = useState(() => crypto.randomUUID())
  const [name, setName] = useState('')
  const add = useSave({
    save: async (set: string | undefined): Promise<Place> => {
      const setId = set ?? (await createSet({ id: newId, name: name.trim(), note: '' })).id
      return { setId, itemId: await addOrFind(setId, subject) }
    },
    failed: 'Failed to add record',
    stale: [[CHANGE_SETS]],
    onDone: ({ setId, itemId }) => {
      onClose()
      return navigate(links.changeSet(setId, itemId))
    },
  })
  return (
    <Dialog
      isOpen
      title={ADD_TO_SET}
      description={`Changes of ${subject.label} in a set go live when the set is published. Until then the site stays as it is.`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-5">
        <Shown query={sets} what="the change sets">
          {(lines) => <SetList sets={lines} isBusy={add.isPending} onPick={(id) => add.mutate(id)} />}
        </Shown>
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-[1_1_14rem]">
            <TextInput
              label="Name of a new set"
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          <Button disabled={name.trim() === ''} isBusy={add.isPending} onClick={() => add.mutate(undefined)}>
            {STUDIO.newSet}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type SetListProps = { sets: readonly ChangeSetLine[]; isBusy: boolean; onPick: (id: string) => void }

function SetList({ sets, isBusy, onPick }: SetListProps) {
  if (sets.length === 0) return <p className="text-soft">No set is open. Make a new one.</p>
  return (
    <ul className="border-line border-t">
      {sets.map(({ id, name, state, items }) => (
        <li key={id} className="flex items-center justify-between gap-4 border-line border-b py-2">
          <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
            <span className="block font-semibold">{name}</span>
            <span className="block text-[.875rem] text-soft">{`${STATE_NAMES[state]}, ${plural(items, 'record')}`}</span>
          </span>
          <Button variant="outline" size="sm" isBusy={isBusy} onClick={() => onPick(id)}>
            Add<span className="sr-only">{` to ${name}`}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The sets that can be changed, the last changed first. */
async function fetchEditable(): Promise<ChangeSetLine[]> {
  const pages = await Promise.all((['open', 'in_review'] as const).map((state) => fetchSets({ state })))
  return pages.flatMap(({ items }) => items).toSorted((a, b) => b.updatedAt - a.updatedAt)
}

/** Adds the record, or finds it where the set has it already. */
async function addOrFind(setId: string, { type: subjectType, id: subjectId }: SubjectLine): Promise<string> {
  try {
    return (await addItem(setId, { id: crypto.randomUUID(), subjectType, subjectId })).id
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.detail !== ITEM_PRESENT) throw fault
    const { changeItems } = await fetchSet(setId)
    const item = changeItems.find((one) => one.subjectType === subjectType && one.subjectId === subjectId)
    if (!item) throw fault
    return item.id
  }
}
