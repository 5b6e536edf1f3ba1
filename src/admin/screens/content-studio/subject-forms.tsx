import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { type AgendaTemplateItem, agendaTemplateFields, TEMPLATE_LABELS } from '#src/contract/agenda-template.ts'
import { BLOCK_LABELS, flattenBlock, nestBlock } from '#src/contract/block-change.ts'
import type { ChangeItem } from '#src/contract/change-set.ts'
import { blockFields } from '#src/contract/content-block.ts'
import { SLOTS } from '#src/contract/content-kinds.ts'
import { PAGE_LABELS, pageContentFields } from '#src/contract/content-page.ts'
import { PLACED_BLOCKS, parseSlotKey, placedIds } from '#src/contract/content-place.ts'
import { eventInput } from '#src/contract/event.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import type { SetupFacts } from '#src/contract/event-preview.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { LOCATION_LABELS, locationFields } from '#src/contract/location.ts'
import { MENU_ITEM_LABELS, menuItemFields } from '#src/contract/navigation.ts'
import { isSettingKey } from '#src/contract/setting.ts'
import { type CopyKey, isCopyKey, SITE_COPY } from '#src/contract/site-copy.ts'
import { copyText } from '#src/contract/site-copy-input.ts'
import { TEAM_LABELS, teamFields } from '#src/contract/team-member.ts'
import { VENDOR_LABELS, vendorFields } from '#src/contract/vendor.ts'
import { CheckField } from '../../blocks/fields.tsx'
import { dayText, TemplateInputs } from '../agenda-templates/TemplateForm.tsx'
import { BLOCK_TEXTS, BlockInputs } from '../content-library/BlockForm.tsx'
import { PageInputs } from '../content-library/PageForm.tsx'
import { PlacedField } from '../content-library/PlacedField.tsx'
import { CopyInput } from '../content-library/TextsTab.tsx'
import { setupFactsQuery } from '../event-setup/event-calls.ts'
import { type EventValues, toDraft, toValues } from '../event-setup/event-values.ts'
import { FormSections } from '../event-setup/FormSections.tsx'
import { ReadinessProvider } from '../event-setup/readiness-context.tsx'
import { keepTyped } from '../event-setup/use-event-form.ts'
import { resolveBy } from '../events/resolve-by.ts'
import { LocationInputs } from '../locations/LocationForm.tsx'
import { MenuItemInputs } from '../menu/ItemDialog.tsx'
import { SETTING_INPUTS } from '../settings/setting-inputs.tsx'
import { TeamMemberInputs } from '../team/TeamMemberForm.tsx'
import { VendorInputs } from '../vendors/VendorForm.tsx'

export type Values = Record<string, unknown>

/** The form of one kind of record, made of the fields of its own screen. */
export type SubjectForm = {
  /** The values of the form out of what the set stores. */
  toValues: (value: Values) => Values
  /** What is sent. */
  toInput: (values: Values) => Values
  resolver: Resolver<Values, unknown, Values>
  labels: Readonly<Record<string, string>>
  texts?: Record<string, (value: unknown) => string>
  Inputs: ComponentType<{ id: string }>
}

const same = (value: Values) => value

/** A form whose values are those that are stored. */
function plainForm(schema: z.ZodType<Values, FieldValues>, labels: object, Inputs: SubjectForm['Inputs']): SubjectForm {
  return { toValues: same, toInput: same, resolver: zodResolver(schema), labels: { ...labels }, Inputs }
}

/** The form of a record of a set. */
export function subjectForm({ subjectType, subjectId }: ChangeItem, facts: SetupFacts): SubjectForm {
  switch (subjectType) {
    case 'event':
      return eventForm(facts)
    case 'vendor':
      return plainForm(vendorFields, VENDOR_LABELS, VendorInputs)
    case 'team_member':
      return plainForm(teamFields, TEAM_LABELS, TeamMemberInputs)
    case 'location':
      return plainForm(locationFields, LOCATION_LABELS, LocationInputs)
    case 'agenda_template':
      return {
        ...plainForm(agendaTemplateFields, TEMPLATE_LABELS, TemplateInputs),
        texts: { items: (items) => dayText(items as AgendaTemplateItem[]) },
      }
    case 'content_block':
      return blockForm
    case 'content_page':
      return plainForm(pageFields, { ...PAGE_LABELS, blockIds: PLACED_BLOCKS }, PageWithBlocks)
    case 'content_place':
      return plainForm(placeFields, { blockIds: PLACED_BLOCKS }, SlotBlocks)
    case 'site_copy': {
      if (!isCopyKey(subjectId)) throw new Error(`No form for the text ${subjectId}`)
      return copyForm(subjectId)
    }
    case 'menu-item':
      return plainForm(menuItemFields, MENU_ITEM_LABELS, MenuItemInputs)
    case 'setting': {
      if (!isSettingKey(subjectId)) throw new Error(`No form for the setting ${subjectId}`)
      const { schema, labels, Inputs } = SETTING_INPUTS[subjectId]
      return plainForm(schema, labels, Inputs)
    }
  }
}

/** The form of a block holds the fields of its body together, as in the library. */
const blockForm: SubjectForm = {
  toValues: nestBlock,
  toInput: flattenBlock,
  resolver: zodResolver(blockFields) as unknown as SubjectForm['resolver'],
  labels: BLOCK_LABELS,
  texts: BLOCK_TEXTS as unknown as NonNullable<SubjectForm['texts']>,
  Inputs: () => <BlockInputs />,
}

const placeFields = z.strictObject({ blockIds: placedIds })
const pageFields = pageContentFields.extend({ blockIds: placedIds })

function PageWithBlocks() {
  return (
    <>
      <PageInputs />
      <PlacedField name="this page" />
    </>
  )
}

function SlotBlocks({ id }: { id: string }) {
  const place = parseSlotKey(id)
  return place && <PlacedField name={SLOTS[place.slot].name} />
}

/** A standing text that says its default is stored without a text. */
function copyForm(key: CopyKey): SubjectForm {
  const { text: standard } = SITE_COPY[key]
  return {
    ...plainForm(z.strictObject({ text: copyText(key) }), { text: SITE_COPY[key].label }, CopyInputs),
    toValues: ({ text }) => ({ text: text ?? standard }),
    toInput: ({ text }) => ({ text: text === standard ? null : text }),
  }
}

function CopyInputs({ id }: { id: string }) {
  return isCopyKey(id) && <CopyInput copyKey={id} />
}

/** The form of an event holds its fields as texts. */
function eventForm({ registrationOrigin }: SetupFacts): SubjectForm {
  const schema = eventInput(registrationOrigin)
  const check = keepTyped(resolveBy<EventValues, typeof schema>(schema, toDraft))
  return {
    toValues: (value) => toValues(value as EventRecord),
    toInput: (values) => schema.parse(toDraft(values as EventValues)),
    resolver: check as unknown as SubjectForm['resolver'],
    labels: EVENT_LABELS,
    Inputs: EventInputs,
  }
}

/** Its lists belong to the event and not to the set. */
const NO_PARTS = { agenda: [], team: [], vendors: [] }

function EventInputs({ id }: { id: string }) {
  const { data: facts } = useQuery(setupFactsQuery)
  const { watch, formState } = useFormContext<EventValues>()
  if (!facts) return null
  return (
    <ReadinessProvider values={watch()} registrationOrigin={facts.registrationOrigin} parts={NO_PARTS}>
      <FormSections
        eventId={id}
        siteUrl={facts.siteUrl}
        savedSlug={formState.defaultValues?.eventSlug ?? ''}
        registrationOrigin={facts.registrationOrigin}
      />
      <CheckField name="isPublished" label={EVENT_LABELS.isPublished} hint="Whether visitors see its page." />
    </ReadinessProvider>
  )
}
