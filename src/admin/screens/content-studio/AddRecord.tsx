import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { STUDIO, type SubjectLine } from '#src/contract/change-set.ts'
import { SUBJECT_NAMES, SUBJECT_TYPES, type SubjectType } from '#src/contract/change-subject.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SearchBox } from '../../blocks/Filters.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { addItem, CHANGE_SETS, subjectsQuery } from './change-set-calls.ts'

const KINDS = SUBJECT_TYPES.map((type) => [type, SUBJECT_NAMES[type]] as const)

/** Picks the records that a set changes. */
export function AddRecord({ setId, onClose }: { setId: string; onClose: () => void }) {
  const [type, setType] = useState<SubjectType>('event')
  const [q, search] = useState('')
  const found = useQuery(subjectsQuery({ type, q }))
  const add = useSave({
    save: ({ type: subjectType, id: subjectId }: SubjectLine) =>
      addItem(setId, { id: crypto.randomUUID(), subjectType, subjectId }),
    failed: 'Failed to add record',
    stale: [[CHANGE_SETS]],
    onDone: onClose,
  })
  return (
    <Dialog
      isOpen
      title={STUDIO.addRecord}
      description="The set begins with what is live now. Nothing changes until the set is published."
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-4">
        <Select
          label="Kind"
          options={KINDS}
          value={type}
          onChange={({ target }) => setType(SUBJECT_TYPES.find((one) => one === target.value) ?? type)}
        />
        <SearchBox label="Search by name" value={q} onChange={search} />
        <Shown query={found} what="the records">
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-soft">No records match.</p>
            ) : (
              <ul className="border-line border-t">
                {items.map((line) => (
                  <li key={line.id} className="flex items-center justify-between gap-4 border-line border-b py-2">
                    <span className="min-w-0 [overflow-wrap:anywhere]">{line.label}</span>
                    <Button variant="outline" size="sm" isBusy={add.isPending} onClick={() => add.mutate(line)}>
                      Add<span className="sr-only">{` ${line.label}`}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      </div>
    </Dialog>
  )
}
