import { useQueries } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { PLACED_BLOCKS } from '#src/contract/content-place.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useError } from '../../blocks/fields.tsx'
import { blocks } from './content-calls.ts'
import { BlockOrder } from './PlaceEditor.tsx'

/** The blocks of a page or slot as a field of a form. */
export function PlacedField({ name }: { name: string }) {
  const { field } = useController({ name: 'blockIds' })
  const ids: string[] = field.value
  const error = useError('blockIds')
  const found = useQueries({ queries: ids.map((id) => blocks.query(id)) })
  const items = found.flatMap(({ data }) => (data ? [{ ...data, warnings: [] }] : []))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{PLACED_BLOCKS}</legend>
      {found.some(({ isPending }) => isPending) ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <BlockOrder name={name} items={items} onChange={(next) => field.onChange(next.map(({ id }) => id))} />
      )}
      {error && (
        <p role="alert" className="mt-2 font-semibold text-[.9375rem] text-stop">
          {error}
        </p>
      )}
    </fieldset>
  )
}
