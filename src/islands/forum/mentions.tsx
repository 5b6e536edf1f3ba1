import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useSearch } from '../use-search.ts'
import { findMembers } from './forum-calls.ts'
import type { Selected } from './markdown-marks.ts'

type MentionListProps = {
  id: string
  names: readonly string[]
  /** Index of the name that Enter chooses. */
  current: number
  onChoose: (name: string) => void
  /** The text field at whose caret the list is shown. */
  area: RefObject<HTMLTextAreaElement | null>
}

/** The members that match the text behind an `@`. The text field keeps the focus and handles the keys. (WAI-ARIA APG: listbox) */
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
 * Where a list of this height begins, in pixels like `line` and `view`: below the line of the caret, or above it if something
 * such as a phone's keyboard covers the room below. `view` is the uncovered part.
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

/** Where the line with the caret begins and ends, in pixels below the upper edge of the text. A textarea cannot say, so a copy is measured. */
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

/** Milliseconds between the last key press and the search for members. */
const PAUSE = 200

type Mentions = {
  id: string
  names: readonly string[]
  current: number
  /** The caret moved, or the text changed. */
  look: (text: string, caret: number) => void
  /** True if the key was handled by the list. */
  press: (event: KeyboardEvent, text: string) => boolean
  choose: (name: string, text: string) => void
  close: () => void
}

/** The choice of members behind an `@`. `onChosen` gets the text with the name in it. */
export function useMentions(onChosen: (made: Selected) => void): Mentions {
  const id = useId()
  const [mention, setMention] = useState<Mention>()
  const [current, setCurrent] = useState(0)
  const { items, words } = useSearch(mention?.typed, findMembers, PAUSE)
  const names = mention && words === mention.typed ? items.map(({ username }) => username) : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: other members begin with the first one
  useEffect(() => setCurrent(0), [items])
  const choose = (name: string, text: string) => {
    if (mention) onChosen(completeMention(text, mention, name))
    setMention(undefined)
  }
  const press = (event: KeyboardEvent, text: string) => {
    const name = names[current]
    if (name === undefined || event.nativeEvent.isComposing) return false
    if (event.key === 'Enter' || event.key === 'Tab') choose(name, text)
    else if (event.key === 'Escape') setMention(undefined)
    else if (event.key === 'ArrowDown') setCurrent((current + 1) % names.length)
    else if (event.key === 'ArrowUp') setCurrent((current + names.length - 1) % names.length)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const look = (text: string, caret: number) => {
    const found = mentionAt(text, caret)
    if (found?.typed !== mention?.typed || found?.start !== mention?.start) setMention(found)
  }
  return { id, names, current, look, press, choose, close: () => setMention(undefined) }
}

/** A name that is being typed behind an `@`, and the position of the `@`. */
type Mention = { start: number; typed: string }

const BEFORE_CARET = /(?<![\p{L}\p{M}\p{N}@._/-])@([\p{L}\p{M}\p{Nd}._-]{1,30})$/u

/** The part of a name right before the caret; undefined if there is none. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = BEFORE_CARET.exec(text.slice(Math.max(0, caret - 64), caret))
  return found?.[1] ? { start: caret - found[0].length, typed: found[1] } : undefined
}

/** The text with the full name, and the caret behind it. */
export function completeMention(text: string, { start, typed }: Mention, username: string): Selected {
  const before = `${text.slice(0, start)}@${username} `
  const after = text.slice(start + 1 + typed.length).replace(/^ /, '')
  return { text: before + after, start: before.length, end: before.length }
}
