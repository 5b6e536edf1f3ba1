import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { findMembers } from './forum-calls.ts'
import type { Selected } from './markdown-marks.ts'
import { complete, type Mention, mentionAt } from './mention.ts'

/** Milliseconds after the last key until members are asked for. */
const PAUSE = 200

type Mentions = {
  id: string
  names: readonly string[]
  current: number
  /** The caret moved, or the text changed. */
  look: (text: string, caret: number) => void
  /** True for a key that was meant for the list. */
  press: (event: KeyboardEvent, text: string) => boolean
  choose: (name: string, text: string) => void
  close: () => void
}

/** The choice of members behind an `@`. `onChosen` gets the text with the name in it. */
export function useMentions(onChosen: (made: Selected) => void): Mentions {
  const id = useId()
  const [mention, setMention] = useState<Mention>()
  const [names, setNames] = useState<readonly string[]>([])
  const [current, setCurrent] = useState(0)
  const typed = mention?.typed
  useEffect(() => {
    setNames([])
    if (typed === undefined) return
    let isNewest = true
    const ask = async () => {
      const found = await findMembers(typed).catch(() => ({ items: [] }))
      if (!isNewest) return
      setNames(found.items.map(({ username }) => username))
      setCurrent(0)
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [typed])
  const choose = (name: string, text: string) => {
    if (mention) onChosen(complete(text, mention, name))
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
  return { id, names: mention ? names : [], current, look, press, choose, close: () => setMention(undefined) }
}
