import { type RefObject, useLayoutEffect, useRef } from 'react'

type MentionListProps = {
  id: string
  names: readonly string[]
  /** The place of the one that Enter takes. */
  current: number
  onChoose: (name: string) => void
  /** The text whose caret the list is shown at. */
  area: RefObject<HTMLTextAreaElement | null>
}

/** Who may be meant by what stands behind an `@`. The text keeps the focus; its keys walk here. (WAI-ARIA APG: listbox) */
export function MentionList({ id, names, current, onChoose, area }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (list.current && area.current) showAtCaret(list.current, area.current)
  })
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Members"
      className="absolute inset-x-3 z-10 grid max-h-44 overflow-auto rounded-md border-2 border-line bg-surface sm:right-auto sm:min-w-64"
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
          className="min-h-11 cursor-pointer px-3.5 py-2 text-start [overflow-wrap:anywhere] hover:bg-plate hover:text-on-plate aria-selected:bg-plate aria-selected:text-on-plate"
        >
          @{name}
        </button>
      ))}
    </div>
  )
}

/** Pixels between the line of the caret and the list. */
const GAP = 4

type Extent = { top: number; bottom: number }

/**
 * Where a list of this height begins, in pixels as `line` and `view` are: below the line of the caret, or above it where something
 * such as a phone's keyboard covers the room below. `view` is what is not covered.
 */
export function listTop(line: Extent, height: number, view: Extent): number {
  const below = line.bottom + GAP
  const above = line.top - GAP - height
  return below + height > view.bottom && above >= view.top ? above : below
}

function showAtCaret(list: HTMLElement, area: HTMLTextAreaElement): void {
  const { top: start } = area.getBoundingClientRect()
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {}
  const line = caretLine(area)
  const view = { top: offsetTop - start, bottom: offsetTop + height - start }
  list.style.top = `${listTop(line, list.offsetHeight, view)}px`
}

/** Where the line with the caret begins and ends, in pixels below the upper edge of the text. A textarea does not tell: a copy does. */
function caretLine(area: HTMLTextAreaElement): Extent {
  const { font, letterSpacing, padding, tabSize } = getComputedStyle(area)
  const copy = document.createElement('div')
  Object.assign(copy.style, { font, letterSpacing, padding, tabSize, position: 'absolute', visibility: 'hidden' })
  Object.assign(copy.style, { width: `${area.clientWidth}px`, whiteSpace: 'pre-wrap', overflowWrap: 'break-word' })
  copy.style.boxSizing = 'border-box'
  const caret = document.createElement('span')
  caret.textContent = '@'
  copy.append(area.value.slice(0, area.selectionEnd), caret)
  document.body.append(copy)
  const top = caret.offsetTop + area.clientTop - area.scrollTop
  const bottom = top + caret.offsetHeight
  copy.remove()
  return { top, bottom }
}
