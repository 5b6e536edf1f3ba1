import { useState } from 'react'
import type { PersonRow } from '#src/contract/logistics.ts'
import { NO_LINK_YET, NOTHING_MISSING, NUDGE_PAUSE_HOURS } from '#src/contract/logistics-board.ts'
import { plural } from '#src/contract/plural.ts'
import { confirm } from '../../blocks/confirm.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { useSave } from '../../blocks/use-save.ts'
import { LOGISTICS, nudge, removePerson, revokeLinks, sendFirstLinks, sendLink } from './logistics-calls.ts'

/** What opens a dialog. */
type PeopleDialogs = { onOpen: (id: string) => void; onRole: (person: PersonRow) => void }

/** What can be done for one person of an event. `remind` is how somebody is reminded. */
export function usePersonActions(eventId: string, { onOpen, onRole }: PeopleDialogs, remind: (ids: string[]) => void) {
  const { send, revoke, remove } = usePersonChanges(eventId)
  return (person: PersonRow): RowAction[] => [
    { label: 'Open', run: () => onOpen(person.id) },
    { label: person.state === 'new' ? 'Send link' : 'Send new link', run: () => send.mutate(person) },
    { label: 'Remind', disabledReason: reasonAgainstReminding(person), run: () => remind([person.id]) },
    { label: 'Change role', run: () => onRole(person) },
    {
      label: 'Revoke link',
      isDestructive: true,
      disabledReason: person.state === 'new' ? NO_LINK_YET : undefined,
      run: () => askToRevoke(person, () => revoke.mutateAsync(person)),
    },
    { label: 'Remove', isDestructive: true, run: () => askToRemove(person, () => remove.mutateAsync(person)) },
  ]
}

function reasonAgainstReminding({ state, sections }: PersonRow): string | undefined {
  if (state === 'new') return NO_LINK_YET
  return sections.some(({ missing }) => missing > 0) ? undefined : NOTHING_MISSING
}

function usePersonChanges(eventId: string) {
  const stale = [[LOGISTICS, eventId]]
  const send = useSave({
    save: ({ id }: PersonRow) => sendLink(eventId, id),
    done: (_answer, { email }) => `A link is on its way to ${email}`,
    failed: 'Failed to send the link',
    stale,
  })
  const revoke = useSave({
    save: ({ id }: PersonRow) => revokeLinks(eventId, id),
    done: 'Link revoked',
    failed: 'Failed to revoke the link',
    stale,
  })
  const remove = useSave({
    save: ({ id }: PersonRow) => removePerson(eventId, id),
    done: (_answer, { name }) => `${name} was removed`,
    failed: 'Failed to remove the person',
    stale,
  })
  return { send, revoke, remove }
}

/** Emails to the people of an event: the first links, and reminders. `refused` names each person who was not reminded, with why. */
export function usePeopleEmails(eventId: string) {
  const [refused, setRefused] = useState<{ id: string; name: string; message: string }[]>([])
  const stale = [[LOGISTICS, eventId]]
  const remind = useSave({
    save: (ids: string[] | null) => nudge(eventId, ids),
    done: ({ sent }) => (sent === 0 ? 'No reminder was sent' : `${plural(sent, 'reminder')} sent`),
    failed: 'Failed to send reminders',
    stale,
    onDone: (outcome) => setRefused(outcome.refused.map(({ refusal: message, ...one }) => ({ ...one, message }))),
  })
  const sendEach = useSave({
    save: () => sendFirstLinks(eventId),
    done: ({ sent }) => (sent === 0 ? 'No link was sent' : `${plural(sent, 'link')} sent`),
    failed: 'Failed to send the links',
    stale,
  })
  return {
    remind: (ids: string[]) => remind.mutate(ids),
    remindAll: (count: number) => askToRemind(count, () => remind.mutateAsync(null)),
    sendAll: (count: number) => askToSend(count, () => sendEach.mutateAsync()),
    refused,
    forget: () => setRefused([]),
    isBusy: remind.isPending,
  }
}

function askToSend(count: number, act: () => Promise<unknown>): void {
  confirm({
    title: `Send ${plural(count, 'link')}?`,
    message: 'Each person who has not had a link gets an email with the link to their form.',
    label: `Send ${plural(count, 'link')}`,
    busyLabel: 'Sending...',
    variant: 'default',
    act,
  })
}

function askToRemind(count: number, act: () => Promise<unknown>): void {
  confirm({
    title: `Remind ${count === 1 ? 'one person' : `${count} people`}?`,
    message: `Each gets an email that names the missing sections. No one is reminded twice within ${NUDGE_PAUSE_HOURS} hours.`,
    label: 'Send reminders',
    busyLabel: 'Sending...',
    variant: 'default',
    act,
  })
}

function askToRevoke({ name }: PersonRow, act: () => Promise<unknown>): void {
  confirm({
    title: 'Revoke this link?',
    message: `${name} and everyone they passed it on to can no longer open the form. Their answers are kept.`,
    label: 'Revoke link',
    busyLabel: 'Revoking...',
    act,
  })
}

function askToRemove({ name }: PersonRow, act: () => Promise<unknown>): void {
  confirm({
    title: `Remove ${name}?`,
    message: 'All their answers for this event are deleted, and their link stops working.',
    label: 'Remove person',
    busyLabel: 'Removing...',
    act,
  })
}
