import { useFieldArray, useFormContext } from 'react-hook-form'
import { PICTURE_ALT } from '#src/contract/picture.ts'
import { MOST_PICTURES, type ProductFields } from '#src/contract/shop-product.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '../../blocks/fields.tsx'
import { MoveButtons } from '../../blocks/MoveButtons.tsx'
import { ImageField } from '../../library/ImageField.tsx'

/** The pictures of a product. The first one is in the catalog. */
export function PictureFields() {
  const { control, watch } = useFormContext<ProductFields>()
  const { fields, append, move, remove } = useFieldArray({ control, name: 'pictures', keyName: 'key' })
  const isFull = fields.length >= MOST_PICTURES
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Pictures</legend>
      <p className="mb-3 text-[.9375rem] text-soft leading-snug">
        Four to three, at least 1200 pixels wide. The first one is in the catalog and in previews of links.
      </p>
      <ol className="grid gap-4">
        {fields.map(({ key }, at) => (
          <li key={key} className="grid gap-3 rounded-md border-2 border-line p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="font-semibold">Picture {at + 1}</h2>
              <span className="flex items-center">
                <MoveButtons
                  name={`picture ${at + 1}`}
                  at={at}
                  count={fields.length}
                  onMove={(to) => move(at, to)}
                  className="admin-row-button"
                />
                <Button variant="ghost" size="sm" onClick={() => remove(at)}>
                  Remove<span className="sr-only"> picture {at + 1}</span>
                </Button>
              </span>
            </div>
            <ImageField
              name={`pictures.${at}.url`}
              kind="picture"
              alt={watch(`pictures.${at}.alt`)}
              takesPaste={at === fields.length - 1}
            />
            <TextField
              name={`pictures.${at}.alt`}
              label={PICTURE_ALT}
              maxLength={200}
              hint="For people who do not see it."
            />
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" disabled={isFull} onClick={() => append({ url: '', alt: '' })}>
          Add picture
        </Button>
        {isFull && <p className="text-soft">A product has at most {MOST_PICTURES} pictures.</p>}
      </div>
    </fieldset>
  )
}
