import { useEffect, useState } from 'react'

const PAUSE = 400

/** A text as it was when somebody last stopped typing. */
export function useDelayed(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
