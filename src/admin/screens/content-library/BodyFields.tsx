import { useController, useFieldArray, useFormContext } from 'react-hook-form'
import { type BlockFields, MOST_FIGURES } from '#src/contract/content-block.ts'
import { type BlockKind, EVENT_FACTS } from '#src/contract/content-kinds.ts'
import { PICTURE_ALT } from '#src/contract/picture.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { LinesField, TextAreaField, TextField, useError } from '../../blocks/fields.tsx'
import { ImageField } from '../../library/ImageField.tsx'

/** The fields of the kind that is chosen. */
export function BodyFields() {
  const { watch } = useFormContext<BlockFields>()
  const kind = watch('kind')
  const Fields = FIELDS[kind]
  return <Fields key={kind} />
}

const MARKDOWN = 'Markdown: **bold**, lists with - or 1., links, ### headings. Up to 5,000 characters.'

function Heading() {
  return <TextField name="body.heading" label="Heading" maxLength={120} hint="You can leave it out." />
}

const FIELDS: Record<BlockKind, () => React.ReactNode> = {
  text: () => (
    <>
      <Heading />
      <TextAreaField name="body.markdown" label="Text" rows={10} maxLength={5000} hint={MARKDOWN} />
    </>
  ),
  picture: PictureFields,
  list: () => (
    <>
      <Heading />
      <LinesField name="body.items" label="Lines" hint="One thing on each line. Up to 20 lines." rows={5} />
    </>
  ),
  quote: () => (
    <>
      <TextAreaField name="body.text" label="Quote" rows={4} maxLength={1000} hint="In their own words." />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="body.name" label="Attendee" maxLength={100} autoComplete="off" />
        <TextField name="body.plant" label="Role and plant" maxLength={120} autoComplete="off" />
      </div>
      <TextField
        name="body.result"
        label="Result"
        maxLength={300}
        hint="What changed afterwards. You can leave it out."
      />
    </>
  ),
  question: () => (
    <>
      <TextField name="body.question" label="Question" maxLength={200} />
      <TextAreaField name="body.markdown" label="Answer" rows={6} maxLength={5000} hint={MARKDOWN} />
    </>
  ),
  figures: FigureFields,
  'call-to-action': () => (
    <>
      <TextField name="body.text" label="Text" maxLength={300} hint="Above the button. You can leave it out." />
      <TextField name="body.label" label="Words on the button" maxLength={60} />
      <TextField
        name="body.href"
        label="Address"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        hint="A web address, or a path of this site such as /events."
      />
    </>
  ),
  'event-facts': FactFields,
}

function PictureFields() {
  const { watch } = useFormContext<{ body: { alt: string } }>()
  return (
    <>
      <ImageField name="body.url" kind="picture" alt={watch('body.alt')} />
      <TextField name="body.alt" label={PICTURE_ALT} maxLength={200} hint="For people who do not see it." />
      <TextField name="body.caption" label="Caption" maxLength={300} hint="Below the picture. You can leave it out." />
    </>
  )
}

type Figures = { body: { figures: { label: string; value: string; source: string }[] } }

function FigureFields() {
  const { control } = useFormContext<Figures>()
  const { fields, append, remove } = useFieldArray({ control, name: 'body.figures', keyName: 'key' })
  return (
    <>
      <Heading />
      <fieldset className="min-w-0">
        <legend className="mb-3 font-semibold">Figures</legend>
        <ol className="grid gap-4">
          {fields.map(({ key }, at) => (
            <li key={key} className="grid gap-3 rounded-md border-2 border-line p-4">
              <div className="grid gap-3 sm:grid-cols-[1fr_2fr]">
                <TextField name={`body.figures.${at}.value`} label="Figure" maxLength={40} />
                <TextField name={`body.figures.${at}.label`} label="What it counts" maxLength={80} />
              </div>
              <TextField
                name={`body.figures.${at}.source`}
                label="Source"
                maxLength={200}
                hint="Where it was measured."
              />
              <span>
                <Button variant="ghost" size="sm" disabled={fields.length === 1} onClick={() => remove(at)}>
                  Remove<span className="sr-only"> figure {at + 1}</span>
                </Button>
              </span>
            </li>
          ))}
        </ol>
        <div className="mt-4">
          <Button
            variant="outline"
            size="sm"
            disabled={fields.length >= MOST_FIGURES}
            onClick={() => append({ label: '', value: '', source: '' })}
          >
            Add figure
          </Button>
        </div>
      </fieldset>
    </>
  )
}

function FactFields() {
  const { field } = useController({ name: 'body.facts' })
  const chosen: string[] = Array.isArray(field.value) ? field.value : []
  const error = useError('body.facts')
  return (
    <>
      <Heading />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">Facts</legend>
        {Object.entries(EVENT_FACTS).map(([fact, label]) => (
          <Checkbox
            key={fact}
            label={label}
            checked={chosen.includes(fact)}
            onChange={({ target }) => {
              const next = target.checked ? [...chosen, fact] : chosen.filter((one) => one !== fact)
              field.onChange(Object.keys(EVENT_FACTS).filter((one) => next.includes(one)))
            }}
          />
        ))}
        {error && (
          <p role="alert" className="font-semibold text-[.9375rem] text-stop">
            {error}
          </p>
        )}
      </fieldset>
    </>
  )
}
