import type { TaskTemplateFields } from '#src/contract/task-template.ts'
import { api } from '../../api.ts'
import { resource } from '../../resource.ts'

const blank: TaskTemplateFields = {
  title: '',
  kind: 'acknowledgement',
  assigneeType: 'vendor',
  dueDays: -7,
  help: null,
  options: [],
  isRequired: true,
}

export const taskTemplates = resource({
  noun: 'task template',
  nouns: 'task templates',
  name: 'task-templates',
  getName: (template) => template.title,
  routes: api['task-templates'],
  blank,
})
