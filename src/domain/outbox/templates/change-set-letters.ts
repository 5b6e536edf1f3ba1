import { composeLetter, type LetterSite } from '../letter.ts'

/** A scheduled change set that is not live. */
export type StoppedSet = { id: string; name: string; state: 'missed' | 'failed'; fault: string }

/** Notice to the person who made a change set, and to owners, that it did not go live at its time. */
export function changeSetStopped(site: LetterSite, { id, name, state, fault }: StoppedSet) {
  const what = state === 'missed' ? 'missed its time' : 'could not be published'
  return composeLetter(site, {
    template: 'change-set-stopped',
    subject: `Change set ${what}: ${name}`,
    parts: [
      `The scheduled change set "${name}" ${what}. Nothing of it is live.`,
      { quote: fault },
      { button: 'Open the change set', path: `/admin/content-studio/${id}` },
    ],
  })
}
