import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '../../blocks/fields.tsx'
import { LABELS } from '../event-setup/event-values.ts'

/** The address, which follows the city and the year until somebody writes another one. */
export function SlugField({ suggestion }: { suggestion: string }) {
  const { setValue, getFieldState, formState } = useFormContext<{ eventSlug: string }>()
  const { isDirty } = getFieldState('eventSlug', formState)
  const slug = useWatch<{ eventSlug: string }>({ name: 'eventSlug' })
  useEffect(() => {
    if (!isDirty && suggestion !== '') setValue('eventSlug', suggestion)
  }, [isDirty, suggestion, setValue])
  return (
    <TextField
      name="eventSlug"
      label={LABELS.eventSlug}
      autoCapitalize="off"
      spellCheck={false}
      hint={`/event/${slug || '…'}`}
    />
  )
}
