import { useFieldArray, useFormContext } from 'react-hook-form'
import { MOST_VARIANTS, type ProductEntry, type ProductFields } from '#src/contract/shop-product.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckField, HundredthsField, NumberField, TextField, useError } from '../../blocks/fields.tsx'
import { MoveButtons } from '../../blocks/MoveButtons.tsx'
import { blankVariant, stockText } from './product-calls.ts'

type Stored = ProductEntry['variants']

/** What can be ordered of a product. The stock of each variant is changed by itself. */
export function VariantRows({ stored }: { stored: Stored }) {
  const { control, getValues } = useFormContext<ProductFields>()
  const { fields, append, move, remove } = useFieldArray({ control, name: 'variants', keyName: 'key' })
  const ofList = useError('variants')
  const ofWhole = useError('variants.root')
  const error = ofList ?? ofWhole
  const isFull = fields.length >= MOST_VARIANTS
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Variants</legend>
      <p className="mb-3 text-[.9375rem] text-soft leading-snug">
        Each size, edition or pack has a price and a stock of its own. A product with one variant needs no name for it.
      </p>
      <ol className="grid gap-4">
        {fields.map(({ key }, at) => (
          <VariantRow
            key={key}
            at={at}
            count={fields.length}
            stored={stored.find(({ id }) => id === getValues(`variants.${at}.id`))}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" disabled={isFull} onClick={() => append(blankVariant())}>
          Add variant
        </Button>
        {isFull && <p className="text-soft">A product has at most {MOST_VARIANTS} variants.</p>}
      </div>
      {error && (
        <p role="alert" className="mt-2 font-semibold text-stop-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type VariantRowProps = {
  at: number
  count: number
  /** The variant as it is stored; undefined for a new one. */
  stored: Stored[number] | undefined
  onMove: (to: number) => void
  onRemove: () => void
}

function VariantRow({ at, count, stored, onMove, onRemove }: VariantRowProps) {
  const { watch } = useFormContext<ProductFields>()
  const path = `variants.${at}` as const
  const name = watch(`${path}.label`) || `variant ${at + 1}`
  const kept = whyKept(count, stored)
  return (
    <li className="grid gap-4 rounded-md border-2 border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">
          Variant {at + 1}
          <span className="ml-3 font-normal text-[.9375rem] text-soft">
            {stored ? `Stock: ${stockText(stored)}` : 'New: its stock is added once it is saved'}
          </span>
        </h2>
        <span className="flex items-center">
          <MoveButtons name={name} at={at} count={count} onMove={onMove} className="admin-row-button" />
          <Button variant="ghost" size="sm" disabled={kept !== undefined} title={kept} onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </span>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField name={`${path}.label`} label="Name" maxLength={80} autoComplete="off" />
        <TextField
          name={`${path}.sku`}
          label="SKU"
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        <HundredthsField name={`${path}.priceCents`} label="Price in US dollars" autoComplete="off" />
        <NumberField
          name={`${path}.lowStockAt`}
          label="Few left from"
          hint="From this number on, visitors read that few are left."
          autoComplete="off"
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <CheckField name={`${path}.tracksStock`} label="Count the stock" hint="Off for what does not run out." />
        <CheckField name={`${path}.isActive`} label="Can be ordered" hint="Off hides this variant alone." />
      </div>
    </li>
  )
}

/** Why a variant cannot be removed. */
function whyKept(count: number, stored: Stored[number] | undefined): string | undefined {
  if (count === 1) return 'A product needs at least one variant.'
  return stored && stored.held > 0 ? 'Orders hold pieces of it.' : undefined
}
