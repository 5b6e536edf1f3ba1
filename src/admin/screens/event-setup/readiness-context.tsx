import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { EventRows } from '#src/contract/event.ts'
import { type ReadinessField, type ReadinessItem, readiness } from '#src/contract/readiness.ts'
import { type EventValues, toDraft } from './event-values.ts'

const Readiness = createContext<readonly ReadinessItem[]>([])

/** The form as it stands, a moment late when the typing is fast. */
export function useFormValues(): EventValues {
  const { control, getValues } = useFormContext<EventValues>()
  const watched = useWatch({ control })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is watched says when the whole form is another one
  const values = useMemo(() => ({ ...getValues() }), [watched, getValues])
  return useDeferredValue(values)
}

type ProviderProps = { registrationOrigin: string; parts: Omit<EventRows, 'event'>; children: ReactNode }

/** Works out once for all fields what is missing and what the page shows instead. */
export function ReadinessProvider({ registrationOrigin, parts, children }: ProviderProps) {
  const values = useFormValues()
  const items = useMemo(
    () => readiness(toDraft(values), { registrationOrigin, parts }),
    [values, registrationOrigin, parts],
  )
  return <Readiness value={items}>{children}</Readiness>
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
