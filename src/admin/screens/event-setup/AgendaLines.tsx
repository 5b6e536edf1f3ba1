import type { AgendaDiffLine } from '#src/contract/agenda-diff.ts'
import type { AgendaItem } from '#src/contract/event.ts'

type AgendaLinesProps = {
  lines: readonly AgendaDiffLine[]
  /** Places of the lines that are left as they are. */
  left: ReadonlySet<number>
  onChange: (left: ReadonlySet<number>) => void
}

const WORDS = { added: 'New', removed: 'Not in the template', changed: 'Changed', same: 'Same' } as const

/** The comparison, line by line; each difference with a tick. */
export function AgendaLines({ lines, left, onChange }: AgendaLinesProps) {
  const toggle = (at: number, isTaken: boolean) => {
    const next = new Set(left)
    if (isTaken) next.delete(at)
    else next.add(at)
    onChange(next)
  }
  return (
    <ol className="border-line border-t">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the comparison
        <li key={at} className="border-line border-b py-2 leading-snug">
          {line.kind === 'same' ? (
            <p className="pl-9 text-soft">
              <Entry item={line.will} />
            </p>
          ) : (
            <label className="flex cursor-pointer gap-3">
              <input
                type="checkbox"
                checked={!left.has(at)}
                onChange={({ target }) => toggle(at, target.checked)}
                className="mt-0.5 size-6 shrink-0 accent-(--tick)"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b className="block text-[.875rem]">{wordsOf(line)}</b>
                <Difference line={line} />
              </span>
            </label>
          )}
        </li>
      ))}
    </ol>
  )
}

function wordsOf(line: AgendaDiffLine): string {
  if (line.kind === 'removed') return `${WORDS.removed}: will be removed`
  if (line.kind === 'changed' && !line.was.isActive) return 'Hidden: will be shown again'
  return WORDS[line.kind]
}

function Difference({ line }: { line: AgendaDiffLine }) {
  if (line.kind === 'added') {
    return (
      <ins className="no-underline">
        <Entry item={line.will} />
      </ins>
    )
  }
  if (line.kind === 'removed') {
    return (
      <del>
        <Entry item={line.was} />
      </del>
    )
  }
  return (
    <>
      <del className="block text-soft">
        <Entry item={line.was} />
      </del>
      <ins className="block no-underline">
        <Entry item={line.will} />
      </ins>
    </>
  )
}

function Entry({ item: { timeSlot, title, description } }: { item: AgendaItem }) {
  return (
    <>
      {timeSlot} <b>{title}</b>
      {description && <span className="block text-[.9375rem]">{description}</span>}
    </>
  )
}
