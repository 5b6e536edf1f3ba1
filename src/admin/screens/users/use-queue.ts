import { useState } from 'react'
import type { UserLine } from '#src/contract/user.ts'
import { useQueueKeys } from '../../blocks/use-queue-keys.ts'
import { QUEUE_STEPS } from './queue-keys.ts'

type QueueParts = { people: readonly UserLine[]; onApprove: (ids: string[]) => void; onReject: (ids: string[]) => void }

/** The queue by mouse and by keyboard: who is selected, and what a key does to them, or else to whom has the focus. */
export function useQueue({ people, onApprove, onReject }: QueueParts) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = people.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const toggle = (id: string) => setChosen((before) => toggled(before, id))
  const setAll = (isOn: boolean) => setChosen(new Set(isOn ? people.map(({ id }) => id) : []))
  const list = useQueueKeys({
    entries: people,
    focusOn: '[data-person] input',
    steps: QUEUE_STEPS,
    onAct: (act, { id }) => {
      const whom = selected.length > 0 ? selected : [id]
      if (act === 'select') toggle(id)
      if (act === 'approve') onApprove(whom)
      if (act === 'reject') onReject(whom)
    },
  })
  return { list, selected, isSelected: (id: string) => chosen.has(id), toggle, setAll }
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}
