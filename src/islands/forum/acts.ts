import { atom } from 'nanostores'

type ActName = 'thank' | 'reply' | 'quote' | 'menu' | 'write'

/** A button of the page that somebody pressed, and the post it stands in. `at` tells one press from the next. */
export type Act = { name: ActName; postId: string; button: HTMLElement; at: number }

/** The latest press of a button that needs this island. */
export const $act = atom<Act | null>(null)

const isAct = (name: string | undefined): name is ActName =>
  name !== undefined && ['thank', 'reply', 'quote', 'menu', 'write'].includes(name)

/** Hears the buttons of all posts, also of those that come later. They show once somebody listens. What it gives ends that. */
export function listenForActs(root: HTMLElement = document.documentElement): () => void {
  const hear = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null
    const name = button?.dataset.act
    if (!button || !isAct(name)) return
    const postId = button.closest<HTMLElement>('[data-post]')?.dataset.post ?? ''
    $act.set({ name, postId, button, at: ($act.get()?.at ?? 0) + 1 })
  }
  root.addEventListener('click', hear)
  root.dataset.forum = ''
  return () => {
    root.removeEventListener('click', hear)
    delete root.dataset.forum
  }
}
