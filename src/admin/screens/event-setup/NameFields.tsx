import { useFormContext } from 'react-hook-form'
import { oldAddressRedirects, suggestSlug } from '#src/contract/slug.ts'
import { Button } from '#src/ui/Button.tsx'
import { EventText, FormSection } from './EventFields.tsx'
import type { EventValues } from './event-values.ts'
import { useFormValues } from './readiness-context.tsx'

type NameFieldsProps = {
  siteUrl: string
  /** The address it is stored under; empty for a new one. */
  savedSlug: string
}

/** What it is called and where its page stands. */
export function NameFields({ siteUrl, savedSlug }: NameFieldsProps) {
  return (
    <FormSection title="Name">
      <EventText name="eventName" autoComplete="off" />
      <SlugField siteUrl={siteUrl} savedSlug={savedSlug} />
    </FormSection>
  )
}

function SlugField({ siteUrl, savedSlug }: NameFieldsProps) {
  const { setValue } = useFormContext<EventValues>()
  const values = useFormValues()
  const slug = values.eventSlug
  const suggestion = suggestSlug(values)
  const isRenamed = savedSlug !== '' && slug !== savedSlug
  return (
    <div className="grid gap-2">
      <EventText
        name="eventSlug"
        autoComplete="off"
        spellCheck={false}
        hint={
          <>
            <span className="block [overflow-wrap:anywhere]">{`${siteUrl}/event/${slug || '…'}`}</span>
            {isRenamed && <span className="mt-1 block">{oldAddressRedirects(savedSlug)}</span>}
          </>
        }
      />
      {suggestion !== '' && suggestion !== slug && !savedSlug && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setValue('eventSlug', suggestion, { shouldDirty: true, shouldValidate: true })}
        >
          {`Use ${suggestion}`}
        </Button>
      )}
    </div>
  )
}
