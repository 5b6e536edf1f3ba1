import type { AgendaTemplateFields, AgendaTemplateItem } from '#src/contract/agenda-template.ts'
import { isSame } from '#src/contract/merge-fields.ts'

/** A template as the merge view compares it: a line of text for each entry of the day. */
export type TemplateLines = { groupName: string; lines: string[] }

export function toLines({ groupName, items }: AgendaTemplateFields): TemplateLines {
  return { groupName, lines: items.map(lineOf) }
}

/** The way back: the day is one side's as a whole, so it is the one that reads the same. */
export function fromLines(
  merged: TemplateLines,
  { mine, theirs }: { mine: AgendaTemplateFields; theirs: AgendaTemplateFields },
): AgendaTemplateFields {
  const isTheirs = isSame(merged.lines, toLines(theirs).lines)
  return { groupName: merged.groupName, items: isTheirs ? theirs.items : mine.items }
}

function lineOf({ timeSlot, title, description }: AgendaTemplateItem): string {
  return description === null ? `${timeSlot} ${title}` : `${timeSlot} ${title} (${description})`
}
