import { composeLetter, type LetterPart, type LetterSite } from '../letter.ts'

type Returned = {
  event: { eventName: string }
  task: { title: string }
  note: string
  to: { name: string; isContact: boolean }
  /** Where they answer again: the portal, or their own form; null for a person whose links were ended. */
  path: string | null
}

/** To the person who handed something in for a task that needs a change. It contains nothing that was handed in. */
export function taskReturned(site: LetterSite, { event, task, note, to, path }: Returned) {
  const where: LetterPart[] =
    path === null ? [] : [{ button: to.isContact ? 'Open the vendor portal' : 'Open your tasks', path }]
  return composeLetter(site, {
    template: 'task-returned',
    subject: `Please change what you sent: ${task.title}`,
    recipientName: to.name,
    parts: [
      `Thank you for what you sent for the task “${task.title}” of ${event.eventName}. Something has to be changed before we can accept it:`,
      { quote: note },
      ...where,
      `You receive this email because you handed in this task for ${event.eventName}.`,
    ],
  })
}
