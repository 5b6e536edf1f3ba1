import type { Amount } from '#src/contract/business-case.ts'

type TypedProps = { label: string } & ({ name: Amount } | { name: 'name' | 'manager' })

/** A field whose text stays on the page: the letter or the calculator beside it uses it as it is typed. (decision 0066) */
export function Typed({ name, label }: TypedProps) {
  const isText = name === 'name' || name === 'manager'
  const kind = isText
    ? { maxLength: 100, autoComplete: name === 'name' ? 'name' : 'off' }
    : { maxLength: 12, autoComplete: 'off', inputMode: 'decimal' as const }
  return (
    <label>
      {label}
      <input name={name} {...kind} />
    </label>
  )
}
