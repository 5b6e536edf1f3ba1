import { useEffect } from 'react'

/** Gives a landing that an island shows what built pages load by themselves. */
export function useStory(): void {
  // After each rendering, which may have shown another event.
  useEffect(() => {
    void import('./story.ts').then(({ prepare }) => prepare())
  })
}
