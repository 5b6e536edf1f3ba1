/** The door of this folder: what other rooms may use of the agenda templates. */
export { copyAgendaTemplate } from './copy-agenda-template.ts'
export { deleteAgendaTemplate } from './delete-agenda-template.ts'
export { findAgendaTemplateTwins, listAgendaTemplates } from './list-agenda-templates.ts'
export { readAgendaTemplate, readAgendaTemplateUses } from './read-agenda-template.ts'
export { createAgendaTemplate, updateAgendaTemplate } from './save-agenda-template.ts'
