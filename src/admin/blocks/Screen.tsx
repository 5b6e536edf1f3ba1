import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

type ScreenProps = {
  title: string
  /** The purpose of this screen in a sentence. */
  lead?: ReactNode
  /** The actions of the whole screen: 'New vendor'. */
  actions?: ReactNode
  children: ReactNode
}

const Count = createContext<(count: string | undefined) => void>(() => {})

/** Shows the number of entries next to the screen's title: '12', or '25+' while there are more to load. */
export function useScreenCount(count: string | undefined): void {
  const show = useContext(Count)
  useEffect(() => {
    if (count === undefined) return
    show(count)
    return () => show(undefined)
  }, [show, count])
}

/** A screen's heading, the length of its list and its actions, in one row where there is room, and what is on it. */
export function Screen({ title, lead, actions, children }: ScreenProps) {
  const [count, show] = useState<string>()
  return (
    <Count value={show}>
      <div className="admin-head">
        <h1 className="display min-w-0 text-[clamp(1.75rem,3vw,2rem)] [overflow-wrap:anywhere]">{title}</h1>
        {count !== undefined && <span className="admin-head-count">{count}</span>}
        {lead && <p className="admin-head-lead">{lead}</p>}
        {actions && <div className="admin-head-actions">{actions}</div>}
      </div>
      {children}
    </Count>
  )
}

/**
 * For a screen that takes the place of a list: brings the keyboard to the content when it opens and when it closes.
 * The link that opened it disappears with the list, and the button that leads back disappears with the screen.
 */
export function useFocusOnContent(): void {
  useEffect(() => {
    const main = document.getElementById('content')
    main?.focus()
    return () => main?.focus()
  }, [])
}
