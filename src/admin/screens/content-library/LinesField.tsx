import { useController } from 'react-hook-form'
import { TextArea } from '#src/ui/TextArea.tsx'

type LinesFieldProps = { name: string; label: string; hint: string; rows: number }

/** A list of texts, a line each. Empty lines are dropped when the field is left. */
export function LinesField({ name, label, hint, rows }: LinesFieldProps) {
  const { field, fieldState } = useController({ name })
  const lines: string[] = Array.isArray(field.value) ? field.value : []
  return (
    <TextArea
      ref={field.ref}
      name={name}
      label={label}
      hint={hint}
      rows={Math.max(rows, lines.length + 1)}
      value={lines.join('\n')}
      error={firstMessage(fieldState.error)}
      onChange={({ target }) => field.onChange(target.value === '' ? [] : target.value.split('\n'))}
      onBlur={() => {
        const kept = lines.map((line) => line.trim()).filter((line) => line !== '')
        if (kept.join('\n') !== lines.join('\n')) field.onChange(kept)
        field.onBlur()
      }}
    />
  )
}

/** What is wrong with a list, or with the first of its entries that is at fault. */
function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string') return errors.message
  return Array.isArray(errors) ? errors.map(firstMessage).find((message) => message !== undefined) : undefined
}
