import { EventText, FormSection } from './EventFields.tsx'

/** What the page shows on the day of the event alone. */
export function DayFields() {
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
