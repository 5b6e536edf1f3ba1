import { useEffect } from 'react'

/**
 * For a screen that takes the place of a list: brings the keyboard to the content when it opens and when it closes.
 * The link that led here is gone with the list, and the button that leads back with the screen.
 */
export function useFocusOnContent(): void {
  useEffect(() => {
    const main = document.getElementById('content')
    main?.focus()
    return () => main?.focus()
  }, [])
}
