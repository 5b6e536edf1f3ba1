import { createRoot } from 'react-dom/client'
import { AdminApp } from './AdminApp.tsx'
import { ADMIN_ROOT } from './admin-root.ts'

/** What the page of the admin area loads: draws the area where the page keeps its place. */
const place = document.getElementById(ADMIN_ROOT)
if (place) createRoot(place).render(<AdminApp />)
