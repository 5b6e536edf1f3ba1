import { createRoot } from 'react-dom/client'
import { reloadIfReplaced } from '#src/islands/reload-replaced.ts'
import { AdminApp } from './AdminApp.tsx'
import { ADMIN_ROOT } from './admin-root.ts'

/** The entry point of the admin area: renders it into the element of the page. */
const place = document.getElementById(ADMIN_ROOT)
addEventListener('vite:preloadError', () => void reloadIfReplaced([import.meta.url]))
if (place) createRoot(place).render(<AdminApp />)
