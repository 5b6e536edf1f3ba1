import { queryOptions } from '@tanstack/react-query'
import type {
  AgendaTemplate,
  AgendaTemplateFields,
  AgendaTemplateItem,
  AgendaTemplateLine,
} from '#src/contract/agenda-template.ts'
import { api, ask } from '../../api.ts'
import type { Stored } from '../../library/use-entry-form.ts'

const templates = api['agenda-templates']

export const templatePage = (q: string, cursor: { cursor?: string }) =>
  ask(() => templates.$get({ query: { ...cursor, q } }))

/** One template for its form, which keeps what it began with: fetched anew whenever a form is opened. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['agenda-template', id],
    queryFn: () => ask(() => templates[':id'].$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const templateCalls = {
  create: (id: string, fields: AgendaTemplateFields) => ask(() => templates.$post({ json: { id, ...fields } })),
  update: (id: string, version: number, fields: AgendaTemplateFields) =>
    ask(() => templates[':id'].$patch({ param: { id }, json: { version, ...fields } })),
  read: async (id: string) => toStored(await ask(() => templates[':id'].$get({ param: { id } }))),
  copy: ({ id }: AgendaTemplateLine) =>
    ask(() => templates[':id'].copy.$post({ param: { id }, json: { id: crypto.randomUUID() } })),
  remove: ({ id, version }: AgendaTemplateLine) =>
    ask(() => templates[':id'].$delete({ param: { id }, query: { version: String(version) } })),
  twins: (query: { name: string; except?: string }) => ask(() => templates.duplicates.$get({ query })),
}

/** The fields of the form out of a stored template. */
export function toStored({ version, groupName, items }: AgendaTemplate): Stored<AgendaTemplateFields> {
  return { version, fields: { groupName, items } }
}

export const BLANK_ITEM: AgendaTemplateItem = { timeSlot: '', title: '', description: null }
export const BLANK_TEMPLATE: Stored<AgendaTemplateFields> = {
  version: 0,
  fields: { groupName: '', items: [BLANK_ITEM] },
}
