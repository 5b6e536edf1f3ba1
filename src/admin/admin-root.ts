/** The id of the element that the admin area is drawn into. */
export const ADMIN_ROOT = 'admin'
