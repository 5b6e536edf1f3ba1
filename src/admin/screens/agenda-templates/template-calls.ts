import type { AgendaTemplateFields, AgendaTemplateItem } from '#src/contract/agenda-template.ts'
import { api } from '../../api.ts'
import { resource } from '../../resource.ts'

export const BLANK_ITEM: AgendaTemplateItem = { timeSlot: '', title: '', description: null }
const blank: AgendaTemplateFields = { groupName: '', items: [BLANK_ITEM] }

export const agendaTemplates = resource({
  noun: 'agenda template',
  nouns: 'agenda templates',
  name: 'agenda-templates',
  getName: (template) => template.groupName,
  routes: api['agenda-templates'],
  blank,
})
