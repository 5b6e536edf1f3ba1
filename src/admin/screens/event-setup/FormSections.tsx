import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EventStatus } from '#src/contract/event.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import { EVENT_STATUS } from '#src/contract/event-record.ts'
import { oldAddressRedirects, suggestSlug } from '#src/contract/slug.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckField, SelectField } from '../../blocks/fields.tsx'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { AgendaFields } from './AgendaFields.tsx'
import { EventArea, EventText, FormSection, Pair } from './EventFields.tsx'
import type { EventValues } from './event-values.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { useFormValues } from './readiness-context.tsx'

type FormSectionsProps = NameFieldsProps & {
  /** Null while the event is not stored yet. */
  eventId: string | null
  registrationOrigin: string
}

/** All fields of an event, section by section. */
export function FormSections({ eventId, registrationOrigin, ...name }: FormSectionsProps) {
  return (
    <div className="grid gap-10">
      <NameFields {...name} />
      <TimeFields />
      <PlaceFields />
      <PriceFields registrationOrigin={registrationOrigin} />
      <HeroFields />
      <PromiseFields />
      <DayFields />
      <AgendaFields eventId={eventId} />
      <SearchFields />
      <OccasionFields />
    </div>
  )
}

type NameFieldsProps = {
  siteUrl: string
  /** The page address that is stored; empty for a new one. */
  savedSlug: string
}

/** Its name and the address of its page. */
function NameFields({ siteUrl, savedSlug }: NameFieldsProps) {
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

/** Its date and times. */
function TimeFields() {
  return (
    <FormSection title="When">
      <EventText name="eventDate" type="date" />
      <Pair>
        <EventText name="eventTimeStart" type="time" />
        <EventText name="eventTimeEnd" type="time" />
      </Pair>
      <ZoneField />
    </FormSection>
  )
}

function ZoneField() {
  const { getValues } = useFormContext<EventValues>()
  const chosen = getValues('eventTimezone')
  const options = useMemo(() => zoneOptions(chosen), [chosen])
  return <SelectField name="eventTimezone" label={EVENT_LABELS.eventTimezone} options={options} />
}

/** What it costs, and where people register. */
function PriceFields({ registrationOrigin }: { registrationOrigin: string }) {
  return (
    <FormSection title="Price and registration" lead="Prices are in US dollars.">
      <EventText
        name="registrationUrl"
        type="url"
        autoComplete="off"
        hint={`Must start with ${registrationOrigin}/. Opens in a new tab.`}
      />
      <Pair>
        <EventText name="earlyBirdPrice" inputMode="decimal" autoComplete="off" />
        <EventText
          name="earlyBirdDeadline"
          type="date"
          hint="The last day of the early bird price, in the event's time zone."
        />
        <EventText name="standardPrice" inputMode="decimal" autoComplete="off" hint="Applies after the deadline." />
        <EventText
          name="courseValue"
          inputMode="decimal"
          autoComplete="off"
          hint="Total value shown = early bird price + course value."
        />
      </Pair>
      <EventText name="includedCourseName" />
    </FormSection>
  )
}

/** What the top of the page says. */
function HeroFields() {
  return (
    <FormSection title="Top of the page">
      <EventText name="heroTitle" />
      <EventArea name="heroSubtitle" rows={2} />
      <EventArea name="heroDescription" />
      <EventText name="heroCtaText" />
      <EventArea name="announcementText" rows={2} hint="A line under the banner." />
      <CheckField
        name="showSeriesPromo"
        label="Show the “Workshop #1” series promo"
        hint="Turn this off if the event is not the first in the series."
      />
    </FormSection>
  )
}

/** What people learn and take home. */
function PromiseFields() {
  return (
    <FormSection title="What people take home">
      <EventArea name="workshopBenefits" hint="One per line, up to 20." />
      <EventArea name="workshopDeliverables" rows={6} hint="One per line, up to 20." />
      <Pair>
        <EventText name="downtimeReductionClaim" />
        <EventText name="conservativeRoiPercentage" inputMode="decimal" autoComplete="off" hint="In percent." />
      </Pair>
      <EventArea name="downtimeSource" rows={2} hint="Where the claim comes from. Visitors open it below the figure." />
      <EventArea name="roiSource" rows={2} hint="Where the percentage comes from." />
    </FormSection>
  )
}

/** What the page shows on the day of the event alone. */
function DayFields() {
  return (
    <FormSection
      title="On the day"
      lead="The page shows these on the day of the event, with what is on now and next. They are in it from the day before."
    >
      <EventText name="venueRoom" />
      <EventText name="guestWifi" hint="Name and password. Everyone can read them, so give a network for guests." />
      <EventText
        name="forumPath"
        autoComplete="off"
        hint="The page for people who are there, such as /forum/category/general."
      />
    </FormSection>
  )
}

/** What search engines and shared links show. */
function SearchFields() {
  return (
    <FormSection title="Search and sharing">
      <EventText name="metaTitle" />
      <EventArea name="metaDescription" rows={2} />
    </FormSection>
  )
}

const STATUSES: readonly (readonly [EventStatus, string])[] = [
  ['scheduled', 'Scheduled'],
  ['postponed', 'Postponed, new date to follow'],
  ['moved', 'Moved to another day'],
  ['cancelled', 'Cancelled'],
]

/** Whether it takes place. Every section of the page that mentions date, place or price shows this. (product 4) */
function OccasionFields() {
  const { status } = useFormValues()
  return (
    <FormSection title={EVENT_STATUS}>
      <SelectField name="status" label={EVENT_LABELS.status} options={STATUSES} />
      {status === 'moved' && (
        <EventText name="previousEventDate" type="date" hint="Shown crossed out next to the new date." />
      )}
      {status !== 'scheduled' && <EventArea name="statusNote" rows={2} hint="Replaces the default notice." />}
    </FormSection>
  )
}
