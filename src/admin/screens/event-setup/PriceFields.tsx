import { EventText, FormSection, Pair } from './EventFields.tsx'

/** What it costs, and where people register. */
export function PriceFields({ registrationOrigin }: { registrationOrigin: string }) {
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
