type MentionListProps = {
  id: string
  names: readonly string[]
  /** The place of the one that Enter takes. */
  current: number
  onChoose: (name: string) => void
}

/** Who may be meant by what stands behind an `@`. The text keeps the focus; its keys walk here. (WAI-ARIA APG: listbox) */
export function MentionList({ id, names, current, onChoose }: MentionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Members"
      className="grid max-h-56 overflow-auto rounded-md border-2 border-line bg-surface"
    >
      {names.map((name, at) => (
        <button
          key={name}
          type="button"
          tabIndex={-1}
          id={`${id}${at}`}
          role="option"
          aria-selected={at === current}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
          className="min-h-10 cursor-pointer px-3.5 py-2 text-start [overflow-wrap:anywhere] hover:bg-plate hover:text-on-plate aria-selected:bg-plate aria-selected:text-on-plate"
        >
          @{name}
        </button>
      ))}
    </div>
  )
}
