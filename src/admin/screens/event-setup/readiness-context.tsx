import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react'
import type { EventRows } from '#src/contract/event.ts'
import { type ReadinessField, type ReadinessItem, readiness } from '#src/contract/readiness.ts'
import { blankValues, type EventValues, toDraft } from './event-values.ts'

const FormValues = createContext<EventValues>(blankValues())
const Readiness = createContext<readonly ReadinessItem[]>([])

type ProviderProps = {
  /** The current values of the form. */
  values: EventValues
  registrationOrigin: string
  parts: Omit<EventRows, 'event'>
  children: ReactNode
}

/** Computes once for all fields what is missing and what the page shows instead. It lags a little behind fast typing. */
export function ReadinessProvider({ values, registrationOrigin, parts, children }: ProviderProps) {
  // The form returns one object that it changes in place, so changes are found by comparing its text.
  const said = useDeferredValue(JSON.stringify(values))
  const settled = useMemo<EventValues>(() => JSON.parse(said), [said])
  const items = useMemo(
    () => readiness(toDraft(settled), { registrationOrigin, parts }),
    [settled, registrationOrigin, parts],
  )
  return (
    <FormValues value={settled}>
      <Readiness value={items}>{children}</Readiness>
    </FormValues>
  )
}

/** The values of the form, updated when the typing pauses. */
export function useFormValues(): EventValues {
  return useContext(FormValues)
}

export function useReadiness(): readonly ReadinessItem[] {
  return useContext(Readiness)
}

/** What the page shows in place of an empty field. */
export function FallbackShown({ field }: { field: ReadinessField }) {
  const item = useReadiness().find((candidate) => candidate.field === field)
  if (item?.state !== 'fallback') return null
  return (
    <span className="mt-1 block">
      <b className="font-semibold text-ink">Fallback shown:</b> {item.note}
    </span>
  )
}
