import { createRoot } from 'react-dom/client'
import { AdminApp } from './AdminApp.tsx'
import { ADMIN_ROOT } from './admin-root.ts'

/** The entry point of the admin area: renders it into the element of the page. */
const place = document.getElementById(ADMIN_ROOT)
if (place) createRoot(place).render(<AdminApp />)
