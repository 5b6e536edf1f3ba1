import { CheckField } from '../../blocks/fields.tsx'
import { EventArea, EventText, FormSection, Pair } from './EventFields.tsx'

/** What the top of the page says. */
export function HeroFields() {
  return (
    <FormSection title="Top of the page">
      <EventText name="heroTitle" />
      <EventArea name="heroSubtitle" rows={2} />
      <EventArea name="heroDescription" />
      <EventText name="heroCtaText" />
      <EventArea name="announcementText" rows={2} hint="A line under the banner." />
      <CheckField
        name="showSeriesPromo"
        label="Show the 'Workshop #1' series promo"
        hint="Turn this off if the event is not the first in the series."
      />
    </FormSection>
  )
}

/** What people take home. */
export function PromiseFields() {
  return (
    <FormSection title="What people take home">
      <EventArea name="workshopBenefits" hint="One per line, up to 20." />
      <EventArea name="workshopDeliverables" rows={6} hint="One per line, up to 20." />
      <Pair>
        <EventText name="downtimeReductionClaim" />
        <EventText name="conservativeRoiPercentage" inputMode="decimal" autoComplete="off" hint="In percent." />
      </Pair>
    </FormSection>
  )
}

/** What search engines and shared links show. */
export function SearchFields() {
  return (
    <FormSection title="Search and sharing">
      <EventText name="metaTitle" />
      <EventArea name="metaDescription" rows={2} />
    </FormSection>
  )
}
