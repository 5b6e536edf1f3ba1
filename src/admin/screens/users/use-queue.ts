import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { UserLine } from '#src/contract/user.ts'
import { links } from '../../links.ts'
import { placeAfter, stepOf } from './queue-keys.ts'

const PERSON = '[data-person]'

type QueueParts = { people: readonly UserLine[]; onApprove: (ids: string[]) => void; onReject: (ids: string[]) => void }

/**
 * The queue by mouse and by keyboard: who is selected, and what a key does to whom has the focus. Keys work inside the list
 * alone, so that they never take a letter somebody types. (WCAG 2.1.4)
 */
export function useQueue({ people, onApprove, onReject }: QueueParts) {
  const router = useRouter()
  const list = useRef<HTMLUListElement>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const lastFocus = useRef<number | undefined>(undefined)
  const selected = people.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const toggle = (id: string) => setChosen((before) => toggled(before, id))
  const setAll = (isOn: boolean) => setChosen(new Set(isOn ? people.map(({ id }) => id) : []))
  const focus = (at: number) => list.current?.querySelectorAll<HTMLElement>(`${PERSON} input`)[at]?.focus()

  const press = useRef((_event: KeyboardEvent) => {})
  press.current = (event) => {
    const step = stepOf(event)
    const at = placeOf(event.target)
    const person = people[at]
    if (!step || !person) return
    event.preventDefault()
    if (step === 'next' || step === 'previous') focus(placeAfter(step, at, people.length))
    if (step === 'select') toggle(person.id)
    if (step === 'open') void router.navigate({ href: links.user(person.id) })
    const whom = selected.length > 0 ? selected : [person.id]
    if (step === 'approve') onApprove(whom)
    if (step === 'reject') onReject(whom)
  }
  useEffect(() => {
    const element = list.current
    const listen = (event: KeyboardEvent) => press.current(event)
    const note = ({ target }: FocusEvent) => {
      lastFocus.current = placeOf(target)
    }
    element?.addEventListener('keydown', listen)
    element?.addEventListener('focusin', note)
    return () => {
      element?.removeEventListener('keydown', listen)
      element?.removeEventListener('focusin', note)
    }
  }, [])
  // Whoever had the focus was decided about and is gone: it goes on to who stands there now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what moves it
  useEffect(() => {
    if (lastFocus.current === undefined || document.activeElement !== document.body) return
    focus(Math.min(lastFocus.current, people.length - 1))
  }, [people])
  return { list, selected, isSelected: (id: string) => chosen.has(id), toggle, setAll }
}

function placeOf(target: EventTarget | null): number {
  const person = target instanceof Element ? target.closest(PERSON) : null
  return person ? [...(person.parentElement?.children ?? [])].indexOf(person) : -1
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}
