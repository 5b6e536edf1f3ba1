import { useEffect } from 'react'

/** Gives a landing that an island shows what built pages load by themselves. */
export function useStory(): void {
  useEffect(() => {
    void import('./story.ts')
  }, [])
}
