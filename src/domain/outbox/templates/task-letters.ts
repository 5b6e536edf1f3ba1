import { composeLetter, type LetterPart, type LetterSite } from '../letter.ts'

type Returned = {
  event: { eventName: string }
  task: { title: string }
  note: string
  /** A contact of a vendor answers in the portal, everybody else behind their own link. */
  to: { name: string; isContact: boolean }
}

/** To the person who handed something in for a task that needs a change. It contains nothing that was handed in. */
export function taskReturned(site: LetterSite, { event, task, note, to }: Returned) {
  const where: LetterPart = to.isContact
    ? { button: 'Open the vendor portal', path: '/vendor-portal' }
    : 'Please open your personal link for this event again. It is in our earlier email.'
  return composeLetter(site, {
    template: 'task-returned',
    subject: `Please change what you sent: ${task.title}`,
    recipientName: to.name,
    parts: [
      `Thank you for what you sent for the task “${task.title}” of ${event.eventName}. Something has to be changed before we can accept it:`,
      { quote: note },
      where,
      `You receive this email because you handed in this task for ${event.eventName}.`,
    ],
  })
}
