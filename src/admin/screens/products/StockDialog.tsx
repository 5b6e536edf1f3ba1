import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type ProductEntry, type StockChangeEntry, stockChange } from '#src/contract/shop-product.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { NumberField, SelectField, TextField } from '../../blocks/fields.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { changeStock, products, stockChangesQuery, variantName } from './product-calls.ts'

const schema = stockChange.omit({ id: true }).extend({ variantId: z.uuid() })

type StockDialogProps = { product: ProductEntry; onClose: () => void }

/** Pieces that came in or went out other than by an order, and why. */
export function StockDialog({ product, onClose }: StockDialogProps) {
  const counted = product.variants.filter(({ tracksStock }) => tracksStock)
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { variantId: counted[0]?.id ?? '', reason: '' },
  })
  const save = useSave({
    save: ({ variantId, ...change }: z.output<typeof schema>) => changeStock(variantId, { id, ...change }),
    done: 'Stock changed',
    failed: 'Failed to change the stock',
    stale: [...products.stale, ['product', product.id]],
    onRefused: (fault) => showFieldErrors(form, fault),
    onDone: onClose,
  })
  const chosen = useWatch({ control: form.control, name: 'variantId' })
  const variant = counted.find((one) => one.id === chosen)
  return (
    <FormDialog
      form={form}
      onSubmit={(change) => save.mutate(change)}
      isBusy={save.isPending}
      title="Change stock"
      lead={product.title}
      label="Change stock"
      onClose={onClose}
    >
      {counted.length > 1 && (
        <SelectField
          name="variantId"
          label="Variant"
          options={counted.map((one) => [one.id, variantName(one)] as const)}
        />
      )}
      {variant && (
        <dl className="grid grid-cols-3 gap-4">
          {(
            [
              ['On the shelf', variant.onHand],
              ['Held by orders', variant.held],
              ['Free', variant.free],
            ] as const
          ).map(([name, count]) => (
            <div key={name}>
              <dt className="text-[.875rem] text-soft leading-snug">{name}</dt>
              <dd className="font-semibold text-[1.25rem] tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
      )}
      <NumberField name="pieces" label="Pieces" hint="20 if 20 came in, -3 if 3 went out." autoComplete="off" />
      <TextField name="reason" label="Reason" maxLength={200} hint="The audit log keeps it." autoComplete="off" />
      <LatestChanges product={product} />
    </FormDialog>
  )
}

function LatestChanges({ product }: { product: ProductEntry }) {
  const query = useQuery(stockChangesQuery(product.id))
  const names = new Map(product.variants.map((variant) => [variant.id, variantName(variant)]))
  return (
    <section>
      <h3 className="font-semibold">Latest changes</h3>
      <Shown query={query} what="the latest changes">
        {(changes: StockChangeEntry[]) =>
          changes.length === 0 ? (
            <p className="mt-1 text-soft">Nothing was changed by hand yet.</p>
          ) : (
            <ul className="mt-1 divide-y divide-line">
              {changes.map(({ id, variantId, pieces, reason, createdAt }) => (
                <li key={id} className="py-2 leading-snug">
                  <span className="font-semibold tabular-nums">{pieces > 0 ? `+${pieces}` : pieces}</span>{' '}
                  {product.variants.length > 1 && `${names.get(variantId)}: `}
                  {reason} <span className="text-[.875rem] text-soft">{formatMoment(createdAt)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}
