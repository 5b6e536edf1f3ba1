import { atom } from 'nanostores'

type ButtonName = 'thank' | 'reply' | 'quote' | 'menu' | 'write'

/** A pressed button of the page, and the post it is in. `at` counts the presses. */
export type PressedButton = { name: ButtonName; postId: string; button: HTMLElement; at: number }

/** The last pressed button. */
export const $pressed = atom<PressedButton | null>(null)

const isButtonName = (name: string | undefined): name is ButtonName =>
  name !== undefined && ['thank', 'reply', 'quote', 'menu', 'write'].includes(name)

/** Listens to the buttons of all posts, including posts added later, and makes them visible. Returns a function that ends this. */
export function listenToPostButtons(root: HTMLElement = document.documentElement): () => void {
  const hear = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-button]') : null
    const name = button?.dataset.button
    if (!button || !isButtonName(name)) return
    const postId = button.closest<HTMLElement>('[data-post]')?.dataset.post ?? ''
    $pressed.set({ name, postId, button, at: ($pressed.get()?.at ?? 0) + 1 })
  }
  root.addEventListener('click', hear)
  root.dataset.forum = ''
  return () => {
    root.removeEventListener('click', hear)
    delete root.dataset.forum
  }
}
