import { lazy, Suspense, useState } from 'react'
import { MenuButton } from './MenuButton.tsx'
import type { RowAction } from './row-action.ts'

const load = () => import('./OpenedMenu.tsx')
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }))

/** The actions of one row behind one button. The menu is fetched when the button is pointed at or reached, and stays. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [pressed, press] = useState<'by key' | 'by pointer'>()
  if (actions.length === 0) return null
  // What does not come now is fetched, and its failure shown, when the button is pressed.
  const fetchMenu = () => void load().catch(() => {})
  const button = (
    <MenuButton
      name={name}
      onPointerEnter={fetchMenu}
      onFocus={fetchMenu}
      onClick={({ detail }) => press(detail === 0 ? 'by key' : 'by pointer')}
    />
  )
  if (!pressed) return button
  return (
    <Suspense fallback={<MenuButton name={name} />}>
      <OpenedMenu name={name} actions={actions} byKey={pressed === 'by key'} />
    </Suspense>
  )
}
