import { composeLetter, type LetterSite } from '../outbox/letter.ts'
import type { LetterWriter } from './advance.ts'

/** Letters with the subject and the paragraphs of their rule. */
export function ruleLetters(site: LetterSite): LetterWriter {
  return async () =>
    async ({ rule }) =>
      composeLetter(site, {
        template: 'event-mail',
        subject: rule.definition.subject,
        parts: rule.definition.body.split(/\n{2,}/),
      })
}
